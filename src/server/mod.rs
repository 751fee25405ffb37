//! `quintet serve`: a page on which to play, analyse and learn the games, and its server.
//!
//! What the page asks for is in `crates/desk/src/service`; here it gets a `store`, a `machine` and `searches`: `ask_queue` has the
//! questions to quintet, `other_engines` play at other seats, `live` has the threads of analyses and reviews, `room`
//! bounds the rest. `api` hands requests to the desk, with its streams as `sse`; `assets` has the files of the page, and `guard`
//! admits requests: those to the addresses of `origin`, from clients with the `token`, directly or through `proxies`;
//! others get a `refusal`. A visitor is known by a cookie (`caller`). The page itself is in `crates/desk/src/web/page`.

mod api;
mod ask_queue;
mod assets;
mod body;
mod caller;
mod compression;
mod connections;
mod cookie;
mod guard;
mod live;
mod machine;
mod origin;
mod other_engines;
mod proxies;
mod quality;
mod refusal;
#[cfg(test)]
mod refusal_law;
mod report;
mod room;
mod says;
mod searches;
mod sse;
mod store;
mod token;

pub use origin::Origin;
pub use proxies::ProxyNetwork;
pub use says::TABLE as SENTENCES;
pub use store::backup::{BackedUp, back_up};

use crate::service::api::Desk;
use crate::service::engines::SearchCaps;
use crate::service::error::DeskError;
use crate::service::names;
use crate::tournament::engine::EngineConfig;
use crate::version::VERSION;
use axum::extract::DefaultBodyLimit;
use connections::Connections;
use machine::ThisMachine;
use origin::PagePlaces;
use other_engines::OtherEngines;
use proxies::Proxies;
use searches::ServerSearches;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use store::SqliteStore;
use tokio::sync::watch;

/// How often the clocks are looked at.
const TICK: Duration = Duration::from_millis(50);
/// The port without `--port`.
pub const DEFAULT_PORT: u16 = 8080;
/// The threads for requests, without those that search.
const BLOCKING_THREADS: usize = 32;

/// The configuration of the server.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// The address to listen on.
    pub listen: IpAddr,
    /// The port; 0: a free one. `None`: [`DEFAULT_PORT`], or a free one if another program uses that.
    pub port: Option<u16>,
    /// The folder for games; `None`: they are lost at the end.
    pub data: Option<PathBuf>,
    /// Other engines to play against.
    pub engines: Vec<EngineConfig>,
    /// Files of proofs for analyses and reviews.
    pub proofs: Vec<PathBuf>,
    /// The limits of a search.
    pub caps: SearchCaps,
    /// The token that clients must know; `None`: only this machine may ask.
    pub token: Option<String>,
    /// Where the page is known outside, behind a proxy.
    pub origins: Vec<Origin>,
    /// The proxies that are trusted about whom they ask for.
    pub proxies: Vec<ProxyNetwork>,
}

/// What all requests share.
struct App {
    desk: Arc<Desk>,
    rates: guard::Rates,
    token: Option<String>,
    places: PagePlaces,
    proxies: Proxies,
    bodies: body::BodyRoom,
}

/// Why the server cannot be started, in a sentence.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] DeskError),
    /// The address is not available.
    #[error("the server cannot listen at {address}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
    /// There are no threads.
    #[error("no threads could be started to serve with")]
    Threads(#[from] io::Error),
}

/// Stops a server from another thread.
#[derive(Clone, Debug)]
pub struct ServerStop(watch::Sender<bool>);

impl Default for ServerStop {
    fn default() -> Self {
        Self(watch::Sender::new(false))
    }
}

impl ServerStop {
    /// Stops it.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

/// A token that nobody can guess.
///
/// # Errors
/// If the system has no random numbers.
pub fn new_token() -> io::Result<String> {
    names::random_name(&ThisMachine::default(), 24).map_err(|error| io::Error::other(error.to_string()))
}

/// Serves until it is stopped. `on_start` gets the address once pages can be opened.
///
/// # Errors
/// [`StartError`] if the store, the address or threads are not available.
pub fn serve(config: ServerConfig, stop: &ServerStop, on_start: impl FnOnce(SocketAddr)) -> Result<(), StartError> {
    let store = Arc::new(SqliteStore::open(config.data.as_deref())?);
    let others = OtherEngines::new(config.engines);
    let searches = Arc::new(ServerSearches::new(config.caps, others, config.proofs));
    let desk = Arc::new(Desk::new(store.clone(), searches.clone(), Arc::new(ThisMachine::default()), VERSION));
    searches.start_players(&desk)?;
    let ticking = desk.clone();
    thread::Builder::new().name("clocks".into()).spawn(move || {
        loop {
            thread::sleep(TICK);
            ticking.tick();
        }
    })?;
    let proxies = Proxies::new(config.proxies);
    let app = Arc::new(App {
        desk: desk.clone(),
        rates: guard::Rates::default(),
        places: PagePlaces::new(config.origins, config.token.is_some()),
        token: config.token,
        proxies: proxies.clone(),
        bodies: body::BodyRoom::default(),
    });
    let ports = config.port.map_or(vec![DEFAULT_PORT, 0], |port| vec![port]);
    let addresses: Vec<SocketAddr> = ports.into_iter().map(|port| SocketAddr::new(config.listen, port)).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(BLOCKING_THREADS)
        .enable_all()
        .build()?;
    let served = runtime.block_on(async {
        let listener = connections::listen(&addresses);
        let listener = listener.map_err(|source| StartError::Listen { address: addresses[0], source })?;
        on_start(listener.local_addr()?);
        let inside = axum::Router::new()
            .route("/api/{*rest}", axum::routing::any(api::answer))
            .fallback(assets::file)
            // What the guard has read is not larger.
            .layer(DefaultBodyLimit::disable())
            .with_state(app.clone());
        // The guard takes the folder away before an address is looked for.
        let guard = axum::middleware::from_fn_with_state(app, guard::guard);
        let routes = axum::Router::new().fallback_service(inside).layer(guard);
        let mut stopped = stop.0.subscribe();
        tokio::select! {
            () = Connections::new(proxies).serve(listener, routes) => Ok(()),
            _ = stopped.wait_for(|&stopped| stopped) => Ok(()),
        }
    });
    searches.refuse();
    desk.close();
    searches.end();
    store.close();
    // Streams that are still open have no end of their own.
    runtime.shutdown_background();
    served
}

//! Connections, limited in number and in time, so that a client that sends nothing, or never finishes, cannot lock
//! others out. If there are too many, the one that has waited longest for its client is closed for the newest.

use super::proxies::Proxies;
use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{ConnectInfo, Request};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use parking_lot::{Mutex, MutexGuard};
use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::Notify;

/// How long a client may take to send the header of a request, and how long a connection waits for the next one.
const HEAD_TIME: Duration = Duration::from_secs(30);
/// The longest header of a request, in bytes.
const MAX_HEAD: usize = 64 << 10;
/// The most connections; also limited by the files that the process may open, minus those it needs itself.
const MOST: usize = 4_096;
const OWN_FILES: u64 = 128;
/// How long to wait when the system has no more connections to give.
const EXHAUSTED: Duration = Duration::from_millis(20);

/// An open connection.
struct Open {
    /// Its client: for a proxy, the one it last asked for.
    client: IpAddr,
    /// Requests that have been read and not yet answered.
    working: Arc<AtomicUsize>,
    close: Arc<Notify>,
}

#[derive(Default)]
struct OpenConnections {
    next: u64,
    /// The oldest first.
    open: BTreeMap<u64, Open>,
}

/// All connections.
pub struct Connections {
    state: Mutex<OpenConnections>,
    most: usize,
    /// They bring many people.
    proxies: Proxies,
}

impl Connections {
    /// As many as the system allows this process.
    pub fn new(proxies: Proxies) -> Arc<Self> {
        Arc::new(Self { state: Mutex::default(), most: most_connections(), proxies })
    }

    fn state(&self) -> MutexGuard<'_, OpenConnections> {
        self.state.lock()
    }

    /// Accepts a connection. If there are too many, in all or from one machine, the oldest that waits for its client is
    /// closed; `None` if none waits.
    fn admit(self: &Arc<Self>, peer: IpAddr) -> Option<Admitted> {
        let mut state = self.state();
        // A proxy on this machine brings many people, and one that was named too.
        let is_one = !peer.is_loopback() && !self.proxies.has(peer);
        let of_peer = |open: &Open| is_one && open.client == peer;
        let is_peers_share = state.open.values().filter(|open| of_peer(open)).count() >= self.most / 2;
        if is_peers_share || state.open.len() >= self.most {
            let waits = |open: &Open| open.working.load(SeqCst) == 0 && (!is_peers_share || of_peer(open));
            let oldest = state.open.iter().find(|(_, open)| waits(open)).map(|(&id, _)| id)?;
            if let Some(open) = state.open.remove(&oldest) {
                open.close.notify_one();
            }
        }
        let id = state.next;
        state.next += 1;
        let (working, close) = (Arc::new(AtomicUsize::new(0)), Arc::new(Notify::new()));
        state.open.insert(id, Open { client: peer, working: working.clone(), close: close.clone() });
        let working = Working { connections: self.clone(), id, running: working };
        Some(Admitted { working, close })
    }

    /// Serves all clients until it is dropped.
    pub async fn serve(self: Arc<Self>, listener: TcpListener, routes: Router) {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => {
                    if let Some(admitted) = self.admit(peer.ip()) {
                        tokio::spawn(admitted.serve(stream, peer, routes.clone()));
                    }
                }
                // Such as no more files: it gets better when somebody leaves.
                Err(_) => tokio::time::sleep(EXHAUSTED).await,
            }
        }
    }
}

/// Listens on the first free one of the addresses, of which there is at least one.
///
/// # Errors
/// Why the last of them is not available.
pub fn listen(addresses: &[SocketAddr]) -> io::Result<TcpListener> {
    /// The connections that may wait to be accepted. If there is no place, a client tries again after a second.
    const WAITING: u32 = 4_096;
    let at = |&address: &SocketAddr| {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(WAITING)
    };
    let mut last = io::ErrorKind::AddrNotAvailable.into();
    for address in addresses {
        match at(address) {
            Ok(listener) => return Ok(listener),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// How many connections fit in the limit of open files, which is raised as far as allowed.
fn most_connections() -> usize {
    let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE) else { return MOST / 8 };
    let wanted = hard.min(MOST as u64 + OWN_FILES).max(soft);
    let files = if setrlimit(Resource::RLIMIT_NOFILE, wanted, hard).is_ok() { wanted } else { soft };
    (files.saturating_sub(OWN_FILES) as usize).clamp(16, MOST)
}

/// An accepted connection.
struct Admitted {
    working: Working,
    close: Arc<Notify>,
}

impl Admitted {
    async fn serve(self, stream: TcpStream, peer: SocketAddr, routes: Router) {
        // What is sent is sent at once: events are short.
        let _ = stream.set_nodelay(true);
        let working = self.working.clone();
        let with_peer = move |mut request: Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(working.clone());
            tower_service(&routes, request.map(Body::new))
        };
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIME)
            .max_buf_size(MAX_HEAD)
            .serve_connection(TokioIo::new(stream), hyper::service::service_fn(with_peer));
        tokio::select! {
            // A client that breaks off is not news.
            _ = connection => {}
            () = self.close.notified() => {}
        }
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        self.working.connections.state().open.remove(&self.working.id);
    }
}

/// Answers a request.
fn tower_service(
    routes: &Router,
    request: Request,
) -> impl Future<Output = Result<Response, std::convert::Infallible>> + use<> {
    use hyper::service::Service;
    TowerToHyperService::new(routes.clone()).call(request)
}

/// How many requests of a connection are being worked on or answered. While there is one, the connection is not closed
/// for others.
#[derive(Clone)]
pub struct Working {
    connections: Arc<Connections>,
    id: u64,
    running: Arc<AtomicUsize>,
}

impl Working {
    /// One more, until what is returned is dropped.
    pub fn begin(&self) -> RunningRequest {
        self.running.fetch_add(1, SeqCst);
        RunningRequest(self.running.clone())
    }

    /// Notes for whom a proxy asks on this connection. Returns whether that client may: none has more than half of all
    /// connections.
    pub fn belongs_to(&self, client: IpAddr) -> bool {
        let mut state = self.connections.state();
        if let Some(open) = state.open.get_mut(&self.id) {
            open.client = client;
        }
        self.connections.proxies.has(client)
            || state.open.values().filter(|open| open.client == client).count() <= self.connections.most / 2
    }
}

/// A request in progress.
pub struct RunningRequest(Arc<AtomicUsize>);

impl RunningRequest {
    /// An answer whose task ends when it has been sent.
    pub fn until_sent(self, answer: Response) -> Response {
        answer.map(|body| Body::new(SentBody { body, _request: self }))
    }
}

impl Drop for RunningRequest {
    fn drop(&mut self) {
        self.0.fetch_sub(1, SeqCst);
    }
}

/// The body of an answer, with the task that ends with it.
struct SentBody {
    body: Body,
    _request: RunningRequest,
}

impl HttpBody for SentBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_that_waits_gives_way_and_one_that_works_does_not() {
        let connections = Arc::new(Connections { state: Mutex::default(), most: 8, proxies: Proxies::default() });
        let here = IpAddr::from([127, 0, 0, 1]);
        let mut open: Vec<Admitted> = (0..8).map(|_| connections.admit(here).unwrap()).collect();
        let request = open[0].working.begin();
        let newest = connections.admit(here).unwrap();
        assert!(
            !connections.state().open.contains_key(&open[1].working.id) && connections.state().open.contains_key(&0)
        );
        let _requests: Vec<RunningRequest> = open.iter().chain([&newest]).map(|one| one.working.begin()).collect();
        assert!(connections.admit(here).is_none(), "all are worked on");
        open.remove(5);
        let another = connections.admit(here).unwrap();
        assert_eq!(connections.state().open.len(), 8);
        drop((request, another, newest, open));
        assert_eq!(connections.state().open.len(), 0);
    }

    #[test]
    fn another_machine_has_half_of_them() {
        let connections = Arc::new(Connections { state: Mutex::default(), most: 8, proxies: Proxies::default() });
        let (one, two) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let of_two = connections.admit(two).unwrap();
        let of_one: Vec<Admitted> = (0..20).map(|_| connections.admit(one).unwrap()).collect();
        assert_eq!(connections.state().open.len(), 5);
        assert!(connections.state().open.contains_key(&of_two.working.id), "it was the oldest of all");
        assert!(of_one.iter().rev().take(4).all(|one| connections.state().open.contains_key(&one.working.id)));
    }

    #[test]
    fn a_named_proxy_brings_many_people_and_each_has_half_of_its_connections() {
        let proxies = Proxies::new(vec!["10.0.0.0/24".parse().unwrap()]);
        let connections = Arc::new(Connections { state: Mutex::default(), most: 8, proxies });
        let proxy = IpAddr::from([10, 0, 0, 1]);
        let open: Vec<Admitted> = (0..8).map(|_| connections.admit(proxy).unwrap()).collect();
        assert_eq!(connections.state().open.len(), 8);
        let (one, two) = (IpAddr::from([1, 2, 3, 4]), IpAddr::from([1, 2, 3, 5]));
        let may: Vec<bool> = open.iter().take(6).map(|open| open.working.belongs_to(one)).collect();
        assert_eq!(may, [true, true, true, true, false, false]);
        assert!(open[6].working.belongs_to(two));
        // A connection that goes on for somebody else is theirs.
        assert!(open[0].working.belongs_to(two) && open[1].working.belongs_to(two));
        assert!(open[2].working.belongs_to(one));
        // What the proxy asks for itself is nobody's.
        assert!(open.iter().all(|open| open.working.belongs_to(proxy)));
    }
}

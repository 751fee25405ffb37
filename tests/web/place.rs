//! Where the page stands: behind a server, or alone as static files. What a test of the page asks and does is the same on both.

use super::browser::Browser;
use super::drivers::Media;
use super::harness::{self, Group, Need};
use super::server::{Answers, Folder, Server};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// What is behind the page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Back {
    /// `quintet serve`.
    Server,
    /// The engine in the page, of what `quintet site` writes.
    Site,
}

impl Back {
    /// As in the names of tests.
    pub fn name(self) -> &'static str {
        match self {
            Back::Server => "server",
            Back::Site => "site",
        }
    }
}

/// Tests of the page that need the same: their module, needs and names, and what they do on a back.
pub type PageTests = (&'static str, Vec<&'static Need>, Vec<(&'static str, fn(Back))>);

/// Tests of the page, such as `page_tests!(clicks[BROWSER]: one, two)`.
macro_rules! page_tests {
    ($module:ident[$($need:ident),*]: $($name:ident),+ $(,)?) => {
        (
            stringify!($module),
            vec![$(&$crate::harness::$need),*],
            vec![$((stringify!($name), $module::$name as fn($crate::place::Back))),+],
        )
    };
}
pub(crate) use page_tests;

/// What only one back has. All other tests of the page run on both.
const ONLY: [(&str, Back, &str); 4] = [
    ("engines_play_each_other_and_one_of_them_is_another_program", Back::Server, "other engines"),
    ("a_game_goes_on_when_the_server_comes_back", Back::Server, "a connection that may be lost"),
    ("what_a_file_of_proofs_knows_is_marked_in_analyses_and_reviews", Back::Server, "files of proofs"),
    (
        "pictures_of_every_game_and_of_the_review_are_made",
        Back::Server,
        "the pictures of docs/page, of which there is one",
    ),
];

/// The tests on every back that has what they are about, such as `clicks::one::server` and `clicks::one::site`.
pub fn on_every_back(all: Vec<PageTests>) -> Vec<Group> {
    for (name, ..) in ONLY {
        assert!(all.iter().any(|(.., tests)| tests.iter().any(|test| test.0 == name)), "{name} is no test of the page");
    }
    let on = |back: Back| {
        let more: &[&Need] = match back {
            Back::Server => &[],
            Back::Site => &[&harness::SITE, &harness::PYTHON],
        };
        let has = move |name: &str| !ONLY.iter().any(|(only, other, _)| *only == name && *other != back);
        all.iter().map(move |(module, needs, tests)| Group {
            module,
            needs: [needs, more].concat(),
            tests: tests
                .iter()
                .filter(|(name, _)| has(name))
                .map(|&(name, test)| (format!("{name}::{}", back.name()), Box::new(move || test(back)) as harness::Run))
                .collect(),
        })
    };
    on(Back::Server).chain(on(Back::Site)).collect()
}

/// What `quintet site` says and does to a folder.
pub fn write_site(folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
    command.arg("site").arg(folder);
    if !cfg!(feature = "site") {
        command.arg("--module").arg(std::env::var_os("QUINTET_MODULE").expect("QUINTET_MODULE names a folder"));
    }
    command.output().unwrap()
}

/// A host of static files that sends the two headers which shared memory needs.
const ISOLATED: &str = r#"
import functools, http.server, sys

class Isolated(http.server.SimpleHTTPRequestHandler):
    def end_headers(self):
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

host = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Isolated, directory=sys.argv[1]))
print("port", host.server_port, flush=True)
host.serve_forever()
"#;

/// The page as static files in a folder of a host, the plainest that there is unless something is asked of it.
pub struct Site {
    host: Child,
    address: String,
    folder: Folder,
}

impl Site {
    /// Where on the host it is.
    const PLACE: &'static str = "club/quintet";

    pub fn new() -> Self {
        Self::hosted(&["-m", "http.server", "0", "--bind", "127.0.0.1", "--directory"])
    }

    /// On a host that lets the workers of a page share memory.
    pub fn isolated() -> Self {
        Self::hosted(&["-c", ISOLATED])
    }

    fn hosted(host: &[&str]) -> Self {
        let folder = Folder::new();
        let written = write_site(&folder.0.join(Self::PLACE));
        assert!(written.status.success(), "{written:?}");
        let mut command = Command::new("python3");
        command.arg("-u").args(host).arg(&folder.0);
        let mut host = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(host.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port: String = line.split("port ").nth(1).unwrap().chars().take_while(char::is_ascii_digit).collect();
        Self { host, address: format!("127.0.0.1:{port}/{}", Self::PLACE), folder }
    }

    /// The origin of its pages.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address.trim_end_matches(Self::PLACE).trim_end_matches('/'))
    }

    /// Its files.
    pub fn path(&self) -> PathBuf {
        self.folder.0.join(Self::PLACE)
    }

    /// The host goes, as where there is no network.
    pub fn end(&mut self) {
        let _ = self.host.kill();
        let _ = self.host.wait();
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.end();
    }
}

/// What answers a browser, until it is dropped.
enum Behind {
    Server { _server: Server, _data: Folder },
    Site(Site),
}

/// The page in a browser. It asks as the page does, from within.
pub struct Place {
    pub browser: Browser,
    behind: Behind,
}

impl Place {
    /// The page's first sight in a window of this size.
    pub fn open(back: Back, width: u32, height: u32) -> Self {
        Self::open_as(back, width, height, Media::default())
    }

    /// The same where nothing moves.
    pub fn still(back: Back, width: u32, height: u32) -> Self {
        Self::open_as(back, width, height, Media { motion: "reduce".to_string(), ..Media::default() })
    }

    pub fn open_as(back: Back, width: u32, height: u32, media: Media) -> Self {
        match back {
            Back::Server => {
                let data = Folder::new();
                let server = Server::start(&data.0, &[]);
                let browser = Browser::open(&server, width, height);
                Self::begun(browser, Behind::Server { _server: server, _data: data }, media)
            }
            Back::Site => Self::at(Site::new(), width, height, media),
        }
    }

    /// The page of a site.
    pub fn at(site: Site, width: u32, height: u32, media: Media) -> Self {
        Self::begun(Browser::at(&site.address, width, height), Behind::Site(site), media)
    }

    /// The page of a site that may keep no more than this, in bytes.
    pub fn with_room(site: Site, most: u64) -> Self {
        let browser = Browser::at(&site.address, 1280, 900);
        browser.limit_storage(&site.origin(), Some(most));
        Self::begun(browser, Behind::Site(site), Media::default())
    }

    fn begun(browser: Browser, behind: Behind, media: Media) -> Self {
        let place = Self { browser, behind };
        place.show_as(media);
        place
    }

    /// Where a picture or a print of a page is left, to be looked at.
    pub fn left(&self, name: &str) -> PathBuf {
        let back = match self.behind {
            Behind::Server { .. } => Back::Server,
            Behind::Site(_) => Back::Site,
        };
        let folder = format!("{:?}-{}", harness::asked_browser(), back.name()).to_lowercase();
        Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages").join(folder).join(name)
    }

    /// Has pages look otherwise. A browser that knows how only when it starts has lost its games.
    pub fn show_as(&self, media: Media) {
        self.browser.show_as(media);
        self.browser.visit("");
        self.browser.wait("document.querySelector('#main .page')");
    }

    /// What is shown has no serious fault for those who hear it and is not too wide for any window; pictures of it are left.
    pub fn assert_fits(&self, name: &str, scheme: &str) {
        let browser = &self.browser;
        assert_eq!(browser.accessibility(), Vec::<String>::new(), "{name}, {scheme}");
        for width in [1280, 768, 320] {
            browser.resize(width, 900);
            // The window of WebKitGTK does not get as narrow.
            let room = browser.script("return innerWidth;", Vec::new()).as_u64().max(Some(width.into()));
            let taken = browser.script("return document.documentElement.scrollWidth;", Vec::new());
            assert!(taken.as_u64() <= room, "{name} is {taken} pixels wide at {width}");
            browser.picture(&self.left(&format!("{name}-{scheme}-{width}.png")));
        }
    }

    /// The site, where the page stands alone.
    pub fn site(&mut self) -> &mut Site {
        match &mut self.behind {
            Behind::Site(site) => site,
            Behind::Server { .. } => panic!("a server is no site"),
        }
    }

    /// What the modules of the page give: `script` has `api` and `done`, which is to be called with the answer.
    fn within(&self, script: &str) -> Value {
        self.browser.script_async(&format!(
            "const done = arguments[arguments.length - 1];
            const fail = (error) => done([error.status ?? 0, {{ error: error.message }}]);
            moduleOf('api.js').then((api) => {{ {script} }}).catch(fail);"
        ))
    }

    /// What another module gives, which `script` has by its name, and `api`; it calls `done([200, answer])`.
    pub fn with(&self, module: &str, script: &str) -> Value {
        let name = module.trim_end_matches(".js");
        let found = self.within(&format!("moduleOf('{module}').then(({name}) => {{ {script} }}).catch(fail);"));
        assert_eq!(found[0], 200, "{module}: {found}");
        found[1].clone()
    }

    /// The last part of an answer that comes in parts.
    pub fn last_part(&self, path: &str, body: &Value) -> Value {
        let path = json!(path);
        let found = self.within(&format!(
            "let last = null;
            api.stream({path}, {body}, (part) => (last = part)).finished.then(() => done([200, last]), fail);"
        ));
        assert_eq!(found[0], 200, "{path} {body}: {found}");
        found[1].clone()
    }
}

impl Answers for Place {
    fn send(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let name = match method {
            "GET" => "get",
            "POST" => "post",
            "PUT" => "put",
            "DELETE" => "remove",
            other => panic!("{other}"),
        };
        let given = if body.is_null() { String::new() } else { format!(", {body}") };
        let path = json!(path);
        let found = self.within(&format!("api.{name}({path}{given}).then((found) => done([200, found]), fail);"));
        (found[0].as_u64().unwrap() as u16, found[1].clone())
    }
}

//! The programs that drive the browsers, and what each needs to be started.

use super::harness::{Asked, asked_browser, chromium, firefox, minibrowser};
use super::server::{Folder, PATIENCE};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use thirtyfour::prelude::*;

/// What pages are to look like, as far as the system says it.
#[derive(Clone, PartialEq, Eq)]
pub struct Media {
    /// `light` or `dark`.
    pub scheme: String,
    /// `reduce` or `no-preference`.
    pub motion: String,
    /// High contrast, in which the system chooses the colours.
    pub forced: bool,
    /// As printed.
    pub print: bool,
    /// A screen that is touched, without a mouse.
    pub touch: bool,
}

impl Default for Media {
    fn default() -> Self {
        let (scheme, motion) = ("light".to_string(), "no-preference".to_string());
        Self { scheme, motion, forced: false, print: false, touch: false }
    }
}

/// A program that drives a browser, until it is dropped.
pub struct Driver {
    /// Which browser.
    pub asked: Asked,
    processes: Vec<Child>,
    url: String,
    /// What the browser keeps; a browser of WebKitGTK reads there what pages are to look like.
    folder: Folder,
}

impl Driver {
    /// That of the browser that is asked for.
    pub fn start() -> Self {
        let folder = Folder::new();
        let asked = asked_browser();
        let (processes, port) = match asked {
            Asked::Chromium => {
                let mut command = Command::new("chromedriver");
                started(command.arg("--port=0"), "successfully on port ")
            }
            Asked::Firefox => {
                // What pages look like is set where the browser's own code runs.
                let mut command = Command::new("geckodriver");
                command.args(["--port", "0", "--websocket-port", "0", "--allow-system-access", "--log", "info"]);
                started(command.env("TMPDIR", &folder.0), "Listening on 127.0.0.1:")
            }
            Asked::WebKit => webkit(&folder),
        };
        Self { asked, processes, url: format!("http://127.0.0.1:{port}"), folder }
    }

    /// A new window.
    pub async fn session(&self, media: &Media) -> WebDriver {
        let begun = async {
            // A script that takes too long is said by the driver.
            let window = WebDriver::builder(&self.url, self.capabilities(media)).request_timeout(2 * PATIENCE).await?;
            window.set_script_timeout(PATIENCE).await?;
            Ok::<_, WebDriverError>(window)
        };
        begun.await.unwrap_or_else(|error| panic!("{:?}: {error}", self.asked))
    }

    fn capabilities(&self, media: &Media) -> Capabilities {
        let mut wanted = Capabilities::new();
        let (name, options) = match self.asked {
            Asked::Chromium => {
                let arguments =
                    ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars"];
                wanted.set("browserName", "chrome").unwrap();
                ("goog:chromeOptions", json!({ "args": arguments, "binary": path(chromium().expect("a Chromium")) }))
            }
            Asked::Firefox => {
                wanted.set("browserName", "firefox").unwrap();
                // Overlay scrollbars take no room; no page of the browser's own is opened.
                let prefs = json!({
                    "widget.gtk.overlay-scrollbars.enabled": true, "intl.accept_languages": "en",
                    "browser.startup.page": 0, "datareporting.policy.dataSubmissionEnabled": false,
                });
                let binary = path(firefox().expect("a Firefox"));
                ("moz:firefoxOptions", json!({ "args": ["-headless"], "binary": binary, "prefs": prefs }))
            }
            Asked::WebKit => {
                // It reads these when it starts.
                let animations = u8::from(media.motion != "reduce");
                let settings = self.folder.0.join("gtk-3.0");
                std::fs::create_dir_all(&settings).unwrap();
                let text = format!("[Settings]\ngtk-enable-animations={animations}\n");
                std::fs::write(settings.join("settings.ini"), text).unwrap();
                let mut arguments = vec!["--automation"];
                if media.scheme == "dark" {
                    arguments.push("--dark-mode");
                }
                wanted.set("browserName", "MiniBrowser").unwrap();
                let binary = minibrowser().expect("a MiniBrowser");
                ("webkitgtk:browserOptions", json!({ "args": arguments, "binary": binary }))
            }
        };
        wanted.set(name, options).unwrap();
        wanted
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        for process in self.processes.iter_mut().rev() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// Where a program is.
fn path(program: &str) -> String {
    let path = Command::new("sh").args(["-c", &format!("command -v {program}")]).output().unwrap();
    String::from_utf8_lossy(&path.stdout).trim().to_string()
}

/// Starts a program that says where it listens: `words` and then a port. One that finds its port taken by another that is
/// starting, too, ends, and is started again.
fn started(command: &mut Command, words: &str) -> (Vec<Child>, String) {
    let program = command.get_program().to_string_lossy().into_owned();
    let found = (0..5).find_map(|_| try_to_start(command, words));
    found.unwrap_or_else(|| panic!("{program} ends"))
}

fn try_to_start(command: &mut Command, words: &str) -> Option<(Vec<Child>, String)> {
    let program = command.get_program().to_string_lossy().into_owned();
    let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut process = spawned.unwrap_or_else(|error| panic!("{program}: {error}"));
    let mut output = BufReader::new(process.stdout.take().unwrap());
    let port = loop {
        let mut line = String::new();
        if output.read_line(&mut line).unwrap() == 0 {
            let _ = process.wait();
            return None;
        }
        if let Some((_, rest)) = line.split_once(words) {
            break rest.chars().take_while(char::is_ascii_digit).collect();
        }
    };
    std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
    Some((vec![process], port))
}

/// A display of its own, and there the driver of WebKitGTK, which does not choose a port.
fn webkit(folder: &Folder) -> (Vec<Child>, String) {
    let mut display = Command::new("Xvfb");
    display.args(["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]);
    let (mut processes, number) = started(&mut display, "");
    for _ in 0..10 {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut command = Command::new("WebKitWebDriver");
        command.arg(format!("--port={free}")).env("DISPLAY", format!(":{number}")).env("XDG_CONFIG_HOME", &folder.0);
        // No other program of the desktop is asked for anything.
        command.env("NO_AT_BRIDGE", "1").env("GDK_BACKEND", "x11").env("LANG", "en_US.UTF-8").env("LANGUAGE", "en");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut process = command.spawn().expect("WebKitWebDriver");
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE && process.try_wait().unwrap().is_none() {
            if TcpStream::connect(("127.0.0.1", free)).is_ok() {
                processes.push(process);
                return (processes, free.to_string());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        // Another program has taken the port meanwhile.
        let _ = process.kill();
        let _ = process.wait();
    }
    panic!("WebKitWebDriver does not start");
}

/// How `Emulation.setEmulatedMedia` says what pages are to look like.
pub fn emulated(media: &Media) -> Value {
    json!({
        "media": if media.print { "print" } else { "" },
        "features": [
            { "name": "prefers-color-scheme", "value": media.scheme },
            { "name": "prefers-reduced-motion", "value": media.motion },
            { "name": "forced-colors", "value": if media.forced { "active" } else { "none" } },
        ],
    })
}

/// The script that says it to Firefox, where the browser's own code runs.
pub fn chrome_script(media: &Media) -> String {
    format!(
        "const context = gBrowser.selectedBrowser.browsingContext;
         context.mediumOverride = '{medium}';
         context.prefersColorSchemeOverride = '{scheme}';
         Services.prefs.setIntPref('ui.prefersReducedMotion', {still});
         Services.prefs.setIntPref('browser.display.document_color_use', {colours});
         for (const which of ['primary', 'all']) Services.prefs.setIntPref(`ui.${{which}}PointerCapabilities`, {pointer});",
        medium = if media.print { "print" } else { "" },
        scheme = media.scheme,
        still = u8::from(media.motion == "reduce"),
        colours = if media.forced { 2 } else { 0 },
        // Coarse, or fine and able to hover.
        pointer = if media.touch { 1 } else { 6 },
    )
}

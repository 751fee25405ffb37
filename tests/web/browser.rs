//! A headless Chromium that is driven by WebDriver.

use super::harness::{axe_core, chromium};
use super::server::Server;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use thirtyfour::common::capabilities::chromium::ChromiumLikeCapabilities;
use thirtyfour::prelude::*;

/// How long something may take to appear.
const PATIENCE: Duration = Duration::from_secs(60);

/// A browser.
pub struct Browser {
    runtime: tokio::runtime::Runtime,
    driver: Option<WebDriver>,
    process: Child,
    /// Where the server is.
    pub address: String,
}

impl Browser {
    /// A browser for the pages of a server, in a window of this size.
    pub fn open(server: &Server, width: u32, height: u32) -> Self {
        let mut command = Command::new("chromedriver");
        command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null());
        let program = chromium().expect("a Chromium");
        let mut process = command.spawn().expect("chromedriver");
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let port = loop {
            let mut line = String::new();
            assert!(output.read_line(&mut line).unwrap() > 0, "chromedriver ends");
            if let Some((_, rest)) = line.split_once("successfully on port ") {
                break rest.trim().trim_end_matches('.').to_string();
            }
        };
        std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let mut capabilities = DesiredCapabilities::chrome();
        for argument in
            ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars"]
        {
            capabilities.add_arg(argument).unwrap();
        }
        let path = Command::new("sh").args(["-c", &format!("command -v {program}")]).output().unwrap();
        capabilities.set_binary(String::from_utf8_lossy(&path.stdout).trim()).unwrap();
        let driver = runtime.block_on(WebDriver::new(format!("http://127.0.0.1:{port}"), capabilities)).unwrap();
        let browser = Self { runtime, driver: Some(driver), process, address: server.address.clone() };
        browser.resize(width, height);
        browser.remember_complaints();
        browser
    }

    /// What pages of this tab complain about is remembered from the first line on.
    fn remember_complaints(&self) {
        self.devtools(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": "window.complaints = [];
                addEventListener('error', (event) => complaints.push(String(event.message || event.target?.src || event)), true);
                addEventListener('unhandledrejection', (event) => complaints.push(String(event.reason)));
                for (const kind of ['error', 'warn']) {
                  const old = console[kind];
                  console[kind] = (...what) => { complaints.push(what.join(' ')); old(...what); };
                }" }),
        );
    }

    fn driver(&self) -> &WebDriver {
        self.driver.as_ref().unwrap()
    }

    fn devtools(&self, command: &str, parameters: Value) {
        self.runtime.block_on(self.driver().cdp().send_raw(command, parameters)).unwrap();
    }

    /// Gives the window another size.
    pub fn resize(&self, width: u32, height: u32) {
        let mobile = width < 600;
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile });
        self.devtools("Emulation.setDeviceMetricsOverride", size);
    }

    /// Has pages be dark or light, and move or not.
    pub fn prefer(&self, scheme: &str, motion: &str) {
        let features = json!([
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": motion },
        ]);
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Opens an address of the page, such as `#/puzzles`.
    pub fn visit(&self, address: &str) {
        let url = format!("http://{}/{address}", self.address);
        self.runtime.block_on(self.driver().goto(url)).unwrap();
    }

    /// Loads the page again.
    pub fn reload(&self) {
        self.runtime.block_on(self.driver().refresh()).unwrap();
    }

    /// What a script returns, which may use `arguments`.
    pub fn script(&self, script: &str, arguments: Vec<Value>) -> Value {
        let found = self.runtime.block_on(self.driver().execute(script, arguments));
        found.unwrap_or_else(|error| panic!("{script}: {error}")).json().clone()
    }

    /// What a script reports to the function that is its last argument.
    pub fn script_async(&self, script: &str) -> Value {
        self.runtime.block_on(self.driver().execute_async(script, Vec::new())).unwrap().json().clone()
    }

    /// Waits until an expression of JavaScript is true of the page, and returns it.
    pub fn wait(&self, expression: &str) -> Value {
        let begun = Instant::now();
        loop {
            let found = self.script(&format!("return {expression};"), Vec::new());
            if !matches!(found, Value::Null | Value::Bool(false)) && found != json!("") && found != json!(0) {
                return found;
            }
            if begun.elapsed() > PATIENCE {
                let complaints = self.script("return window.complaints;", Vec::new());
                let text = self.script("return document.body.innerText;", Vec::new());
                self.picture(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("waits.png"));
                panic!("`{expression}` does not come true: {complaints} {text}");
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for an element and clicks on it.
    pub fn click(&self, css: &str) {
        self.wait(&format!("!!document.querySelector({})", json!(css)));
        self.runtime.block_on(async {
            let element = self.driver().find(By::Css(css)).await.unwrap();
            element.scroll_into_view().await.unwrap();
            if let Err(error) = element.click().await {
                panic!("`{css}` cannot be clicked: {error}");
            }
        });
    }

    /// Presses keys, wherever the focus is.
    pub fn press(&self, keys: &str) {
        self.runtime.block_on(async {
            self.driver().action_chain().send_keys(keys).perform().await.unwrap();
        });
    }

    /// The text of an element.
    pub fn text(&self, css: &str) -> String {
        let script = "return document.querySelector(arguments[0])?.textContent ?? '';";
        self.script(script, vec![json!(css)]).as_str().unwrap_or_default().to_string()
    }

    /// A picture of what is to be seen.
    pub fn picture(&self, path: &Path) {
        let bytes = self.runtime.block_on(self.driver().screenshot_as_png()).unwrap();
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    /// Opens a second tab and goes there; the number of the first and of the second.
    pub fn new_tab(&self) -> (WindowHandle, WindowHandle) {
        let tabs = self.runtime.block_on(async {
            let first = self.driver().window().await.unwrap();
            let second = self.driver().new_tab().await.unwrap();
            self.driver().switch_to_window(second.clone()).await.unwrap();
            (first, second)
        });
        self.remember_complaints();
        tabs
    }

    /// Closes a tab; another is to be gone to.
    pub fn close(&self, tab: &WindowHandle) {
        self.runtime.block_on(async {
            self.driver().switch_to_window(tab.clone()).await.unwrap();
            self.driver().close_window().await.unwrap();
        });
    }

    /// Goes to a tab, which is seen then; the others are hidden.
    pub fn switch_to(&self, tab: &WindowHandle) {
        self.runtime.block_on(self.driver().switch_to_window(tab.clone())).unwrap();
        self.devtools("Page.bringToFront", json!({}));
    }

    /// What axe-core finds that is serious or worse.
    pub fn accessibility(&self) -> Vec<String> {
        let axe = axe_core().expect("axe-core");
        self.script(&format!("{axe}; return true;"), Vec::new());
        let script = "const done = arguments[arguments.length - 1];
            axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] }).then((found) => done(
              found.violations.filter((one) => ['serious', 'critical'].includes(one.impact))
                .map((one) => one.id + ': ' + one.nodes.map((node) => node.html.slice(0, 120)).join(' | '))));";
        self.script_async(script).as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_string()).collect()
    }

    /// Fails if the page has complained.
    pub fn assert_no_complaints(&self) {
        assert_eq!(self.script("return window.complaints;", Vec::new()), json!([]));
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if let Some(driver) = self.driver.take() {
            let _ = self.runtime.block_on(driver.quit());
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

//! A browser that is driven by WebDriver: Chromium, or the one that `QUINTET_BROWSER` names.

use super::drivers::{Driver, Media, chrome_script, emulated};
use super::harness::{Asked, axe_core};
use super::relay;
use super::server::{PATIENCE, Server};
use axum::http::Method;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use thirtyfour::common::command::{Command, ExtensionCommand};
use thirtyfour::common::print::PrintParameters;
use thirtyfour::prelude::*;

/// What the page complains about is remembered from the first line on; and `moduleOf` gives the page's own modules, of which
/// a script of Firefox's driver would get others.
const LISTEN: &str = "window.complaints = [];
    // An analysis begins when a test wants it, unless the test is about who comes for the first time.
    try { if (!localStorage.isVisitor) localStorage['quintet.analysisOn'] ??= 'false'; } catch {}
    window.moduleOf = (name) => import(document.querySelector('script[type=module]').src.replace(/[^/]*$/, name));
    addEventListener('error', (event) => complaints.push(String(event.message || event.target?.src || event)), true);
    addEventListener('unhandledrejection', (event) => complaints.push(String(event.reason)));
    for (const kind of ['error', 'warn']) {
      const old = console[kind];
      console[kind] = (...what) => { complaints.push(what.join(' ')); old(...what); };
    }";

/// A browser.
pub struct Browser {
    runtime: tokio::runtime::Runtime,
    window: RefCell<Option<WebDriver>>,
    asked: Asked,
    driver: RefCell<Driver>,
    size: RefCell<(u32, u32)>,
    media: RefCell<Media>,
    /// Where the pages are, without `http://`.
    pub address: String,
}

impl Browser {
    /// A browser for the pages of a server, in a window of this size.
    pub fn open(server: &Server, width: u32, height: u32) -> Self {
        Self::at(&server.address, width, height)
    }

    /// The same for the pages at an address, such as `127.0.0.1:4000` or `127.0.0.1:4000/folder`.
    pub fn at(address: &str, width: u32, height: u32) -> Self {
        let driver = Driver::start();
        let asked = driver.asked;
        let address = match asked {
            Asked::Chromium => address.to_string(),
            Asked::Firefox | Asked::WebKit => relay::open(address, LISTEN),
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let (size, media) = (RefCell::new((width, height)), RefCell::default());
        let browser =
            Self { runtime, window: RefCell::default(), asked, driver: RefCell::new(driver), size, media, address };
        browser.open_window();
        browser
    }

    fn open_window(&self) {
        self.close_window();
        let window = self.runtime.block_on(self.driver.borrow().session(&self.media.borrow()));
        self.window.replace(Some(window));
        self.remember_complaints();
        let (width, height) = *self.size.borrow();
        self.resize(width, height);
    }

    /// What pages of this tab complain about is remembered; a relay does it for all tabs.
    fn remember_complaints(&self) {
        if self.asked == Asked::Chromium {
            self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": LISTEN }));
        }
    }

    fn close_window(&self) {
        if let Some(window) = self.window.take() {
            let _ = self.runtime.block_on(window.quit());
        }
    }

    fn driver(&self) -> WebDriver {
        self.window.borrow().clone().unwrap()
    }

    fn devtools(&self, command: &str, parameters: Value) {
        self.runtime.block_on(self.driver().cdp().send_raw(command, parameters)).unwrap();
    }

    /// Limits what the pages of an origin may keep, in bytes, or lifts the limit. Chromium looks for room when a page first
    /// keeps something, and if there is a lot not again for a while.
    pub fn limit_storage(&self, origin: &str, most: Option<u64>) {
        let limit =
            most.map_or_else(|| json!({ "origin": origin }), |most| json!({ "origin": origin, "quotaSize": most }));
        self.devtools("Storage.overrideQuotaForOrigin", limit);
    }

    /// Runs a script where Firefox's own code runs.
    fn in_firefox(&self, script: &str) {
        self.runtime.block_on(async {
            self.driver().cmd(Command::ExtensionCommand(Box::new(Context("chrome")))).await.unwrap();
            self.driver().execute(script, Vec::new()).await.unwrap();
            self.driver().cmd(Command::ExtensionCommand(Box::new(Context("content")))).await.unwrap();
        });
    }

    /// Gives the window another size. WebKitGTK's has a least width of about 450 pixels.
    pub fn resize(&self, width: u32, height: u32) {
        self.size.replace((width, height));
        match self.asked {
            Asked::Chromium => {
                let mobile = width < 600;
                let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile });
                self.devtools("Emulation.setDeviceMetricsOverride", size);
            }
            Asked::Firefox => {
                // Its window has a least width, what it shows of a page has none.
                self.set_rect(width.max(500) + 40, height + 200);
                self.in_firefox(&format!(
                    "const {{ style }} = gBrowser.selectedBrowser;
                     for (const least of ['', 'min-', 'max-']) {{
                       style.setProperty(`${{least}}width`, '{width}px');
                       style.setProperty(`${{least}}height`, '{height}px');
                     }}"
                ));
                self.wait(&format!("innerWidth === {width} && innerHeight === {height}"));
            }
            Asked::WebKit => {
                self.set_rect(width, height);
                let inner = self.script("return innerHeight;", Vec::new()).as_u64().unwrap() as u32;
                self.set_rect(width, height + height.saturating_sub(inner));
            }
        }
    }

    fn set_rect(&self, width: u32, height: u32) {
        self.runtime.block_on(self.driver().set_window_rect(0, 0, width, height)).unwrap();
    }

    /// Has pages be dark or light, and move or not.
    pub fn prefer(&self, scheme: &str, motion: &str) {
        let (scheme, motion) = (scheme.to_string(), motion.to_string());
        self.show_as(Media { scheme, motion, ..Media::default() });
    }

    /// Has pages look as for a screen, a printer or a person of some kind.
    pub fn show_as(&self, media: Media) {
        if *self.media.borrow() == media {
            return;
        }
        self.media.replace(media.clone());
        match self.asked {
            Asked::Chromium => {
                self.devtools("Emulation.setEmulatedMedia", emulated(&media));
                self.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": media.touch }));
            }
            Asked::Firefox => self.in_firefox(&chrome_script(&media)),
            // It is known to a browser that starts, and this one has nothing to lose.
            Asked::WebKit => {
                self.close_window();
                // A driver that has ended one session may wait for ever for the next.
                self.driver.replace(Driver::start());
                self.open_window();
            }
        }
    }

    /// The page as it would be printed, as PDF.
    pub fn pdf(&self) -> Vec<u8> {
        self.runtime.block_on(self.driver().print_page(PrintParameters::default())).unwrap()
    }

    /// Opens an address of the page, such as `#/puzzles`.
    pub fn visit(&self, address: &str) {
        let url = format!("http://{}/{address}", self.address);
        // Firefox may say that it is there while the page before is still shown, if that changes its own address just then.
        let mark = "if (location.href.split('#')[0] !== arguments[0].split('#')[0]) window.isLeft = true;";
        self.script(mark, vec![json!(url)]);
        self.runtime.block_on(self.driver().goto(url)).unwrap();
        self.wait("!window.isLeft");
    }

    /// Loads the page again.
    pub fn reload(&self) {
        if self.asked != Asked::Firefox {
            return self.runtime.block_on(self.driver().refresh()).unwrap();
        }
        // Its driver reloads past the service worker.
        self.script("window.isLeft = true; location.reload();", Vec::new());
        self.wait("!window.isLeft && document.readyState === 'complete'");
    }

    /// What a script returns, which may use `arguments`.
    pub fn script(&self, script: &str, arguments: Vec<Value>) -> Value {
        let found = self.runtime.block_on(self.driver().execute(script, arguments));
        found.unwrap_or_else(|error| panic!("{script}: {error}")).json().clone()
    }

    /// What a script reports to the function that is its last argument.
    pub fn script_async(&self, script: &str) -> Value {
        let found = self.runtime.block_on(self.driver().execute_async(script, Vec::new()));
        found.unwrap_or_else(|error| panic!("{script}: {error}")).json().clone()
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
        // Drivers differ in what of a group in a picture they click on: then the pointer goes to its first shape.
        let script = "const element = document.querySelector(arguments[0]);
            if (!(element instanceof SVGElement)) return null;
            element.scrollIntoView({ block: 'center' });
            const shape = element.querySelector('.hit') ?? element.querySelector('polygon, rect, circle') ?? element;
            const box = shape.getBoundingClientRect();
            const at = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
            return element.contains(document.elementFromPoint(...at)) ? at : 'something covers it';";
        let at = self.script(script, vec![json!(css)]);
        self.runtime.block_on(async {
            let clicked = match &at {
                Value::Null => {
                    let element = self.driver().find(By::Css(css)).await.unwrap();
                    element.scroll_into_view().await.unwrap();
                    element.click().await
                }
                at => {
                    let number = |index: usize| at[index].as_i64().unwrap_or_else(|| panic!("`{css}`: {at}"));
                    let chain = self.driver().action_chain();
                    chain.move_to(number(0), number(1)).click().perform().await
                }
            };
            if let Err(error) = clicked {
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
            // WebKitGTK's driver waits for ever for a click in a tab that is not in front.
            let second = match self.asked {
                Asked::WebKit => self.driver().new_window().await.unwrap(),
                Asked::Chromium | Asked::Firefox => self.driver().new_tab().await.unwrap(),
            };
            self.driver().switch_to_window(second.clone()).await.unwrap();
            (first, second)
        });
        self.remember_complaints();
        tabs
    }

    /// Whether a tab that is not gone to is hidden; where tabs are windows, all of them are seen.
    pub fn has_tabs_behind(&self) -> bool {
        self.asked != Asked::WebKit
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
        if self.asked == Asked::Chromium {
            self.devtools("Page.bringToFront", json!({}));
        }
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
        self.close_window();
    }
}

/// Has the scripts that follow run in a page, `content`, or where Firefox's own code runs, `chrome`.
#[derive(Debug)]
struct Context(&'static str);

impl ExtensionCommand for Context {
    fn parameters_json(&self) -> Option<Value> {
        Some(json!({ "context": self.0 }))
    }

    fn method(&self) -> Method {
        Method::POST
    }

    fn endpoint(&self) -> Arc<str> {
        Arc::from("/moz/context")
    }
}

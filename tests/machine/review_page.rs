//! The page of a review in headless Chromium: that it works by click and by key, and what axe-core says of it.

use crate::games::{random_game, request};
use crate::harness::{axe_core, chromium};
use quintet::registry;
use quintet::review::html;
use quintet::review::search::run;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

fn page(name: &str, nodes: u64) -> String {
    let mut game = random_game(name, 14, 3);
    game.players = vec!["<b>Ann</b>".to_string(), "Bob & Co".to_string(), "C".to_string()];
    game.players.truncate(registry::open(name).unwrap().seats());
    let mut session = registry::open(name).unwrap();
    let review = run(&mut *session, &game, &request(name, nodes), &mut |_, _| {}).unwrap().unwrap();
    html::page(&mut *session, &game, &html::turns_of(&review), Some(&review)).unwrap()
}

/// What a script says in a page, as JSON: it is run at the end of the page's own and calls `report(value)`.
fn said(browser: &str, name: &str, page: &str, script: &str, dark: bool) -> Value {
    let folder: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("review");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(format!("{name}.html"));
    let report = "const report = (value) => { const p = document.createElement('pre'); p.id = 'said'; \
               p.textContent = 'SAID' + encodeURIComponent(JSON.stringify(value)) + 'DIAS'; document.body.replaceChildren(p); };";
    let page = page.replace("</script>\n</body>", &format!("{report}\n{script}</script>\n</body>"));
    std::fs::write(&file, page).unwrap();
    let profile = folder.join(format!("profile-{name}"));
    let mut command = Command::new(browser);
    command.args(["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--dump-dom"]);
    command.args(["--virtual-time-budget=20000", "--window-size=1280,900"]);
    if dark {
        command.arg("--force-dark-mode").arg("--blink-settings=preferredColorScheme=0");
    }
    command.arg(format!("--user-data-dir={}", profile.display()));
    let output = command.arg(format!("file://{}", file.display())).output().unwrap();
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let found = dom.split_once("SAID").and_then(|(_, rest)| rest.split_once("DIAS"));
    let (text, _) = found.unwrap_or_else(|| panic!("{dom} {}", String::from_utf8_lossy(&output.stderr)));
    serde_json::from_str(&decoded(text)).unwrap()
}

/// The inverse of `encodeURIComponent`.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(if byte == b'%' {
            let digits: Vec<u8> = rest.by_ref().take(2).collect();
            u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap()
        } else {
            byte
        });
    }
    String::from_utf8(bytes).unwrap()
}

pub fn a_page_needs_nothing_from_outside_and_shows_no_foreign_markup() {
    let page = page("yinsh", 50);
    for outside in ["src=", "href=", "@import", "fetch(", "XMLHttpRequest"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let urls: Vec<&str> = page.matches("http").collect();
    assert!(urls.len() <= 1, "only the name of SVG");
    assert!(!page.contains("<b>Ann") && page.contains("&lt;b&gt;Ann"));
}

pub fn the_page_goes_through_the_game_by_click_and_by_key() {
    let browser = chromium().unwrap();
    for name in ["yavalath", "gipf", "zen", "yavalath3"] {
        let script = "
            const key = (name) => document.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
            const at = () => document.querySelector('#turns [aria-current=true]')?.textContent ?? '';
            const pieces = () => document.querySelectorAll('.pieces .piece').length;
            const seen = { count: turns.length, start: at(), errors: [] };
            window.onerror = (message) => seen.errors.push(message);
            key('ArrowRight'); key('ArrowRight'); seen.two = at(); seen.caption = by('caption').textContent;
            key('ArrowLeft'); seen.one = at();
            key('End'); seen.last = at(); seen.pieces = pieces(); seen.atEnd = by('next').disabled;
            key('Home'); seen.home = at();
            turns[4].click(); seen.five = at();
            const box = curve.getBoundingClientRect();
            curve.dispatchEvent(new MouseEvent('click', { clientX: box.left + box.width, clientY: box.top + 5, bubbles: true }));
            seen.clicked = at();
            const better = review.turns.findIndex((turn, i) => variations[i]?.length > 0);
            go(better + 1);
            const offered = by('variation').querySelectorAll('button');
            seen.offered = offered.length;
            offered[0]?.click();
            seen.variation = by('caption').textContent;
            by('play').click(); seen.playing = by('play').textContent; by('play').click();
            report(seen);";
        let seen = said(browser, &format!("go-{name}"), &page(name, 60), script, false);
        let count = seen["count"].as_u64().unwrap();
        let text = |field: &str| seen[field].as_str().unwrap().to_string();
        assert!(text("start").is_empty() && text("home").is_empty(), "{seen}");
        assert!(
            text("one").starts_with("1.") && text("two").starts_with("2.") && text("five").starts_with("5."),
            "{seen}"
        );
        assert!(text("last").starts_with(&format!("{count}.")) && text("clicked") == text("last"), "{seen}");
        assert!(seen["pieces"].as_u64() > Some(0) && seen["atEnd"] == true && seen["errors"] == serde_json::json!([]));
        assert!(seen["offered"].as_u64() > Some(0) && text("variation").starts_with("Variation"), "{seen}");
        assert!(text("caption").len() > 8 && text("playing").contains("Pause"), "{seen}");
    }
}

/// On paper, as the rules of `@media print` have it, here applied to the screen.
pub fn a_printed_page_has_a_diagram_and_a_sentence_for_each_mistake() {
    let browser = chromium().unwrap();
    for (name, dark) in [("yavalath", true), ("gipf", false)] {
        let script = "
            const before = document.querySelectorAll('figure').length;
            dispatchEvent(new Event('beforeprint'));
            dispatchEvent(new Event('beforeprint'));
            const isShown = (element) => element.getClientRects().length > 0;
            const screen = [...document.querySelectorAll('figure')].filter(isShown).length;
            const [sheet] = document.styleSheets;
            for (const rule of sheet.cssRules) if (rule.conditionText === 'print') rule.media.mediaText = 'all';
            const figures = [...document.querySelectorAll('figure')];
            const buttons = [...document.querySelectorAll('button')].filter(isShown);
            report({
                before, screen,
                mistakes: review.turns.filter((turn) => ['?!', '?', '??'].includes(turn.mark)).map((turn) => turn.number),
                sentences: figures.map((figure) => figure.querySelector('figcaption p').textContent),
                boards: figures.filter((figure) => isShown(figure.querySelector('svg.board'))).length,
                played: figures.map((figure) => figure.querySelectorAll('.marks .last').length),
                better: figures.map((figure) => figure.querySelectorAll('.marks .better').length),
                breaks: figures.map((figure) => getComputedStyle(figure).breakInside),
                paper: getComputedStyle(document.body).backgroundColor,
                controls: isShown(by('play')) || isShown(by('board')) || isShown(by('variation')),
                edges: buttons.map((button) => getComputedStyle(button).borderTopWidth),
                missing: review.turns.length - buttons.length,
                wide: document.documentElement.scrollWidth > innerWidth,
            });";
        let seen = said(browser, &format!("print-{name}"), &page(name, 60), script, dark);
        let numbers = seen["mistakes"].as_array().unwrap();
        assert!(!numbers.is_empty() && seen["before"] == 0 && seen["screen"] == 0, "{seen}");
        // One more shows the end.
        let sentences = seen["sentences"].as_array().unwrap();
        assert_eq!((sentences.len(), &seen["boards"]), (numbers.len() + 1, &(numbers.len() + 1).into()), "{seen}");
        for (place, (number, sentence)) in numbers.iter().zip(sentences).enumerate() {
            assert!(sentence.as_str().unwrap().starts_with(&format!("{number}. ")), "{seen}");
            // A swap touches nothing.
            let has_marks = |what: &str| seen[what][place].as_u64() > Some(0);
            assert!(
                has_marks("played") && has_marks("better") || sentence.as_str().unwrap().contains("swap"),
                "{seen}"
            );
        }
        assert!(seen["breaks"].as_array().unwrap().iter().all(|breaks| breaks == "avoid"), "{seen}");
        assert!(seen["paper"] == "rgb(255, 255, 255)" && seen["controls"] == false && seen["wide"] == false, "{seen}");
        assert!(seen["missing"] == 0 && seen["edges"].as_array().unwrap().iter().all(|edge| edge == "0px"), "{seen}");
    }
}

pub fn axe_core_finds_nothing_wrong_in_light_and_dark() {
    let (browser, axe) = (chromium().unwrap(), axe_core().unwrap());
    for (name, dark) in [("yavalath", false), ("yinsh", true)] {
        let script = format!(
            "{axe}
            go(5);
            axe.run(document, {{ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'] }}).then((found) => report({{
                dark: matchMedia('(prefers-color-scheme: dark)').matches,
                passes: found.passes.length,
                wrong: found.violations.map((rule) => rule.id + ': ' + rule.nodes.map((node) => node.html).join(' ')),
            }}));"
        );
        let found = said(browser, &format!("axe-{name}"), &page(name, 60), &script, dark);
        assert_eq!(found["wrong"], serde_json::json!([]), "{found}");
        assert!(found["passes"].as_u64() > Some(10));
        assert_eq!(found["dark"], serde_json::json!(dark));
    }
}

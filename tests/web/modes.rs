//! The page in other modes: where the system chooses the colours, on paper, and under a finger.

use super::browser::Browser;
use super::clicks::at_rest;
use super::drivers::Media;
use super::place::{Back, Place};
use super::server::{Answers, person};
use super::study::pages;
use serde_json::json;

/// Pages that show a board.
const WITH_BOARD: [&str; 7] = ["game", "analysis", "review", "lesson", "rules", "puzzle", "book"];

fn open(browser: &Browser, mode: &str, name: &str, address: &str) {
    browser.visit(&format!("?{mode}{name}{address}"));
    browser.wait(
        "document.querySelector('main h1') && document.querySelector('main').getAttribute('aria-busy') !== 'true'",
    );
    if WITH_BOARD.contains(&name) {
        browser.wait("document.querySelector('main svg.board [data-legal]')");
    }
}

/// What people tell apart by a colour or a ground alone: where it is found, which of two states it is in, and the other
/// state, made by a script. What differs in the pictures of both must be what forced colours leave: a colour of the system, a
/// border, an outline, a word.
const STATES: &str = "
    const states = [
      ['button:not(:disabled)', (one) => one.setAttribute('aria-pressed', 'true'), (one) => one.setAttribute('aria-pressed', 'false')],
      ['.toggle', (one) => one.setAttribute('aria-checked', 'true'), (one) => one.setAttribute('aria-checked', 'false')],
      ['ol.turns button, button.turn', (one) => one.setAttribute('aria-current', 'true'), (one) => one.setAttribute('aria-current', 'false')],
      ['#header nav a', (one) => one.setAttribute('aria-current', 'page'), (one) => one.removeAttribute('aria-current')],
      ['nav.buttons a.button', (one) => one.setAttribute('aria-current', 'page'), (one) => one.removeAttribute('aria-current')],
      ['.player', (one) => one.classList.add('next'), (one) => one.classList.remove('next')],
      ['.clock', (one) => one.classList.add('low'), (one) => one.classList.remove('low')],
      ['.card', (one) => (one.querySelector('input').checked = true), (one) => (one.querySelector('input').checked = false)],
      ['.chip', (one) => (one.querySelector('input').checked = true), (one) => (one.querySelector('input').checked = false)],
      ['button', (one) => (one.disabled = true), (one) => (one.disabled = false)],
    ];
    const look = (one) => [one, ...one.querySelectorAll('*')].map((each) => {
      const style = getComputedStyle(each);
      // A shadow, a background picture and what lies under them are not shown.
      return [style.backgroundColor, style.color, style.borderColor, style.borderWidth, style.outline, style.textDecorationLine].join(' ');
    }).join('|');
    return states.flatMap(([selector, on, off]) => {
      const one = [...document.querySelectorAll(`${selector}`)].find((each) => each.checkVisibility());
      if (!one) return [];
      const copy = one.cloneNode(true);
      // A group of its own: the page's choices stay.
      for (const input of copy.querySelectorAll('input')) input.name = 'copy';
      one.after(copy);
      on(copy);
      const there = look(copy);
      off(copy);
      const gone = look(copy);
      copy.remove();
      return [[selector, there !== gone]];
    });";

/// What of a picture drawn by the page would be the colour of its ground.
const DRAWN: &str = "
    const ground = getComputedStyle(document.body).backgroundColor;
    const bar = document.querySelector('.bar:not(.empty)');
    const faults = [];
    if (bar) {
      const [all, share] = [bar, bar.querySelector('.bar-share')].map((one) => getComputedStyle(one).backgroundColor);
      if (all === share) faults.push(`the bar is ${all} all over`);
    }
    for (const part of ['.curve-line', '.now', '.known', '.even']) {
      const one = document.querySelector(`.graph ${part}`);
      if (!one) continue;
      const style = getComputedStyle(one);
      if (style.stroke === ground || (style.stroke === 'none' && style.fill === ground)) faults.push(`${part} is not seen`);
    }
    // Text has the system's ground behind it unless its own is kept.
    for (const one of document.querySelectorAll('body *')) {
      const isText = [...one.childNodes].some((each) => each.nodeType === 3 && each.textContent.trim() !== '');
      if (!isText || one.closest('svg, script, option, noscript, .unseen') || !one.checkVisibility()) continue;
      const style = getComputedStyle(one);
      let under = ground;
      if (style.forcedColorAdjust === 'none')
        for (let at = one; at; at = at.parentElement) {
          under = getComputedStyle(at).backgroundColor;
          if (!/, 0\\)$/.test(under)) break;
        }
      if (style.color === under) faults.push(`${one.localName}#${one.id} ${one.className} is written in ${under} on the same`);
    }
    return faults;";

pub fn every_state_is_seen_where_the_system_chooses_the_colours(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    let mut seen = std::collections::BTreeSet::new();
    for scheme in ["light", "dark"] {
        browser.show_as(Media {
            scheme: scheme.to_string(),
            motion: "reduce".to_string(),
            forced: true,
            ..Media::default()
        });
        for (name, address) in pages(&place) {
            open(browser, &format!("forced{scheme}"), name, &address);
            if name == "analysis" {
                browser.click("#analysis-toggle");
                browser
                    .wait("document.querySelector('#heat').checked || (document.querySelector('#heat').click(), true)");
                browser.wait(
                    "document.querySelectorAll('.heat *').length > 5 && document.querySelector('#bar:not(.empty)')",
                );
            }
            let states = browser.script(STATES, Vec::new());
            for state in states.as_array().unwrap() {
                assert_eq!(state[1], true, "{name}, {scheme}: {} looks the same in both states", state[0]);
                seen.insert(state[0].to_string());
            }
            assert_eq!(browser.script(DRAWN, Vec::new()), json!([]), "{name}, {scheme}");
            for width in [1280, 768, 320] {
                browser.resize(width, 900);
                browser.picture(&place.left(&format!("forced-{name}-{scheme}-{width}.png")));
            }
            browser.resize(1280, 900);
            if name == "analysis" {
                browser.click("#analysis-toggle");
            }
        }
    }
    assert!(seen.len() >= 9, "{seen:?}");
    browser.assert_no_complaints();
}

/// What a printed page still shows of what is to be pressed, what is cut off, and whether its ground is white.
const PAPER: &str = "
    const faults = [];
    const ground = getComputedStyle(document.body).backgroundColor;
    if (ground !== 'rgb(255, 255, 255)') faults.push(`the ground is ${ground}`);
    for (const one of document.querySelectorAll('button, input, select, textarea, a.button, nav')) {
      const style = getComputedStyle(one);
      const isTurn = one.matches('.turn, ol.turns button, .marks-list button, .book button');
      if (one.checkVisibility() && !isTurn) faults.push(`${one.localName}#${one.id} ${one.className} is printed`);
      if (one.checkVisibility() && isTurn && style.backgroundColor !== 'rgba(0, 0, 0, 0)') faults.push(`${one.textContent} has a ground`);
    }
    for (const one of document.querySelectorAll('main *')) {
      if (one instanceof SVGElement || !one.checkVisibility() || one.closest('.unseen')) continue;
      const style = getComputedStyle(one);
      const isCut = style.overflowY !== 'visible' && one.scrollHeight > one.clientHeight + 1;
      if (isCut && style.display !== 'inline') faults.push(`${one.localName}#${one.id}.${one.className} is cut off`);
    }
    for (const board of document.querySelectorAll('main svg.board')) {
      const box = board.getBoundingClientRect();
      if (box.left < 0 || box.right > innerWidth + 1 || box.width < 200) faults.push(`the board is from ${box.left} to ${box.right}`);
    }
    return faults;";

pub fn what_is_printed_is_white_whole_and_without_controls(back: Back) {
    let place = Place::open(back, 700, 900);
    let browser = &place.browser;
    for scheme in ["light", "dark"] {
        for (name, address) in pages(&place) {
            browser.show_as(Media { scheme: scheme.to_string(), motion: "reduce".to_string(), ..Media::default() });
            open(browser, &format!("print{scheme}"), name, &address);
            browser.show_as(Media {
                scheme: scheme.to_string(),
                motion: "reduce".to_string(),
                print: true,
                ..Media::default()
            });
            if ["home", "learn", "end"].contains(&name) {
                continue;
            }
            assert_eq!(browser.script(PAPER, Vec::new()), json!([]), "{name}, {scheme}");
            let pdf = browser.pdf();
            assert!(pdf.starts_with(b"%PDF"));
            let path = place.left(&format!("print-{name}-{scheme}.pdf"));
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, pdf).unwrap();
        }
    }
    browser.assert_no_complaints();
}

/// What is to be pressed and is smaller than a finger can; links within a sentence may be.
const SMALL: &str = "
    return [...document.querySelectorAll('button, a, select, input, summary, [role=slider], [role=switch]')].flatMap((one) => {
      if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
      if (one.matches('.skip') || (one.localName === 'a' && one.closest('p, li, td, dd') && getComputedStyle(one).display === 'inline')) return [];
      const box = (one.matches('.tick input, .option.check input') ? one.closest('label, .option') : one).getBoundingClientRect();
      return box.width >= 24 && box.height >= 24 ? [] : [`${one.localName}#${one.id} ${one.className}: ${box.width} x ${box.height}`];
    });";

pub fn what_is_pressed_is_large_enough_for_a_finger_and_nobody_is_told_to_click(back: Back) {
    let place = Place::open(back, 320, 700);
    let browser = &place.browser;
    browser.show_as(Media { touch: true, motion: "reduce".to_string(), ..Media::default() });
    for (name, address) in pages(&place) {
        open(browser, "touch", name, &address);
        assert_eq!(browser.script("return matchMedia('(pointer: coarse)').matches;", Vec::new()), true);
        assert_eq!(browser.script(SMALL, Vec::new()), json!([]), "{name}");
        let text = browser.script("return document.querySelector('main').innerText;", Vec::new());
        let text = text.as_str().unwrap().to_lowercase();
        for word in ["click", "touch ", "tap "] {
            assert!(!text.contains(word) || name == "rules", "{name} says `{word}`: {text}");
        }
        let width = browser.script("return document.documentElement.scrollWidth;", Vec::new());
        assert!(width.as_u64().unwrap() <= 320, "{name} is {width} pixels wide");
        browser.picture(&place.left(&format!("touch-{name}.png")));
    }
    browser.assert_no_complaints();
}

pub fn the_time_of_a_turn_is_seen_without_pointing_at_it(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    let mut hosted = place.hosted("yavalath", &[person(), person()]);
    browser.visit(&format!("#/game/{}", hosted.id));
    at_rest(browser, &mut hosted);
    browser.click("[data-point=\"e5\"]");
    browser.wait("document.querySelector('#turns button[aria-current=true]')");
    let shown = "(() => { const one = document.querySelector('#turns button[aria-current=true]');
        return one.title !== '' && getComputedStyle(one, '::after').content !== 'none'; })()";
    browser.wait(shown);
}

/// Tries a wrong turn and at once another, and again: the second is answered, too.
pub fn a_puzzle_answers_at_once_after_a_wrong_turn(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    let solution = place.get("/api/puzzles/yavalath/1")["turn"].as_str().unwrap().to_string();
    browser.visit("#/puzzles/yavalath/1");
    browser.wait("document.querySelectorAll('[data-legal]').length > 5");
    let script = "const done = arguments[arguments.length - 1];
        const verdict = document.querySelector('#puzzle-verdict');
        const touch = (place) => document.querySelector(`[data-point=\"${place}\"]`).dispatchEvent(new MouseEvent('click', { bubbles: true }));
        const wrong = [...document.querySelectorAll('[data-legal]')].map((one) => one.dataset.point).filter((name) => name !== 'SOLUTION');
        const tried = [];
        const next = (place) => {
          const seen = new MutationObserver(() => {
            if (!/^[\u{2717}\u{2713}]/u.test(verdict.textContent)) return;
            seen.disconnect();
            tried.push(verdict.textContent.slice(0, 1));
            // In the next task: what is shown has come by promises alone.
            if (tried.length < 3) setTimeout(() => next(tried.length < 2 ? wrong[1] : 'SOLUTION'));
            else done(tried);
          });
          seen.observe(verdict, { childList: true, characterData: true, subtree: true });
          touch(place);
        };
        next(wrong[0]);";
    let tried = browser.script_async(&script.replace("SOLUTION", &solution));
    assert_eq!(tried, json!(["\u{2717}", "\u{2717}", "\u{2713}"]));
    browser.assert_no_complaints();
}

pub fn a_puzzle_begins_anew_while_its_solution_is_shown(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    browser.visit("#/puzzles/yavalath/2");
    browser.wait("document.querySelectorAll('[data-legal]').length > 5");
    let pieces = "document.querySelectorAll('.board .piece').length";
    let before = browser.script(&format!("return {pieces};"), Vec::new());
    browser.click("#puzzle-solution");
    browser.wait(&format!("{pieces} > {before}"));
    browser.click("#puzzle-again");
    browser.wait(&format!("{pieces} === {before} && document.querySelectorAll('[data-legal]').length > 5"));
    browser.wait("!document.querySelector('#puzzle-solution').disabled");
    browser.assert_no_complaints();
}

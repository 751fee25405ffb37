//! docs/conformance.md lists the steps that there are.

use quintet::conformance::steps::STEPS;
use std::path::Path;

/// The table of the page, from the code. `QUINTET_UPDATE=1` writes it anew.
#[test]
fn the_page_lists_the_steps() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/conformance.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once("<!-- steps -->\n").unwrap();
    let (found, after) = rest.split_once("<!-- /steps -->").unwrap();
    let rows = (1..).zip(STEPS).map(|(number, step)| {
        let (name, scope, title) = (step.name, step.scope.word(), step.title);
        format!("| {number} | `{name}` | {scope} | {title} |\n")
    });
    let lines = rows.collect::<String>();
    let expected = format!("| step | name | | what it shows |\n|---|---|---|---|\n{lines}");
    if std::env::var_os("QUINTET_UPDATE").is_some() {
        std::fs::write(&path, format!("{before}<!-- steps -->\n{expected}<!-- /steps -->{after}")).unwrap();
        return;
    }
    assert_eq!(found, expected, "QUINTET_UPDATE=1 writes the table of docs/conformance.md anew");
}

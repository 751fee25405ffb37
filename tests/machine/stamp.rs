//! The version of a build that is no release: build.rs, compiled and run as cargo does, in repositories made for it.

use crate::process::Folder;
use quintet::registry;
use std::path::{Path, PathBuf};
use std::process::Command;

/// build.rs as a program.
fn build_script(folder: &Folder) -> std::path::PathBuf {
    let program = folder.path("build-script");
    let mut rustc = Command::new(option_env!("RUSTC").unwrap_or("rustc"));
    rustc.args(["--edition", "2024", "-o"]).arg(&program).arg(concat!(env!("CARGO_MANIFEST_DIR"), "/build.rs"));
    assert!(rustc.status().unwrap().success());
    program
}

/// What it prints for a package in a folder.
fn printed(program: &Path, package: &Path, version: &str) -> String {
    let pre = version.split_once('-').map_or("", |(_, pre)| pre);
    let mut command = Command::new(program);
    command.env("CARGO_MANIFEST_DIR", package).env("CARGO_PKG_VERSION", version).env("CARGO_PKG_VERSION_PRE", pre);
    // As in a hook of another repository, which must not matter.
    command.env("GIT_DIR", "/nowhere");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn stamp(program: &Path, package: &Path, version: &str) -> String {
    let printed = printed(program, package, version);
    let line = printed.lines().find_map(|line| line.strip_prefix("cargo::rustc-env=QUINTET_VERSION="));
    line.unwrap().to_string()
}

fn git(folder: &Path, words: &[&str]) -> String {
    let who = ["-c", "user.name=A", "-c", "user.email=a@localhost", "-c", "commit.gpgsign=false"];
    let output = Command::new("git").arg("-C").arg(folder).args(who).args(words).output().unwrap();
    assert!(output.status.success(), "{words:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_string()
}

pub fn a_pre_release_has_its_commit_and_a_release_has_not() {
    let folder = Folder::new("stamp");
    let program = build_script(&folder);
    let package = folder.path("package");
    std::fs::create_dir_all(package.join("src")).unwrap();
    std::fs::write(package.join("Cargo.toml"), "[package]").unwrap();
    std::fs::write(package.join("src/lib.rs"), "").unwrap();
    let dev = "0.3.0-dev";
    assert_eq!(stamp(&program, &package, dev), dev, "there is no repository");
    git(&folder.path("."), &["init", "--quiet"]);
    git(&folder.path("."), &["commit", "--quiet", "--allow-empty", "-m", "another project"]);
    assert_eq!(stamp(&program, &package, dev), dev, "the repository around it is another project's");
    git(&package, &["init", "--quiet"]);
    assert_eq!(stamp(&program, &package, dev), dev, "there is no commit");
    git(&package, &["add", "."]);
    git(&package, &["commit", "--quiet", "-m", "one"]);
    let commit = git(&package, &["rev-parse", "--short=10", "HEAD"]);
    assert_eq!(stamp(&program, &package, dev), format!("{dev}+{commit}"));
    std::fs::write(package.join("notes"), "not of the sources").unwrap();
    assert_eq!(stamp(&program, &package, dev), format!("{dev}+{commit}"));
    std::fs::write(package.join("src/lib.rs"), "// changed").unwrap();
    assert_eq!(stamp(&program, &package, dev), format!("{dev}+{commit}.dirty"));
    assert_eq!(stamp(&program, &package, "0.3.0"), "0.3.0");
}

/// A commit that changes no source makes nothing be compiled anew.
pub fn the_stamp_watches_the_sources_and_nothing_else() {
    let folder = Folder::new("watched");
    let printed = printed(&build_script(&folder), Path::new(env!("CARGO_MANIFEST_DIR")), "0.3.0-dev");
    let watched: Vec<&str> = printed.lines().filter_map(|line| line.strip_prefix("cargo::rerun-if-changed=")).collect();
    // Without any such line cargo would watch the whole package.
    assert_eq!(watched.len() + 1, printed.lines().count(), "{printed}");
    for path in &watched {
        assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(path).exists(), "{path}");
        assert!(!path.starts_with('.') && *path != "docs" && *path != "tests", "{path}");
    }
    // What is compiled in from outside of the sources is watched, too: else the stamp would be older than what it is on.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().unwrap();
    let mut paths: Vec<PathBuf> = registry::GAMES.iter().map(|game| PathBuf::from(game.rules)).collect();
    paths.extend(
        registry::GAMES.iter().map(|game| Path::new("docs/rules/fr").join(Path::new(game.rules).file_name().unwrap())),
    );
    let text = std::fs::read_to_string(root.join("crates/core/src/registry.rs")).unwrap();
    let names = text.split("include_str!(\"").skip(1).map(|part| part.split('"').next().unwrap());
    let included = names.map(|name| root.join("crates/core/src").join(name).canonicalize().unwrap());
    paths.extend(included.map(|path| path.strip_prefix(&root).unwrap().to_owned()));
    assert!(paths.iter().any(|path| path.starts_with("openings/books")), "{paths:?}");
    for path in paths {
        assert!(root.join(&path).exists(), "{}", path.display());
        assert!(watched.iter().any(|one| path.starts_with(one)), "`{}` is compiled in", path.display());
    }
}

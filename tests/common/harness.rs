//! The harness of the tests that need more than a toolchain and a C compiler: a browser, root, a terminal.
//!
//! What a machine lacks makes a test `ignored`, counted as such in the summary, and a last line says why. With `CI` set
//! it fails. libtest can do neither, as it decides at compile time what is ignored.
//!
//! A binary with this harness has `harness = false` in Cargo.toml and lists its tests in `main`. A function that is not
//! listed is dead code, which clippy finds, and `#[test]` does nothing there, which `tests/documents/layers.rs` finds.

#![allow(dead_code)]

use libtest_mimic::{Arguments, Trial};
use std::collections::BTreeMap;
use std::process::{Command, ExitCode};

/// What a test needs of the machine.
pub struct Need {
    /// What is missing, and how to get it.
    pub missing: &'static str,
    /// Whether it is there.
    pub is_there: fn() -> bool,
}

/// The browser that is asked for, driven by WebDriver.
pub const BROWSER: Need = Need {
    missing: "there is no browser with its driver: Chromium and chromedriver (Debian: `apt install chromium \
              chromium-driver`), or what `QUINTET_BROWSER` names (CONTRIBUTING.md, *Browsers*)",
    is_there: || match asked_browser() {
        Asked::Chromium => chromium().is_some() && runs("chromedriver", &["--version"]),
        Asked::Firefox => firefox().is_some() && runs("geckodriver", &["--version"]),
        Asked::WebKit => {
            runs("WebKitWebDriver", &["--help"]) && minibrowser().is_some() && runs("sh", &["-c", "command -v Xvfb"])
        }
    },
};

/// A browser whose driver can show a page as in high contrast, as printed and as on a touch screen.
pub const MEDIA: Need = Need {
    missing: "the driver of WebKitGTK shows neither forced colours nor print nor a touch screen",
    is_there: || asked_browser() != Asked::WebKit,
};

/// Limits of what a page may keep.
pub const QUOTA: Need = Need {
    missing: "only the driver of Chromium limits what a page may keep",
    is_there: || asked_browser() == Asked::Chromium,
};

/// The page as static files, with the engine in it.
pub const SITE: Need = Need {
    missing: "the site needs the engine's WebAssembly module: `packaging/module.sh FOLDER`, then `QUINTET_MODULE=FOLDER` \
              (CONTRIBUTING.md, *Browsers*)",
    is_there: || cfg!(feature = "site") || std::env::var_os("QUINTET_MODULE").is_some(),
};

/// The module for a page whose workers share memory.
pub const THREADS: Need = Need {
    missing: "the engine's WebAssembly module with threads was not built: `packaging/module.sh --threads FOLDER`",
    is_there: || {
        let folder = std::env::var_os("QUINTET_MODULE").map(std::path::PathBuf::from);
        folder.is_some_and(|folder| folder.join("quintet-threads.wasm").metadata().is_ok_and(|file| file.len() > 0))
    },
};

/// What may be missing without a fault of the machine: what another browser lacks, and what is built only when it is asked for.
const NO_FAULT: [&Need; 4] = [&MEDIA, &QUOTA, &SITE, &THREADS];

/// A browser, started by its name.
pub const CHROMIUM: Need =
    Need { missing: "there is no Chromium (Debian: `apt install chromium`)", is_there: || chromium().is_some() };

/// axe-core, which finds what is wrong for people who hear a page.
pub const AXE: Need =
    Need { missing: "there is no axe-core in target/npm (`.ci/tools` gets it)", is_there: || axe_core().is_some() };

/// Python, in which some engines of the tests are written.
pub const PYTHON: Need = Need { missing: "there is no `python3`", is_there: || runs("python3", &["--version"]) };

/// psyleague, which runs leagues of programs of CodinGame's arenas.
pub const PSYLEAGUE: Need = Need {
    missing: "there is no psyleague in target/psyleague (`.ci/tools` gets it)",
    is_there: || runs(PSYLEAGUE_COMMAND, &["--help"]),
};

/// Where it is.
pub const PSYLEAGUE_COMMAND: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/psyleague/bin/psyleague");

/// node, which runs the modules of the page without a browser.
pub const NODE: Need =
    Need { missing: "there is no `node` (Debian: `apt install nodejs`)", is_there: || runs("node", &["--version"]) };

/// The TypeScript compiler, run by node.
pub const TYPESCRIPT: Need = Need {
    missing: "there is no TypeScript in target/npm (`.ci/tools` gets it)",
    is_there: || {
        let compiler = concat!(env!("CARGO_MANIFEST_DIR"), "/target/npm/typescript/lib/tsc.js");
        std::path::Path::new(compiler).exists()
    },
};

/// A compiler of C++.
pub const CXX: Need =
    Need { missing: "there is no `c++` (Debian: `apt install g++`)", is_there: || runs("c++", &["--version"]) };

/// A compiler of Java, and what runs its programs.
pub const JAVA: Need = Need {
    missing: "there is no `javac` (Debian: `apt install default-jdk-headless`)",
    is_there: || runs("javac", &["-version"]) && runs("java", &["-version"]),
};

/// Somebody who can become another user, and the commands for it.
pub const ROOT: Need = Need {
    missing: "only root can run a program as another user (with `setpriv` and `prlimit` of util-linux)",
    is_there: || is_root() && runs("setpriv", &["--version"]) && runs("prlimit", &["--version"]),
};

/// Somebody who can mount a file system.
pub const MOUNT: Need = Need {
    missing: "no file system can be mounted (only root can, and not everywhere)",
    is_there: || is_root() && can_mount(),
};

/// A terminal to type into.
pub const SCRIPT: Need = Need {
    missing: "there is no `script` of util-linux, which makes a terminal",
    is_there: || runs("script", &["--version"]),
};

/// A shell that completes commands.
pub const BASH: Need = Need { missing: "there is no `bash`", is_there: || runs("bash", &["--version"]) };

/// A shell that completes commands.
pub const FISH: Need =
    Need { missing: "there is no `fish` (Debian: `apt install fish`)", is_there: || runs("fish", &["--version"]) };

/// A shell that completes commands.
pub const ZSH: Need =
    Need { missing: "there is no `zsh` (Debian: `apt install zsh`)", is_there: || runs("zsh", &["--version"]) };

/// What formats pages of the manual.
pub const GROFF: Need =
    Need { missing: "there is no `groff` (Debian: `apt install groff`)", is_there: || runs("groff", &["--version"]) };

/// A proxy.
pub const NGINX: Need =
    Need { missing: "there is no `nginx` (Debian: `apt install nginx-light`)", is_there: || runs("nginx", &["-v"]) };

/// git, to clone this repository.
pub const CLONE: Need = Need {
    missing: "this is not a git repository, or there is no `git`",
    is_there: || runs("git", &["-C", env!("CARGO_MANIFEST_DIR"), "rev-parse", "HEAD"]),
};

/// The browsers that the page is tried in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// Chromium, by chromedriver: the usual one.
    Chromium,
    /// Firefox, by geckodriver.
    Firefox,
    /// WebKitGTK, by WebKitWebDriver.
    WebKit,
}

/// The browser that `QUINTET_BROWSER` names.
pub fn asked_browser() -> Asked {
    match std::env::var("QUINTET_BROWSER").as_deref() {
        Err(_) | Ok("chromium") => Asked::Chromium,
        Ok("firefox") => Asked::Firefox,
        Ok("webkit") => Asked::WebKit,
        Ok(other) => panic!("QUINTET_BROWSER is `{other}`, not chromium, firefox or webkit"),
    }
}

/// The name of the Firefox that is there.
pub fn firefox() -> Option<&'static str> {
    ["firefox", "firefox-esr"].into_iter().find(|name| runs(name, &["--version"]))
}

/// Where WebKitGTK's browser for tests is; packages keep it out of the path.
pub fn minibrowser() -> Option<std::path::PathBuf> {
    let folders = ["/usr/lib", "/usr/libexec"].into_iter().flat_map(std::fs::read_dir).flatten().flatten();
    let inner = |folder: std::path::PathBuf| std::fs::read_dir(folder).into_iter().flatten().flatten();
    let near = folders.map(|entry| entry.path());
    let all = near.flat_map(|path| inner(path.clone()).map(|entry| entry.path()).chain([path]).collect::<Vec<_>>());
    let mut found: Vec<_> = all.map(|path| path.join("MiniBrowser")).filter(|path| path.is_file()).collect();
    found.sort();
    found.pop()
}

/// The name of the Chromium that is there.
pub fn chromium() -> Option<&'static str> {
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| runs(name, &["--version"]))
}

/// The script of axe-core.
pub fn axe_core() -> Option<String> {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/target/npm/package/axe.min.js")).ok()
}

fn runs(program: &str, words: &[&str]) -> bool {
    Command::new(program).args(words).output().is_ok_and(|output| output.status.success())
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.trim_ascii() == b"0")
}

fn can_mount() -> bool {
    let folder = std::env::temp_dir().join(format!("quintet-mount-{}", std::process::id()));
    let path = folder.display().to_string();
    let mounts =
        std::fs::create_dir(&folder).is_ok() && runs("mount", &["-t", "tmpfs", "-o", "size=64k", "tmpfs", &path]);
    let _ = Command::new("umount").arg(&folder).output();
    let _ = std::fs::remove_dir(&folder);
    mounts
}

/// Tests of one module that need the same.
pub struct Group {
    /// The module.
    pub module: &'static str,
    /// What they need.
    pub needs: Vec<&'static Need>,
    /// Their names, and what they do.
    pub tests: Vec<(String, Run)>,
}

/// A test.
pub type Run = Box<dyn FnOnce() + Send>;

/// The tests of a module, such as `tests!(clicks[BROWSER, PYTHON]: one, two)`.
macro_rules! tests {
    ($module:ident[$($need:ident),*]: $($name:ident),+ $(,)?) => {
        $crate::harness::Group {
            module: stringify!($module),
            needs: vec![$(&$crate::harness::$need),*],
            tests: vec![$((stringify!($name).to_string(), Box::new($module::$name) as $crate::harness::Run)),+],
        }
    };
}
pub(crate) use tests;

/// Runs the tests as the command line says, and tells what was left out.
pub fn run(groups: Vec<Group>) -> ExitCode {
    let is_ci = std::env::var_os("CI").is_some();
    let is_asked = std::env::var_os("QUINTET_BROWSER").is_some();
    let mut known = BTreeMap::new();
    let mut left_out: BTreeMap<&str, usize> = BTreeMap::new();
    let mut trials = Vec::new();
    for group in groups {
        let mut is_missing = |need: &&&Need| !*known.entry(need.missing).or_insert_with(need.is_there);
        let missing = group.needs.iter().find(&mut is_missing).map(|need| need.missing);
        for (name, test) in group.tests {
            let name = format!("{}::{name}", group.module);
            let Some(missing) = missing else {
                trials.push(Trial::test(name, move || {
                    test();
                    Ok(())
                }));
                continue;
            };
            *left_out.entry(missing).or_default() += 1;
            // A browser that was asked for must be there; what it cannot do is no fault of the machine.
            let must_run = match missing {
                _ if NO_FAULT.iter().any(|need| need.missing == missing) => false,
                _ if missing == BROWSER.missing && is_asked => true,
                _ => is_ci,
            };
            let trial = Trial::test(name, move || Err(format!("left out: {missing}").into()));
            trials.push(trial.with_ignored_flag(!must_run));
        }
    }
    let mut arguments = Arguments::from_args();
    // As with libtest (.cargo/config.toml).
    let threads = std::env::var("RUST_TEST_THREADS").ok().and_then(|threads| threads.parse().ok());
    arguments.test_threads = arguments.test_threads.or(threads);
    let is_run = !arguments.list;
    let conclusion = libtest_mimic::run(&arguments, trials);
    if is_run {
        for (missing, count) in left_out {
            println!("left out: {count} {}: {missing}", if count == 1 { "test" } else { "tests" });
        }
    }
    conclusion.exit_code()
}

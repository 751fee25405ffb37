//! `quintet site`: the page as a folder of static files, with the engine's module.

use crate::files;
use crate::registry::GAMES;
use crate::service::rules;
use crate::web::site::{LICENCES, MODULES, Modules, SiteFile};
use anyhow::{Result, anyhow};
use clap::ValueHint;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

/// The longest module, in bytes.
const MAX_MODULE: u64 = 64 << 20;
/// The file that lists the files of a site, and by which a folder is known to be one.
const LIST: &str = "quintet-site.txt";

/// The modules that this build holds.
#[cfg(feature = "site")]
const HELD: Option<Modules<'static>> = Some(Modules {
    simd: include_bytes!(concat!(env!("QUINTET_MODULE"), "/quintet.wasm")),
    plain: include_bytes!(concat!(env!("QUINTET_MODULE"), "/quintet-plain.wasm")),
    threads: include_bytes!(concat!(env!("QUINTET_MODULE"), "/quintet-threads.wasm")),
    licences: include_bytes!(concat!(env!("QUINTET_MODULE"), "/LICENSES.txt")),
});
#[cfg(not(feature = "site"))]
const HELD: Option<Modules<'static>> = None;

/// The arguments of `quintet site`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder to write: a new one, an empty one, or a site of before
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
    /// The folder with the engine's modules, as packaging/module.sh builds them, instead of those in this program
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    module: Option<PathBuf>,
}

/// Writes a site.
pub fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { folder, module } = arguments;
    let made = match (module, HELD) {
        (Some(module), _) => {
            let read = |name: &str| files::read(&module.join(name), MAX_MODULE);
            let [simd, plain, licences] = [read(MODULES[0])?, read(MODULES[1])?, read(LICENCES)?];
            // It needs a compiler that not everybody has.
            let threads =
                read(MODULES[2]).or_else(|error| if error.is_missing() { Ok(Vec::new()) } else { Err(error) })?;
            crate::web::site::files(
                &Modules { simd: &simd, plain: &plain, threads: &threads, licences: &licences },
                data(),
            )
        }
        (None, Some(held)) => crate::web::site::files(&held, data()),
        (None, None) => {
            return Err(anyhow!(
                "this build holds no WebAssembly module: build one with `packaging/module.sh FOLDER` and add `--module FOLDER`, or build \
                 all at once with `packaging/site.sh DIR`",
            ));
        }
    };
    let before = listed(folder)?;
    for SiteFile { path, contents } in &made {
        let path = folder.join(path);
        path.parent().map_or(Ok(()), files::create_folder)?;
        files::write(&path, contents)?;
    }
    let now: BTreeSet<&str> = made.iter().map(|file| file.path.as_str()).collect();
    let list = now.iter().map(|path| format!("{path}\n")).collect::<String>();
    files::write(&folder.join(LIST), list.as_bytes())?;
    for path in before.iter().filter(|path| !now.contains(path.as_str())) {
        files::remove_with_folder(&folder.join(path))?;
    }
    Ok(())
}

/// The texts of all games that the modules leave out, by their names.
fn data() -> BTreeMap<String, Cow<'static, str>> {
    let data = GAMES.iter().flat_map(|entry| entry.data().chain(entry.puzzles.iter().map(|file| &file.data)));
    let data = data.filter_map(|data| Some((data.name.to_string(), data.text()?.into())));
    let pages = GAMES.iter().flat_map(|entry| entry.rules_pages.iter().map(move |(language, _)| (entry, language)));
    let rules = pages.map(|(entry, language)| (rules::html_name(entry, language), rules::html(entry, language).into()));
    data.chain(rules).collect()
}

/// The files of the site of before; none in a new or empty folder.
fn listed(folder: &Path) -> Result<Vec<String>> {
    if files::is_empty_folder(folder)? {
        return Ok(Vec::new());
    }
    let list = files::read_text(&folder.join(LIST)).map_err(|error| match error.is_missing() {
        true => anyhow!(
            "`{}` holds other files: choose a new or empty folder, or one that `quintet site` has written",
            folder.display()
        ),
        false => error.into(),
    })?;
    // Nothing outside the folder is ours.
    let is_ours = |path: &&str| Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    Ok(list.lines().filter(is_ours).map(str::to_string).collect())
}

//! The page as a folder of static files, which any host can serve from any path. The engine's module stands beside the scripts.

use super::fill;
use super::page::{Back, HTML, folder_of, page, served};
use serde_json::json;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What runs, and whence: no scripts but those of the site, and its module.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
    object-src 'none'; base-uri 'none'; form-action 'none'";

/// A file of a site.
pub struct SiteFile {
    /// Its path, with `/`.
    pub path: String,
    /// Its contents.
    pub contents: Cow<'static, [u8]>,
}

/// The engine's modules.
pub struct Modules<'a> {
    /// For browsers with vector instructions.
    pub simd: &'a [u8],
    /// For the others.
    pub plain: &'a [u8],
    /// For pages whose workers can share memory: searches with several threads. Empty if there is none.
    pub threads: &'a [u8],
    /// What they are made of, with the licences.
    pub licences: &'a [u8],
}

/// The names of the modules.
pub const MODULES: [&str; 3] = ["quintet.wasm", "quintet-plain.wasm", "quintet-threads.wasm"];
/// The icons of the installed page: files, sizes, types and purposes.
const ICONS: [(&str, &str, &str, &str); 4] = [
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icon-192.png", "192x192", "image/png", "any"),
    ("icon-512.png", "512x512", "image/png", "any"),
    ("icon-maskable-512.png", "512x512", "image/png", "maskable"),
];
/// The name of the list of what they are made of.
pub const LICENCES: &str = "LICENSES.txt";

/// The files of a site with these modules, and with texts of games by their names.
pub fn files(modules: &Modules<'_>, data: BTreeMap<String, Cow<'static, str>>) -> Vec<SiteFile> {
    let scripts = Back::Tab.assets().filter(|asset| asset.kind != HTML).map(|asset| (asset.name, served(asset)));
    let licences = Cow::Owned(modules.licences.to_vec());
    let modules = MODULES.into_iter().zip([modules.simd, modules.plain, modules.threads]);
    let modules = modules.filter(|(name, bytes)| *name != MODULES[2] || !bytes.is_empty());
    let modules = modules.map(|(name, bytes)| (name.to_string(), bytes.to_vec()));
    let data = data.into_iter().map(|(name, text)| (format!("data/{name}"), text.into_owned().into_bytes()));
    let others = modules.into_iter().chain(data).map(|(name, bytes)| (name, Cow::Owned(bytes)));
    let beside: Vec<(String, Cow<'static, [u8]>)> =
        scripts.map(|(name, bytes)| (name.to_string(), bytes)).chain(others).collect();
    let index = Back::Tab.assets().find(|asset| asset.kind == HTML);
    let template = index.and_then(|asset| std::str::from_utf8(asset.bytes).ok()).unwrap_or_default();
    let worker = include_str!("service_worker.js");
    // The page and the worker name the folder, so they are hashed as they are before that.
    let hashed =
        beside.iter().map(|(_, bytes)| &**bytes).chain([template.as_bytes(), worker.as_bytes(), POLICY.as_bytes()]);
    let folder = folder_of(hashed);
    let head = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n<link rel=\"manifest\" href=\"manifest.webmanifest\">"
    );
    let manifest = json!({
        "name": "quintet", "short_name": "quintet", "start_url": "./", "display": "standalone",
        "description": "Play, analyse and learn YINSH, GIPF, Zèn l'initié, Yavalath and Pentalath",
        "background_color": "#f4efe6", "theme_color": "#7d6444",
        "icons": ICONS.map(|(name, sizes, kind, purpose)| {
            json!({ "src": format!("{folder}/{name}"), "sizes": sizes, "type": kind, "purpose": purpose })
        }),
    });
    let mut kept: Vec<String> = beside.iter().map(|(name, _)| format!("{folder}/{name}")).collect();
    kept.extend(["./".to_string(), "manifest.webmanifest".to_string()]);
    let texts = [("folder", folder.clone()), ("files", json!(kept).to_string())];
    let own = [
        ("index.html", page(template, Back::Tab, &folder, &head)),
        ("manifest.webmanifest", manifest.to_string()),
        ("service_worker.js", fill(worker, &texts)),
    ];
    let beside = beside.into_iter().map(|(name, contents)| SiteFile { path: format!("{folder}/{name}"), contents });
    let own = own.map(|(path, text)| (path, text.into_bytes().into())).into_iter().chain([(LICENCES, licences)]);
    let own = own.map(|(path, contents)| SiteFile { path: path.to_string(), contents });
    // The page comes last, so a visitor meanwhile finds every file that it names.
    beside.chain(own).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn icons_of_the_manifest_are_files_that_are_kept_offline() {
        let files = files(&Modules { simd: b"", plain: b"", threads: b"", licences: b"" }, BTreeMap::new());
        let file = |path: &str| files.iter().find(|file| file.path == path).map(|file| &*file.contents);
        let manifest: Value = serde_json::from_slice(file("manifest.webmanifest").unwrap()).unwrap();
        let worker = std::str::from_utf8(file("service_worker.js").unwrap()).unwrap();
        let icons = manifest["icons"].as_array().unwrap();
        assert_eq!(icons.len(), ICONS.len());
        for icon in icons {
            let source = icon["src"].as_str().unwrap();
            assert!(file(source).is_some() && worker.contains(&json!(source).to_string()), "{source}");
            let size = icon["sizes"].as_str().unwrap().split('x').next().unwrap();
            assert!(size == "any" || source.ends_with(&format!("-{size}.png")), "{source} {size}");
        }
    }
}

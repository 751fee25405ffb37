//! Files that are none, outputs that cannot be written, and a process that opens none at all.

use super::process::{Folder, dialogue, is_root};
use std::fs;
use std::process::Command;

/// Paths of what is no regular file: each would block, have no end, or lose what is written.
fn strange(folder: &Folder) -> Vec<String> {
    let pipe = folder.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut paths = vec![pipe.to_str().unwrap().to_string(), folder.path("").to_str().unwrap().to_string()];
    paths.extend(["/dev/zero", "/dev/full", "/dev/null", "/dev/tty", "/dev/stdin"].map(str::to_string));
    if is_root() {
        paths.push("/proc/kmsg".to_string());
    }
    paths
}

#[test]
fn what_is_no_regular_file_is_refused_at_once() {
    let folder = Folder::new("strange");
    let two = ["--engine", "builtin=random", "--engine", "name=B,builtin=random"];
    for path in strange(&folder) {
        let with_match = |words: &[&str]| [&["match", "yavalath"][..], &two, words].concat().join(" ");
        for line in [
            format!("rating {path}"),
            format!("show {path}"),
            format!("analyze zen --nodes 10 --svg {path}"),
            format!("book yavalath --out {path} --positions 1 --nodes 10"),
            format!("book yavalath --out book.txt --positions 1 --nodes 10 --from {path}"),
            format!("match --config {path}"),
            with_match(&["--openings", &path]),
            with_match(&["--out", &path]),
            with_match(&["--text", &path]),
            with_match(&["--out", &path, "--resume"]),
        ] {
            let ended = folder.run(&line.split(' ').collect::<Vec<_>>());
            assert!(matches!(ended.code, Some(1 | 2)) && ended.err.lines().count() == 1, "{line}: {ended:?}");
        }
        let input = format!(
            "setoption name BookFile value {path}\nsetoption name OwnBook value true\nsetoption name Log File value {path}\n\
             go nodes 100\n"
        );
        let lines = dialogue(&[], &input);
        // The log of the kernel calls itself a regular file. What is written to it is lost.
        let is_written = path.starts_with("/proc");
        assert!(lines[0].contains("cannot be read"), "{path}: {lines:?}");
        assert!(is_written || lines[1].contains("cannot be written"), "{path}: {lines:?}");
        assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
    }
    assert!(folder.names().iter().all(|name| ["pipe", "book.txt"].contains(&name.as_str())), "{:?}", folder.names());
}

#[test]
fn a_file_that_is_too_large_is_refused() {
    let folder = Folder::new("large");
    // It has no blocks on the disk.
    fs::File::create(folder.path("large")).unwrap().set_len(3 << 30).unwrap();
    for words in ["rating large", "show large", "match --config large", "book zen --out large --positions 1"] {
        let ended = folder.run(&words.split(' ').collect::<Vec<_>>());
        assert!(ended.code == Some(1) && ended.err.contains("it is larger than "), "{words}: {ended:?}");
    }
}

#[test]
fn an_output_that_cannot_be_written_is_found_before_the_work() {
    let folder = Folder::new("unwritable");
    folder.write("file", "");
    let ended = folder.run(&["analyze", "yinsh", "--time", "1h", "--svg", "file/under/a/file.svg"]);
    assert!(ended.code == Some(1) && ended.out.is_empty(), "{ended:?}");
    let ended = folder.run(&["analyze", "zen", "--nodes", "100", "--json", "--svg", "picture.svg"]);
    assert!(ended.code == Some(0) && ended.out.starts_with('{'), "{ended:?}");
    assert_eq!(folder.names(), ["file", "picture.svg"]);
}

#[test]
fn a_book_stays_a_link_with_its_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("book");
    let build = |positions: &str| {
        let ended = folder.run(&["book", "yavalath", "--out", "link", "--nodes", "50", "--positions", positions]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
    };
    symlink("real", folder.path("link")).unwrap();
    build("3");
    fs::set_permissions(folder.path("real"), fs::Permissions::from_mode(0o640)).unwrap();
    build("6");
    assert!(fs::symlink_metadata(folder.path("link")).unwrap().is_symlink());
    assert_eq!(fs::metadata(folder.path("real")).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(folder.names(), ["link", "real"]);
}

/// With `--no-files`, or after the option, nothing is read or written, whatever is asked for.
#[test]
fn a_process_that_opens_no_files_opens_none() {
    let folder = Folder::new("none");
    let log = folder.path("log").to_str().unwrap().to_string();
    let asked = format!(
        "setoption name Log File value {log}\nsetoption name BookFile value {log}\nsetoption name OwnBook value true\n\
         setoption name NoFiles value false\ngo nodes 100\n"
    );
    let option = format!("setoption name Log File value {log}\nsetoption name NoFiles value true\n{asked}");
    for (words, input) in [(&["--no-files"][..], &asked), (&[], &option)] {
        let _ = fs::remove_file(&log);
        let lines = dialogue(words, input);
        assert!(lines[0].contains("cannot be written") && lines[0].contains("may not open files"), "{lines:?}");
        assert!(lines[1].contains("cannot be read") && lines[2].contains("stays `true`"), "{lines:?}");
        assert!(lines.last().unwrap().starts_with("bestmove "));
    }
    let _ = fs::remove_file(&log);
    folder.write("games.jsonl", "");
    for words in [
        "rating games.jsonl --no-files",
        "show games.jsonl --no-files",
        "--no-files show games.jsonl",
        "analyze zen --nodes 5 --svg a.svg --no-files",
        "book zen --out book --positions 1 --no-files",
        "man pages --no-files",
        "match zen --engine builtin=random --engine name=B,builtin=random --out out --no-files",
        "match zen --engine builtin=random --engine name=B,cmd=sh --tc nodes=5 --no-files",
    ] {
        let ended = folder.run(&words.split(' ').collect::<Vec<_>>());
        assert!(matches!(ended.code, Some(1 | 2)), "{words}: {ended:?}");
        assert!(ended.err.contains("may not open files"), "{words}: {ended:?}");
    }
    assert_eq!(folder.names(), ["games.jsonl"]);
    // What needs none works.
    assert_eq!(folder.run(&["analyze", "zen", "--nodes", "50", "--no-files"]).code, Some(0));
}

/// All of the program's files are opened in one place.
#[test]
fn nothing_but_one_module_opens_files() {
    fn sources(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { sources(&path, found) } else { found.push(path) }
        }
    }
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    ["src", "crates"].iter().for_each(|folder| sources(&root.join(folder), &mut found));
    for path in found.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs")) {
        // The files of the system are not the user's, the test of the program asks first, and neither laws nor tasks of the
        // repository are in the program.
        let within = path.strip_prefix(root).unwrap();
        let is_law = path.file_stem().is_some_and(|name| name.to_string_lossy().ends_with("_law"));
        let is_apart = within.starts_with("src/cli/selftest") || within.starts_with("src/files");
        let is_apart = is_apart || is_law || within.starts_with("crates/xtask");
        if is_apart || path.ends_with("src/files.rs") || path.ends_with("search/memory_limit.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let code = text
            .split("#[cfg(test)]")
            .next()
            .unwrap()
            .replace("NewFile::create", "")
            .replace("ScratchFile::create", "")
            .replace("StoredFile::open", "")
            .replace("TextFile::open", "");
        for word in [
            "fs::read",
            "fs::write",
            "File::open",
            "File::create",
            "File::options",
            "OpenOptions",
            "create_dir",
            "generate_to",
        ] {
            assert!(!code.contains(word), "{} says `{word}`: src/files.rs opens files", path.display());
        }
    }
}

//! What a killed process has left beside its file, the next one that writes the file clears away.

use super::quintet;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("leftovers").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The names of unfinished files, in the folder and those in it.
fn unfinished(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(unfinished(&path));
        } else if path.extension().is_some_and(|ending| ending == "new") {
            found.push(path.display().to_string());
        }
    }
    found
}

#[test]
fn the_next_process_clears_away_what_a_killed_one_has_left() {
    for (request, file) in [
        ("solve yavalath --nodes 10 --resume FILE", "a.table"),
        ("solve yavalath --nodes 10 --certificate FILE", "a.proof"),
        ("book yavalath --positions 1 --nodes 100 --out FILE", "book.txt"),
        ("puzzles yavalath --count 1 --time 1ms --out FILE", "puzzles.txt"),
        ("analyze yavalath --nodes 10 --svg FILE", "a.svg"),
        ("train yavalath --positions 100 --nodes 10 --epochs 1 --out .", "weights.txt"),
        ("man .", "quintet.1"),
    ] {
        let folder = folder(request.split(' ').next().unwrap());
        // No process has this number; the second is of one that had left another already.
        for number in ["4000000001", "4000000001.1"] {
            std::fs::write(folder.join(format!("{file}.{number}.new")), "half").unwrap();
        }
        std::fs::write(folder.join("another.4000000001.new"), "of somebody else").unwrap();
        let words = request.split(' ').map(|word| if word == "FILE" { file } else { word });
        let output = quintet().args(words).current_dir(&folder).output().unwrap();
        assert!(matches!(output.status.code(), Some(0 | 3)), "{request}: {output:?}");
        let left = unfinished(&folder);
        assert!(left.len() == 1 && left[0].ends_with("another.4000000001.new"), "{request}: {left:?}");
    }
}

/// Real kills, sooner and later: whatever is being written then, the next process leaves nothing of it.
#[test]
fn a_kill_leaves_nothing_for_long() {
    let folder = folder("kill");
    let words = ["solve", "gipf", "--quiet", "--hash", "64", "--certificate", "a.proof", "--resume", "a.table"];
    for millis in (1..100).step_by(7) {
        let mut child = super::quintet_command().args(words).current_dir(&folder).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(millis));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let mut again = quintet();
    again.args(words).args(["--nodes", "1"]).current_dir(&folder);
    assert_eq!(again.output().unwrap().status.code(), Some(3));
    assert_eq!(unfinished(&folder), Vec::<String>::new());
}

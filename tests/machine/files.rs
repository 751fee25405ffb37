//! A full disk, and a folder that is closed to who runs the program.

use crate::limits::limited;
use crate::process::{Folder, run};
use std::fs;
use std::process::Command;

pub fn a_full_disk_loses_no_game_that_was_whole() {
    let folder = Folder::new("full");
    let disk = folder.path("disk");
    fs::create_dir_all(&disk).unwrap();
    let mount = Command::new("mount").args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"]).arg(&disk).output().unwrap();
    assert!(mount.status.success(), "{mount:?}");
    let words = ["match", "yavalath", "--engine", "builtin=random", "--engine", "name=B,builtin=random", "--rounds"];
    let ended = folder.run(&[&words[..], &["500", "--out", "disk/g.jsonl", "--text", "disk/g.txt"]].concat());
    let whole = fs::read_to_string(disk.join("g.jsonl")).unwrap();
    let resumed = folder.run(&["rating", "disk/g.jsonl"]);
    // What is to be replaced stays, and nothing is left beside it.
    fs::remove_file(disk.join("g.txt")).unwrap();
    fs::write(disk.join("page.html"), "my page").unwrap();
    fs::write(disk.join("rest"), vec![0; 1 << 16]).unwrap_err();
    let names = || fs::read_dir(&disk).unwrap().map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>();
    let before = names();
    let replaced = folder.run(&["show", "disk/g.jsonl", "--html", "disk/page.html", "--force"]);
    let page = fs::read_to_string(disk.join("page.html")).unwrap();
    let after = names();
    let _ = Command::new("umount").arg(&disk).status();
    assert!(ended.code == Some(1) && ended.err.contains("cannot be written"), "{ended:?}");
    assert!(whole.ends_with('\n') && whole.lines().count() > 5, "{} lines", whole.lines().count());
    assert_eq!(resumed.code, Some(0), "{resumed:?}");
    assert!(replaced.code == Some(1) && replaced.err.contains("`disk/page.html` cannot be written"), "{replaced:?}");
    assert_eq!((page.as_str(), after), ("my page", before));
}

/// A folder in which nothing can be written, for somebody whom that binds.
pub fn a_read_only_folder_is_reported_before_the_work() {
    let user = 64_540;
    let mut command = limited(user, &[], &["analyze", "zen", "--time", "1h", "--svg", "a.svg"]);
    let mut touch = Command::new("setpriv");
    touch.args([&format!("--reuid={user}"), &format!("--regid={user}"), "--clear-groups", "touch", "/a.svg"]);
    assert_ne!(run(touch, "").code, Some(0), "the folder can be written");
    command.current_dir("/");
    let ended = run(command, "");
    assert!(ended.code == Some(1) && ended.err.contains("`a.svg` cannot be written"), "{ended:?}");
}

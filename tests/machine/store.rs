//! `quintet serve` on disks that are full and in folders that are closed: its games can be looked at, what cannot be kept is
//! refused in a sentence and has not happened, and all of it goes on once there is room.

use crate::limits::limited;
use crate::process::{QUINTET, run};
use crate::server::{Answers, Folder, Server, person};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

/// A file system of its own, of one MiB.
struct Disk(Folder);

impl Disk {
    fn new() -> Self {
        let folder = Folder::new();
        let mount =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"]).arg(&folder.0).output().unwrap();
        assert!(mount.status.success(), "{mount:?}");
        Self(folder)
    }

    fn path(&self) -> &Path {
        &self.0.0
    }

    /// Fills it to the last byte, or makes room again.
    fn fill(&self, is_full: bool) {
        let rest = self.path().join("rest");
        if !is_full {
            return fs::remove_file(rest).unwrap();
        }
        fs::write(&rest, vec![0; 1 << 20]).unwrap_err();
        fs::write(self.path().join("probe"), [0; 4_096]).unwrap_err();
        let _ = fs::remove_file(self.path().join("probe"));
    }

    fn remount(&self, how: &str) {
        let mount = Command::new("mount").args(["-o", &format!("remount,{how}")]).arg(self.path()).output().unwrap();
        assert!(mount.status.success(), "{mount:?}");
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.path()).output();
    }
}

/// A server, and what it says on stderr.
fn start(mut command: Command, said: &Path) -> Server {
    command.stderr(File::create(said).unwrap());
    Server::started(command)
}

fn serve(data: &Path) -> Command {
    let mut command = Command::new(QUINTET);
    command.args(["serve", "--port", "0", "--data"]).arg(data);
    command
}

/// All that changes a game is refused in a sentence, and the game is as it was.
fn assert_only_looked_at(server: &Server, id: &str, turns: &[&str]) {
    let refused = |(status, answer): (u16, Value)| {
        assert!(status >= 400, "{answer}");
        let sentence = answer["error"].as_str().unwrap_or_else(|| panic!("{answer}"));
        assert!(sentence.contains("cannot be written") && !sentence.contains("I/O"), "{sentence}");
    };
    let game = server.find(id);
    let path = format!("/api/games/{id}");
    for _ in 0..2 {
        let revision = server.find(id).view["revision"].clone();
        refused(server.send("POST", &format!("{path}/decide"), &json!({ "revision": revision, "decision": "g7" })));
        refused(server.send("POST", &format!("{path}/act"), &json!({ "act": "resign", "seat": 1 })));
        refused(server.send("DELETE", &path, &Value::Null));
        refused(server.send("POST", "/api/games", &json!({ "game": "yavalath", "seats": [person(), person()] })));
        assert_eq!(server.get("/api/games")["games"].as_array().unwrap().len(), 1);
        assert_eq!(server.find(id).turns(), turns);
    }
    assert_eq!(game.view["state"], server.find(id).view["state"]);
}

fn can_play(server: &Server, id: &str) {
    let mut game = server.find(id);
    game.decide("a1");
    game.act("offerTakeback", 1 + (game.turns().len() + 1) % 2);
    game.act("accept", 1 + game.turns().len() % 2);
}

pub fn a_full_disk_lets_games_be_looked_at_and_loses_none() {
    let (disk, folder) = (Disk::new(), Folder::new());
    let (data, said) = (disk.path().join("data"), folder.0.join("said"));
    let server = start(serve(&data), &said);
    let mut game = server.hosted("yavalath", &[person(), person()]);
    for turn in ["e5", "d4", "f6"] {
        game.decide(turn);
    }
    let id = game.id.clone();
    let turns = ["e5", "d4", "f6"];
    disk.fill(true);
    // What the log has room for is still kept; then nothing is.
    let mut kept = 0;
    while server.send("POST", "/api/games", &json!({ "game": "yavalath", "seats": [person(), person()] })).0 == 200 {
        kept += 1;
        assert!(kept < 1_000, "the disk is not full");
    }
    let games = server.get("/api/games")["games"].as_array().unwrap().clone();
    let others: Vec<String> =
        games.iter().map(|game| game["id"].as_str().unwrap().to_string()).filter(|other| *other != id).collect();
    disk.fill(false);
    for other in others {
        assert_eq!(server.request("DELETE", &format!("/api/games/{other}"), &[], b"").0, 200);
    }
    can_play(&server, &id);
    assert_eq!(server.end(), Some(0));
    assert!(!data.join("games.lock").exists());
    // It starts on a full disk, whether the one before was killed or has ended.
    for is_killed in [true, false] {
        let server = start(serve(&data), &said);
        can_play(&server, &id);
        match is_killed {
            true => server.kill(),
            false => assert_eq!(server.end(), Some(0)),
        }
        disk.fill(true);
        let server = start(serve(&data), &said);
        assert_eq!(server.find(&id).turns(), turns);
        let refusal = server.send("POST", "/api/games", &json!({ "game": "yavalath", "seats": [person(), person()] }));
        if refusal.0 != 200 {
            assert_only_looked_at(&server, &id, &turns);
        }
        drop(server);
        disk.fill(false);
    }
}

pub fn games_on_a_read_only_mount_can_be_looked_at_and_copied() {
    let (disk, folder) = (Disk::new(), Folder::new());
    let (data, said) = (disk.path().join("data"), folder.0.join("said"));
    let turns = ["e5", "d4", "f6"];
    for (number, how) in ["ended", "killed", "killed without its memory"].into_iter().enumerate() {
        let _ = fs::remove_dir_all(&data);
        let server = start(serve(&data), &said);
        let mut game = server.hosted("yavalath", &[person(), person()]);
        for turn in turns {
            game.decide(turn);
        }
        let id = game.id.clone();
        match how {
            "ended" => assert_eq!(server.end(), Some(0)),
            _ => server.kill(),
        }
        if number == 2 {
            fs::remove_file(data.join("games.sqlite3-shm")).unwrap();
        }
        disk.remount("ro");
        assert!(File::create(data.join("probe")).is_err(), "the disk can be written");
        let server = start(serve(&data), &said);
        assert_only_looked_at(&server, &id, &turns);
        let said = fs::read_to_string(&said).unwrap();
        assert!(said.lines().count() == 1 && said.contains("can only be looked at"), "{how}: {said}");
        drop(server);
        let copied = run(
            {
                let mut command = Command::new(QUINTET);
                command
                    .args(["serve", "--data"])
                    .arg(&data)
                    .arg("--backup")
                    .arg(folder.0.join(format!("copy-{number}")));
                command
            },
            "",
        );
        // What was not written to the file before the kill cannot be read there by SQLite alone, which is said.
        assert!(
            copied.code == Some(0) || number == 2 && copied.err.contains("cannot be backed up"),
            "{how}: {copied:?}"
        );
        disk.remount("rw");
    }
    // Where there are no games yet, it is said that none can be kept.
    fs::remove_dir_all(&data).unwrap();
    fs::create_dir(&data).unwrap();
    disk.remount("ro");
    let ended = run(serve(&data), "");
    assert!(
        ended.code != Some(0) && ended.err.contains("no games can be kept") && ended.err.lines().count() == 1,
        "{ended:?}"
    );
}

/// A file and a folder that are closed to who runs the program.
pub fn games_that_are_closed_to_others_can_be_looked_at() {
    use std::os::unix::fs::PermissionsExt;
    let folder = std::env::temp_dir().join(format!("quintet-closed-{}", std::process::id()));
    let said = std::env::temp_dir().join(format!("quintet-closed-{}.txt", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    let server = start(serve(&folder), &said);
    let mut game = server.hosted("yavalath", &[person(), person()]);
    game.decide("e5");
    let id = game.id.clone();
    assert_eq!(server.end(), Some(0));
    for (user, mode, what) in [(64_550, 0o755, "folder"), (64_551, 0o777, "file")] {
        fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
        fs::set_permissions(folder.join("games.sqlite3"), fs::Permissions::from_mode(0o644)).unwrap();
        let path = if mode == 0o755 { folder.join("probe") } else { folder.join("games.sqlite3") };
        let mut probe = Command::new("setpriv");
        probe.args([&format!("--reuid={user}"), &format!("--regid={user}"), "--clear-groups", "dd", "if=/dev/null"]);
        probe.arg(format!("of={}", path.display())).arg("conv=notrunc");
        assert_ne!(run(probe, "").code, Some(0), "the {what} can be written");
        let data = folder.display().to_string();
        let server = start(limited(user, &[], &["serve", "--port", "0", "--data", &data]), &said);
        assert_only_looked_at(&server, &id, &["e5"]);
        let text = fs::read_to_string(&said).unwrap();
        assert!(text.lines().count() == 1 && text.contains("can only be looked at"), "{what}: {text}");
        drop(server);
        // For whoever may write it goes on as before.
        let server = start(serve(&folder), &said);
        can_play(&server, &id);
        assert_eq!(server.end(), Some(0));
    }
    fs::remove_dir_all(&folder).unwrap();
    fs::remove_file(&said).unwrap();
}

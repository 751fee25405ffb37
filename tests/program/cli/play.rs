//! `quintet play`: through pipes and on a terminal, kept and resumed, with signals, clocks and files.

use super::{games, quintet, stdout};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The folder of a test, empty.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("play-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// What a dialogue prints whose games are kept in `data`.
#[track_caller]
fn talk(data: &Path, arguments: &[&str], input: &str) -> String {
    let mut command = quintet();
    command.arg("play").args(arguments).env("QUINTET_DATA", data).write_stdin(input);
    let output = command.timeout(Duration::from_secs(60)).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The files of kept games.
fn kept(data: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(data.join("games")).into_iter().flatten();
    entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "jsonl")).collect()
}

fn first_turn(game: &str) -> String {
    stdout(&["--game", game], "legal turns\n").split_whitespace().nth(1).unwrap().to_string()
}

#[test]
fn a_person_can_play_through_a_pipe() {
    for game in games() {
        let first = first_turn(game);
        let input = format!(
            "history\nnonsense\n{first} {first}\nlevel 99\nlevel 1\nhint\nhint 3\nhint 0\nlgal\n{first}\nhistory\nundo\n\
             history\nundo\nredo\nhistory\nundo\nlegal\nlegal z9\nboard\n\nclock\nnext\nside 9\nload\nsave\nhelp\n\u{7}\n\
             \u{1b}[2J\u{202e}\nquit\n{first}\n"
        );
        let text = stdout(&["play", game, "--level", "1", "--time", "50ms", "--ascii"], &input);
        let has = |words: &str| assert!(text.contains(words), "`{words}` is missing in\n{text}");
        has("\nNo turn has been played.\n");
        has("`nonsense`");
        has("\nOne turn at a time, please;");
        has("\nA level is a number from 0 to 20, not `99`.\n");
        has("\nThe engine plays at level 1 of 20, about ");
        has("\n`hint N` takes a number from 1 to 30.\n");
        has("\n`lgal` is not a command; did you mean `legal`?\n");
        has(" plays ");
        has("\nThere is nothing to take back.\n");
        has("\nNo legal turn begins with `z9`.\n");
        has("\nThere is no clock; ");
        has("\nThere is no next round: ");
        has("\nThe seats are 1 to ");
        has("\n`load` takes the name of a file");
        has("\n`save` takes the name of a file");
        has("You are ");
        has(" % for you");
        assert_eq!(text.matches("No turn has been played.").count(), 2, "{text}");
        // The history after the turn, and after it was taken back and played again, is the same.
        let histories: Vec<&str> = text.lines().filter(|line| line.starts_with(&format!("1. {first}  2. "))).collect();
        assert!(histories.len() == 2 && histories[0] == histories[1], "{text}");
        let legal = stdout(&["--game", game], "legal turns\n").split_whitespace().count() - 1;
        has(&format!("\n{legal} turns:\n"));
        assert!(text.is_ascii() && !text.contains('\u{1b}') && !text.contains("panicked"), "{text}");
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    }
}

/// The turns of a short game, as the engine plays it against itself.
fn whole_game(game: &str) -> Vec<String> {
    let mut turns: Vec<String> = Vec::new();
    loop {
        let line = format!("position startpos moves {}", turns.join(" "));
        let answers = stdout(&["--game", game], &format!("{line}\nquery gameover\ngo nodes 200\n"));
        if answers.starts_with("response true") {
            return turns;
        }
        turns.push(answers.trim_end().rsplit_once("bestmove ").unwrap().1.to_string());
    }
}

#[test]
fn a_game_is_played_to_its_end_which_says_why() {
    for game in games() {
        let data = folder(&format!("end-{game}"));
        let text = talk(&data, &[game, "--level", "1", "--time", "50ms", "--seat", "2", "--ascii"], "");
        // Seat 1 has played, seat 2 is a person who has left.
        assert_eq!(text.matches("The engine plays ").count(), 1, "{text}");
        assert!(text.contains("; `quintet play --resume` continues it") || text.contains("--resume`"), "{text}");
        let seats = stdout(&["--game", game], "query seats\n");
        let seats: usize = seats.trim_end().strip_prefix("response ").unwrap().parse().unwrap();
        let all: Vec<String> = (1..=seats).map(|seat| seat.to_string()).collect();
        let turns = whole_game(game);
        let input = format!("{}\nhint\nlegal\n{}\nundo\nhistory\nredo\n", turns.join("\n"), turns[0]);
        let text = talk(&data, &[game, "--seat", &all.join(","), "--time", "50ms", "--ascii"], &input);
        let end = stdout(&["--game", game], &format!("position startpos moves {}\nstate\n", turns.join(" ")));
        let state: serde_json::Value =
            serde_json::from_str(end.trim_end().strip_prefix("state ").unwrap_or(end.trim_end())).unwrap();
        let sentence = state["result"]["sentence"].as_str().unwrap().replace('è', "e");
        let flat = text.replace('\n', " ");
        assert_eq!(flat.matches(&format!("{sentence}.")).count(), 2, "{sentence}\n{text}");
        assert_eq!(text.lines().filter(|line| *line == "The game is over.").count(), 2, "{text}");
        assert!(flat.contains(&format!("The game is over, so `{}` cannot be played.", turns[0])), "{text}");
        assert!(text.contains('[') || state["result"]["points"].as_array().unwrap().is_empty(), "{text}");
        // The record that was kept is as the rules have it, and can be shown and reviewed.
        for path in kept(&data) {
            let path = path.to_str().unwrap();
            stdout(&["show", path, "--check"], "");
            stdout(&["show", path], "");
        }
        assert_eq!(kept(&data).len(), 2);
    }
}

#[test]
fn a_kept_game_goes_on() {
    for game in games() {
        let data = folder(&format!("resume-{game}"));
        let first = first_turn(game);
        let common = [game, "--time", "50ms", "--level", "3"];
        let before = talk(&data, &common, &format!("{first}\nhistory\nquit\n"));
        assert!(before.replace('\n', " ").contains("`quintet play --resume` continues it."), "{before}");
        let history = |text: &str| text.lines().find(|line| line.starts_with("1. ")).map(str::to_string);
        let line = history(&before).unwrap();
        assert!(line.starts_with(&format!("1. {first}  2. ")), "{before}");
        let [path] = &kept(&data)[..] else { panic!("{:?}", kept(&data)) };
        stdout(&["show", path.to_str().unwrap(), "--check"], "");
        // The level is kept, too, and can be another.
        let after = talk(&data, &["--resume"], "history\nlevel\nquit\n");
        assert_eq!(history(&after), Some(line.clone()), "{after}");
        assert!(after.contains("at level 3 of 20"), "{after}");
        let after = talk(&data, &["--resume", game, "--level", "4"], "level\nresign\nquit\n");
        assert!(after.contains("at level 4 of 20") && after.contains("You have lost"), "{after}");
        // It is over now.
        let mut command = quintet();
        let output = command.args(["play", "--resume"]).env("QUINTET_DATA", &data).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(String::from_utf8(output.stderr).unwrap().contains("no unfinished game"));
        assert!(stdout(&["show", path.to_str().unwrap(), "--check"], "").contains("1 game follows"));
        stdout(&["review", path.to_str().unwrap(), "--nodes", "20"], "");
    }
}

#[test]
fn the_game_played_last_goes_on_first() {
    let data = folder("last");
    let turn = |game: &str| {
        talk(&data, &[game, "--seat", "1,2"], &format!("{}\n", first_turn(game)));
        // Times of files may be as coarse as this.
        std::thread::sleep(Duration::from_millis(50));
    };
    ["yinsh", "zen", "gipf"].into_iter().for_each(turn);
    // Something else that lies there is left alone.
    fs::write(data.join("games/notes.jsonl"), "no game\n").unwrap();
    let resumed = |arguments: &[&str]| talk(&data, arguments, "side 1\nquit\n");
    assert!(resumed(&["--resume"]).contains("The game of gipf continues after 1 turn."));
    assert!(resumed(&["--resume", "YINSH"]).contains("The game of yinsh continues after 1 turn."));
    // That was kept anew.
    assert!(talk(&data, &["--resume"], "").contains("The game of yinsh continues after 2 turns."));
}

#[test]
fn who_has_given_up_can_take_that_back() {
    let data = folder("resign");
    let text = talk(
        &data,
        &["zen", "--seat", "1,2"],
        "a11-d11\nresign\nlegal\nundo\nhistory\nresign\nnew\nresign\nundo\nhistory\n",
    );
    assert_eq!(text.matches("Black has resigned.").count(), 2, "{text}");
    assert!(text.contains("\n1. a11-d11\n") && text.contains("The game is over."), "{text}");
    assert!(text.trim_end().ends_with("No turn has been played."), "{text}");
}

/// Seats of one colour can be distinguished, and so can the sides of three.
#[test]
fn games_for_three_and_four_say_whose_turn_it_is() {
    let data = folder("seats");
    let text = talk(
        &data,
        &["zen", "--option", "Seats=4", "--seat", "1,3", "--time", "50ms"],
        "a11-d11\nside 2\nhistory\nquit\n",
    );
    for words in
        ["White (seat 1): move a pawn or the Zen.", "White (seat 3): move", " for Black (seat 2): ", "1. a11-d11  2. "]
    {
        assert!(text.contains(words), "`{words}` is missing in\n{text}");
    }
    let text = talk(&data, &["yavalath3", "--seat", "2", "--time", "50ms"], "hint 2\nquit\n");
    assert!(
        text.contains("You are Black (seat 2): ") && text.contains(" % for White.") && text.contains(" % for you"),
        "{text}"
    );
}

#[test]
fn without_files_nothing_is_kept() {
    let data = folder("no-files");
    let first = first_turn("yavalath");
    let mut command = quintet();
    command.args(["--no-files", "play", "yavalath", "--time", "50ms"]).env("QUINTET_DATA", &data);
    let output = command.write_stdin(format!("{first}\nsave {}/x.jsonl\nquit\n", data.display())).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(" cannot be written") && !text.contains("kept"), "{text}");
    assert_eq!(fs::read_dir(&data).unwrap().count(), 0);
    // A folder that cannot be had is reported once, and the game goes on.
    let mut command = quintet();
    command.args(["play", "yavalath", "--time", "50ms"]).env("QUINTET_DATA", "/dev/null/x");
    let output = command.write_stdin(format!("{first}\nundo\n{first}\nundo\nquit\n")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.matches("The game cannot be kept in `/dev/null/x`: ").count(), 1, "{text}");
    assert!(output.status.success());
}

/// The program with pipes, playing in a folder of its own.
fn spawn(data: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
    command.arg("play").args(arguments).env("QUINTET_DATA", data).env("LC_ALL", "C.UTF-8");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until so many turns have been kept.
#[track_caller]
fn wait_for_turns(data: &Path, turns: usize) {
    let start = Instant::now();
    loop {
        let found = kept(data).first().map(|path| fs::read_to_string(path).unwrap().matches("{\"turn\":").count());
        if found >= Some(turns) {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{found:?} turns are kept");
        // At once: what follows must hold as soon as the turn is there.
        std::thread::sleep(Duration::from_micros(100));
    }
}

#[test]
fn a_game_outlives_kill_9() {
    let data = folder("kill");
    let first = first_turn("yinsh");
    let mut child = spawn(&data, &["yinsh", "--time", "50ms"]);
    child.stdin.as_mut().unwrap().write_all(format!("{first}\n").as_bytes()).unwrap();
    wait_for_turns(&data, 2);
    // Nobody else goes on with it meanwhile, or one would overwrite the turns of the other.
    let output = quintet().args(["play", "--resume"]).env("QUINTET_DATA", &data).output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && text.contains("is being played in another terminal"), "{text}");
    child.kill().unwrap();
    child.wait().unwrap();
    let text = talk(&data, &["--resume"], "history\nquit\n");
    assert!(text.contains(&format!("\n1. {first}  2. ")), "{text}");
}

#[test]
fn a_signal_says_where_the_game_is_kept() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    for (signal, time) in [(Signal::SIGINT, "1h"), (Signal::SIGINT, "50ms"), (Signal::SIGTERM, "50ms")] {
        let data = folder(&format!("signal-{signal}-{time}"));
        let first = first_turn("zen");
        let mut child = spawn(&data, &["zen", "--time", time]);
        child.stdin.as_mut().unwrap().write_all(format!("{first}\n").as_bytes()).unwrap();
        // The engine thinks for an hour, or waits for the person.
        wait_for_turns(&data, if time == "1h" { 1 } else { 2 });
        // The end of the input would end it, too.
        let keys = child.stdin.take();
        kill(Pid::from_raw(child.id() as i32), signal).unwrap();
        let output = child.wait_with_output().unwrap();
        drop(keys);
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap().replace('\n', " ");
        assert!(text.contains("`quintet play --resume` continues it."), "{text}");
        assert!(talk(&data, &["--resume", "--time", "50ms"], "history\n").contains(&format!("\n1. {first}")));
    }
}

#[test]
fn clocks_run_and_fall() {
    let data = folder("clock");
    let first = first_turn("yavalath");
    let text =
        talk(&data, &["yavalath", "--clock", "5m+3s", "--level", "1", "--time", "50ms"], &format!("{first}\nclock\n"));
    assert!(text.contains("Clocks: White 5:00, Black 5:00"), "{text}");
    // Both have got their three seconds; a slow machine may have taken more of them.
    let last = text.lines().rfind(|line| line.starts_with("Clocks: ")).unwrap();
    assert!(last != "Clocks: White 5:00, Black 5:00", "{text}");
    let text = talk(&data, &["--resume"], "clock\n");
    assert!(text.matches("\nClocks: ").count() == 2, "{text}");
    let mut child = spawn(&data, &["yavalath", "--clock", "10ms"]);
    std::thread::sleep(Duration::from_millis(400));
    child.stdin.as_mut().unwrap().write_all(format!("{first}\n").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("You have lost. White has lost on time.") || text.contains("lost on time"), "{text}");
    for path in kept(&data) {
        stdout(&["show", path.to_str().unwrap(), "--check"], "");
    }
}

#[test]
fn games_are_saved_and_loaded() {
    let data = folder("save");
    let at = |name: &str| data.join(name).display().to_string();
    let turns = "e5\ng6\nd4\n";
    let [jsonl, text, gipf] = ["my game.jsonl", "a.txt", "a.gipf"].map(at);
    let input = format!(
        "{turns}save \"{jsonl}\"\nsave {text}\nsave {gipf}\nsave {gipf}\nsave a.bmp\nsave \"a\nundo\nload \"{jsonl}\" 1\nhistory\n\
         load {gipf} 2\nload {gipf} x\nload nowhere\n"
    );
    let said = talk(&data, &["yinsh", "--seat", "1,2"], &input);
    assert_eq!(said.matches("Saved in ").count(), 3, "{said}");
    let flat = said.replace('\n', " ");
    for words in [
        "already exists; choose another name.",
        "The file name does not say which format to write; a game can be saved as .jsonl, ",
        "A quotation mark is missing.",
        "Loaded: yinsh after 3 turns.",
        "1. e5  2. g6  3. d4",
        "has no such game; it has 1 game.",
        "`x` is not the number of a game",
        "`nowhere` cannot be read",
    ] {
        assert!(flat.contains(words), "`{words}` is missing in\n{said}");
    }
    // Another game, in which it is the turn of whoever loads it.
    let said = talk(&data, &["zen", "--time", "50ms"], &format!("load {text}\nhistory\nquit\n"));
    assert!(
        said.contains("You play Black; `side` takes the other seat.") && said.contains("1. e5  2. g6  3. d4"),
        "{said}"
    );
}

#[test]
fn a_match_of_rounds_goes_on() {
    let data = folder("match");
    let turns = whole_game("zen");
    let played =
        talk(&data, &["zen", "--seat", "1,2"], &format!("{}\nnext\nhistory\na11-d11\nquit\n", turns.join("\n")));
    assert!(
        played.contains("`next` starts the next round.") && played.contains("Round 2 of a match to 7 points: "),
        "{played}"
    );
    let [path] = &kept(&data)[..] else { panic!("{:?}", kept(&data)) };
    assert!(stdout(&["show", path.to_str().unwrap(), "--check"], "").contains("2 games follow"));
    let score = |text: &str| text.lines().rfind(|line| line.starts_with("Round 2 of")).map(str::to_string);
    let resumed = talk(&data, &["--resume"], "history\n");
    assert_eq!(score(&resumed), score(&played), "{resumed}");
    assert!(resumed.contains("1. "), "{resumed}");
}

#[test]
fn small_terminals_get_small_boards() {
    for game in games() {
        let board = |lines: &str, columns: &str| {
            let mut command = quintet();
            command.args(["--no-files", "play", game]).env("LINES", lines).env("COLUMNS", columns).write_stdin("");
            String::from_utf8(command.output().unwrap().stdout).unwrap()
        };
        let (small, large) = (board("24", "60"), board("50", "120"));
        assert!(small.lines().count() < 24 && small.lines().all(|line| line.chars().count() <= 60), "{small}");
        let height = |text: &str| text.trim_start_matches('\n').split("\n\n").next().unwrap().lines().count();
        assert!(height(&small) <= 13, "{small}");
        if height(&large) > 13 {
            // Narrow is small, too.
            assert_eq!(height(&board("50", "40")), height(&small));
            assert!(height(&small) < height(&large) && height(&large) > 16, "{large}");
        }
    }
}

#[test]
fn the_locale_says_which_characters_there_are() {
    let text = |variables: &[(&str, &str)]| {
        let mut command = quintet();
        command.env_remove("LC_ALL").env_remove("LC_CTYPE").env_remove("LANG").envs(variables.iter().copied());
        command.args(["--no-files", "play", "zen"]).write_stdin("rules\nhelp\n");
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    assert!(!text(&[]).is_ascii() && !text(&[("LANG", "de_CH.utf8")]).is_ascii());
    assert!(text(&[("LANG", "C")]).is_ascii() && text(&[("LC_ALL", "POSIX"), ("LANG", "en_GB.UTF-8")]).is_ascii());
    assert!(!text(&[("LC_ALL", ""), ("LANG", "en_GB.UTF-8")]).is_ascii());
}

//! The table of outputs in docs/usage.md is walked: what each of them does where a file is already, with foreign files,
//! links and folders at its place.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, UNIX_EPOCH};

/// What no output of the program looks like.
const FOREIGN: [&[u8]; 3] = [b"my notes\n", b"{\"a\": 1}\n{\"b\"", b"\xff\0\xfe no text"];

/// Two players that need no time.
const MATCH: &str = "match yavalath --engine builtin=random --engine name=B,builtin=random --quiet";
const TRAIN: &str = "train yavalath --nodes 5 --positions 100 --epochs 1 --out dir";
const CALIBRATE: &str = "calibrate zen --games 10 --nodes 5 --iterations 5 --out dir";
const WON: &str = "solve yavalath --moves e5,d4,e4,f6,d5,c5 --certificate";

/// How an output is made: the arguments, what is typed, and where it is then.
struct Making {
    words: String,
    typed: &'static str,
    place: &'static str,
}

/// How each output of the table is made.
fn makings() -> BTreeMap<&'static str, Making> {
    let made = |name, words: &str, place| (name, Making { words: words.to_string(), typed: "", place });
    let dialogue = |name, words: &str, typed, place| (name, Making { words: words.to_string(), typed, place });
    [
        made("analysis --out FILE --join PART", "analysis --in requests --join part --out out", "out"),
        made("analysis --out FILE", "analysis --in requests --out out", "out"),
        made("analyze --svg FILE", "analyze yavalath --nodes 50 --svg out", "out"),
        made("book --out FILE", "book yavalath --positions 1 --nodes 10 --out out", "out"),
        made("book export --out FILE", "book export yavalath --solve 1 --nodes 10 --out out", "out"),
        made("calibrate --out DIR/answers-GAME.bin", CALIBRATE, "dir/answers-zen.bin"),
        made("calibrate --out DIR/curves.txt", CALIBRATE, "dir/curves.txt"),
        made("calibrate --out DIR/games-GAME.bin", CALIBRATE, "dir/games-zen.bin"),
        made("calibrate --out DIR/reliability-GAME.svg", CALIBRATE, "dir/reliability-zen.svg"),
        made("convert TO", "convert games.jsonl out.txt", "out.txt"),
        made("man DIR", "man dir", "dir/quintet-match.1"),
        made("match --log FILE", &format!("{MATCH} --log out"), "out"),
        made("match --out FILE", &format!("{MATCH} --out out"), "out"),
        made("match --text FILE", &format!("{MATCH} --text out"), "out"),
        made("puzzles --out FILE", "puzzles yavalath --time 0ms --out out", "out"),
        made("referee --log FILE", "referee yavalath -p1 true -p2 true -l out", "out"),
        made("review --html FILE", "review games.jsonl --nodes 5 --html out", "out"),
        made("review --svg FILE", "review games.jsonl --nodes 5 --svg out", "out"),
        made("serve --data DIR/games.sqlite3", "serve --port 0 --data dir", "dir/games.sqlite3"),
        made("serve --backup FILE", "serve --data kept --backup out", "out"),
        made("show --html FILE", "show games.jsonl --html out", "out"),
        made("show --svg FILE", "show games.jsonl --svg out", "out"),
        made("site DIR", "site out --module modules", "out/index.html"),
        made("solve --certificate FILE", &format!("{WON} out"), "out"),
        made("solve --resume FILE", "solve yavalath --nodes 50 --hash 1 --resume out", "out"),
        made("train --out DIR/games.bin", TRAIN, "dir/games.bin"),
        made("train --out DIR/loss.svg", TRAIN, "dir/loss.svg"),
        made("train --out DIR/weights.txt", TRAIN, "dir/weights.txt"),
        made("verify --proofs FILE", "verify certificate --proofs out", "out"),
        dialogue("Log File", "", "setoption name Log File value out\nd\n", "out"),
        dialogue("play", "play yavalath --seat 1,2", "e5\n", "data/games"),
        dialogue("save FILE", "play yavalath --seat 1,2", "e5\nsave out.txt\n", "out.txt"),
    ]
    .into()
}

/// The rows of the table: the outputs, what is done to a file of an earlier run, and to any other.
fn rows() -> Vec<(Vec<String>, String, String)> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/usage.md")).unwrap();
    let section = text.split("\n## Existing files\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let lines = section.lines().filter(|line| line.starts_with("| `") || line.starts_with("| the"));
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let outputs = cells[0].split('`').skip(1).step_by(2).map(str::to_string).collect();
        (outputs, cells[1].to_string(), cells[2].to_string())
    };
    lines.map(row).collect()
}

/// How a run ended, and what it said on stderr.
struct Ended {
    code: i32,
    said: String,
}

/// A folder with what the commands read.
struct Desk(PathBuf);

impl Desk {
    fn new(name: &str) -> Self {
        let clean: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
        // Tests run side by side, some with the same outputs.
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("outputs").join(format!("{clean}-{number}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        let desk = Self(path);
        let game = r#"{"schema":"record/1","game":"yavalath","option":{},"turns":[{"turn":"e5","seat":1},{"turn":"d4","seat":2}],"result":"none","reason":"unfinished","seats":[{"name":"A"},{"name":"B"}]}"#;
        fs::write(desk.at("games.jsonl"), format!("{game}\n")).unwrap();
        fs::write(desk.at("requests"), "{\"id\": \"1\", \"game\": \"zen\", \"nodes\": 50}\n").unwrap();
        fs::write(desk.at("tournament.toml"), "game = \"yavalath\"\n").unwrap();
        // What stands in them is no business of those who pass them on.
        fs::create_dir(desk.at("modules")).unwrap();
        for name in ["quintet.wasm", "quintet-plain.wasm", "LICENSES.txt"] {
            fs::write(desk.at("modules").join(name), name).unwrap();
        }
        desk
    }

    /// With what takes a search to make.
    fn whole(name: &str) -> Self {
        /// Names and bytes, made once.
        static MADE: OnceLock<Vec<(&str, Vec<u8>)>> = OnceLock::new();
        let made = MADE.get_or_init(|| {
            let desk = Self::new("made");
            let words =
                [&format!("{WON} certificate"), "analysis --in requests --out part", "serve --port 0 --data kept"];
            for words in words {
                let ended = desk.run(words, "");
                assert_eq!(ended.code, 0, "{words}: {}", ended.said);
            }
            // Of a server that was killed the store has what it wrote last beside it.
            let files = ["certificate", "part", "kept/games.sqlite3", "kept/games.sqlite3-wal"];
            files.into_iter().filter(|file| desk.at(file).exists()).map(|file| (file, desk.read(file))).collect()
        });
        let desk = Self::new(name);
        fs::create_dir_all(desk.at("kept")).unwrap();
        made.iter().for_each(|(file, bytes)| fs::write(desk.at(file), bytes).unwrap());
        desk
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.at(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// All files and what they hold.
    fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        let mut folders = vec![self.0.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path)
                } else {
                    drop(found.insert(path.clone(), fs::read(path).unwrap()))
                }
            }
        }
        found
    }

    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
        // The turns of a position are one argument.
        command.args(
            words
                .split_whitespace()
                .map(|word| word.replace("e5,d4,e4", "e5 d4 e4").replace(",f6,", " f6 ").replace("d5,c5", "d5 c5")),
        );
        command.current_dir(&self.0).env("QUINTET_DATA", self.at("data")).env("LC_ALL", "C.UTF-8");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, words: &str, typed: &str) -> Ended {
        let mut child = self.command(words).spawn().unwrap();
        // Who refuses reads nothing.
        let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
        if words.starts_with("serve") {
            let mut line = String::new();
            BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
            let is_served = line.starts_with("The page is at");
            if is_served {
                child.kill().unwrap();
            }
            let mut said = String::new();
            child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
            let code = child.wait().unwrap().code();
            return Ended { code: if is_served { 0 } else { code.unwrap() }, said };
        }
        let output = child.wait_with_output().unwrap();
        let said = if words.starts_with("play") { output.stdout } else { output.stderr };
        Ended { code: output.status.code().unwrap(), said: String::from_utf8(said).unwrap() }
    }

    /// Makes an output, which must be possible.
    #[track_caller]
    fn make(&self, making: &Making, more: &str) {
        let words = format!("{} {more}", making.words);
        let ended = self.run(&words, making.typed);
        // Neither puzzles nor a solution are found without time.
        let codes: &[i32] =
            if ["puzzles", "solve"].iter().any(|name| words.starts_with(name)) { &[0, 3] } else { &[0] };
        assert!(codes.contains(&ended.code), "`{words}` ends with {}: {}", ended.code, ended.said);
    }

    /// Tries to make an output, which must be refused with a sentence of these words; no file changes.
    #[track_caller]
    fn is_refused(&self, making: &Making, more: &str, codes: &[i32], sentence: &[&str]) {
        let before = self.files();
        let words = format!("{} {more}", making.words);
        let Ended { code, said } = self.run(&words, making.typed);
        let is_dialogue = !making.typed.is_empty();
        assert!(is_dialogue || codes.contains(&code), "`{words}` ends with {code}: {said}");
        assert!(is_dialogue || said.starts_with("quintet: ") && said.lines().count() == 1, "`{words}`: {said}");
        assert!(sentence.iter().all(|part| said.contains(part)), "`{words}`: {said}");
        let place = self.at(making.place);
        assert_eq!(before.get(&place), self.files().get(&place), "`{words}` has changed {}", making.place);
        if codes == [2] && !is_dialogue {
            assert_eq!(before, self.files(), "`{words}`");
        }
    }
}

/// Puts a file at the place of an output before it is made.
fn put(desk: &Desk, making: &Making, bytes: &[u8]) {
    let place = desk.at(making.place);
    fs::create_dir_all(place.parent().unwrap()).unwrap();
    fs::write(place, bytes).unwrap();
}

#[test]
fn the_table_names_every_output_once() {
    let mut named: Vec<String> = rows().into_iter().flat_map(|(outputs, ..)| outputs).collect();
    named.sort();
    let known: Vec<&str> = makings().into_keys().collect();
    let mut known: Vec<String> = known.into_iter().map(str::to_string).collect();
    known.sort();
    assert_eq!(named, known);
}

#[test]
fn what_is_there_is_refused_unless_it_is_forced() {
    let makings = makings();
    let rule = "refused unless `--force`";
    let mut count = 0;
    for (outputs, own, other) in rows().into_iter().filter(|(_, own, other)| own == rule || other == rule) {
        assert_eq!((&own[..], &other[..]), (rule, rule));
        for name in outputs {
            count += 1;
            let making = &makings[&name[..]];
            let place = making.place;
            let desk = Desk::whole(&name);
            desk.make(making, "");
            let made = desk.read(place);
            let sentence = [&format!("`{place}`")[..], "already exists", "`--force`"];
            // The pages of the manual are looked at in their order.
            let first = if name == "man DIR" { &["already exists", "`--force`"][..] } else { &sentence };
            desk.is_refused(making, "", &[2], first);
            desk.make(making, "--force");
            assert!(desk.read(place) == made, "{name} is made in another way the second time");
            for foreign in FOREIGN.into_iter().chain([&b""[..]]) {
                let desk = Desk::whole(&name);
                put(&desk, making, foreign);
                desk.is_refused(making, "", &[2], &sentence);
                desk.make(making, "--force");
                assert!(desk.read(place) == made, "{name}");
            }
            links_and_folders(&name, making, &made, &sentence);
        }
    }
    assert!(count > 8);
}

/// The same where a link or a folder is at the place of an output.
fn links_and_folders(name: &str, making: &Making, made: &[u8], sentence: &[&str]) {
    let place = making.place;
    let desk = Desk::whole(name);
    put(&desk, making, FOREIGN[0]);
    fs::rename(desk.at(place), desk.at("elsewhere")).unwrap();
    symlink(desk.at("elsewhere"), desk.at(place)).unwrap();
    desk.is_refused(making, "", &[2], sentence);
    assert_eq!(desk.read("elsewhere"), FOREIGN[0]);
    desk.make(making, "--force");
    assert!(fs::symlink_metadata(desk.at(place)).unwrap().is_symlink(), "{name}: the link stays");
    assert!(desk.read("elsewhere") == made, "{name}");
    // What has two names keeps the other.
    let desk = Desk::whole(name);
    put(&desk, making, FOREIGN[0]);
    fs::hard_link(desk.at(place), desk.at("elsewhere")).unwrap();
    desk.is_refused(making, "", &[2], sentence);
    desk.make(making, "--force");
    assert!(desk.read("elsewhere") == FOREIGN[0] && desk.read(place) == made, "{name}");
    // A link to nothing is no file.
    let desk = Desk::whole(name);
    fs::create_dir_all(desk.at(place).parent().unwrap()).unwrap();
    symlink(desk.at("elsewhere"), desk.at(place)).unwrap();
    desk.make(making, "");
    assert!(desk.read("elsewhere") == made, "{name}");
    let desk = Desk::whole(name);
    fs::create_dir_all(desk.at(place)).unwrap();
    for more in ["", "--force"] {
        desk.is_refused(making, more, &[1, 2], &["cannot be written", "regular"]);
        assert!(desk.at(place).is_dir(), "{name}");
    }
}

#[test]
fn what_is_continued_or_replaced_is_what_the_program_has_begun() {
    let makings = makings();
    let mut count = 0;
    for (outputs, own, other) in rows() {
        for name in outputs.iter().filter(|name| *name != "play") {
            let making = &makings[&name[..]];
            let place = making.place;
            let desk = Desk::whole(name);
            desk.make(making, "");
            let made = desk.read(place);
            match own.as_str() {
                "refused unless `--force`" => continue,
                "continued" | "replaced" => desk.make(making, ""),
                "refused" => desk.is_refused(making, "", &[2], &[place, "already exists"]),
                "continued with `--resume`, else refused" => {
                    desk.is_refused(making, "", &[2], &[place, "`--resume`"]);
                    desk.make(making, "--resume");
                    assert_eq!(desk.read(place), made, "{name}: all of it is there already");
                }
                rule => panic!("{name}: {rule}"),
            }
            count += 1;
            for foreign in FOREIGN {
                let desk = Desk::whole(name);
                put(&desk, making, foreign);
                match other.as_str() {
                    "continued" => {
                        desk.make(making, "");
                        assert!(desk.read(place).starts_with(foreign), "{name}");
                    }
                    "replaced" => {
                        desk.make(making, "");
                        assert_eq!(desk.read(place), made, "{name}");
                    }
                    "refused if `DIR` has no site of ours" => {
                        desk.is_refused(making, "", &[2], &["holds other files"]);
                    }
                    "refused" | "refused if `DIR` has no games of ours" => {
                        let named = place.rsplit('/').next().unwrap();
                        // Of the games that are kept the sentence names the folder's kind.
                        desk.is_refused(
                            making,
                            "",
                            &[1, 2],
                            if place.ends_with("sqlite3") { &[] } else { std::slice::from_ref(&named) },
                        );
                        if own.contains("--resume") {
                            desk.is_refused(making, "--resume", &[1, 2], &[named]);
                        }
                    }
                    rule => panic!("{name}: {rule}"),
                }
            }
        }
    }
    assert!(count > 15);
}

/// The database of another program is not made into one of ours.
#[test]
fn a_database_of_another_program_stays() {
    let desk = Desk::new("database");
    fs::create_dir_all(desk.at("dir")).unwrap();
    let other = rusqlite::Connection::open(desk.at("dir/games.sqlite3")).unwrap();
    other.execute_batch("CREATE TABLE games (id INTEGER, home TEXT); INSERT INTO games VALUES (1, 'x');").unwrap();
    drop(other);
    desk.is_refused(&makings()["serve --data DIR/games.sqlite3"], "", &[1, 2], &["another program", "`--data`"]);
}

#[test]
fn games_that_are_kept_leave_others_alone() {
    let desk = Desk::new("kept");
    let making = &makings()["play"];
    let folder = desk.at(making.place);
    fs::create_dir_all(&folder).unwrap();
    // Of all names that may be taken in the next minute.
    let mut foreign = Vec::new();
    let now = UNIX_EPOCH + Duration::from_secs(quintet::date::Date::now().seconds());
    for second in 0..60 {
        let time = humantime::format_rfc3339_seconds(now + Duration::from_secs(second)).to_string();
        foreign.push(folder.join(format!("{}-yavalath.jsonl", time.replace(':', "-").trim_end_matches('Z'))));
        fs::write(&foreign[second as usize], FOREIGN[0]).unwrap();
    }
    desk.make(making, "");
    let new: Vec<PathBuf> =
        desk.files().into_keys().filter(|path| path.starts_with(&folder) && !foreign.contains(path)).collect();
    let [kept] = &new[..] else { panic!("{new:?}") };
    assert!(kept.to_str().unwrap().ends_with("-yavalath-2.jsonl"), "{kept:?}");
    let resumed = desk.run("play --resume", "d4\n");
    assert!(fs::read_to_string(kept).unwrap().contains("d4"), "{}", resumed.said);
    assert!(foreign.iter().all(|path| fs::read(path).unwrap() == FOREIGN[0]));
}

/// Commands that read a file and would write to it, and which of their files that is.
const READ_AND_WRITTEN: [(&str, &str, bool); 16] = [
    ("games.jsonl", "convert games.jsonl {} --to text", true),
    ("games.jsonl", "convert {} games.jsonl --to text", true),
    ("games.jsonl", "show games.jsonl --svg {}", true),
    ("games.jsonl", "show games.jsonl --html {}", true),
    ("games.jsonl", "review games.jsonl --nodes 5 --svg {}", true),
    ("games.jsonl", "review games.jsonl --nodes 5 --html {}", true),
    ("games.jsonl", "analyze --record games.jsonl --nodes 5 --svg {}", true),
    ("certificate", "analyze yavalath --proofs certificate --nodes 5 --svg {}", true),
    ("certificate", "verify certificate --proofs {}", true),
    ("certificate", "solve yavalath --nodes 5 --resume certificate --certificate {}", true),
    ("requests", "analysis --in requests --out {}", false),
    ("part", "analysis --in requests --join part --out {}", true),
    ("games.jsonl", "book yavalath --from games.jsonl --out {}", false),
    (
        "tournament.toml",
        "match --config tournament.toml --engine builtin=random --engine name=B,builtin=random --log {}",
        false,
    ),
    ("games.jsonl", "match yavalath --engine builtin=random --openings games.jsonl --text {}", false),
    ("dir/games.bin", "train yavalath --also {} --out dir", false),
];

#[test]
fn no_file_is_read_and_written_by_whatever_name() {
    let desk = Desk::whole("read-and-written");
    desk.make(&makings()["train --out DIR/games.bin"], "");
    for (file, words, can_force) in READ_AND_WRITTEN {
        let folder = Path::new(file).parent().unwrap();
        let names = [file.to_string(), format!("./{file}")].into_iter();
        let links = ["hard", "soft", "far"].map(|name| folder.join(name).to_str().unwrap().to_string());
        fs::hard_link(desk.at(file), desk.at(&links[0])).unwrap();
        symlink(desk.at(file), desk.at(&links[1])).unwrap();
        symlink(Path::new(&links[1]).file_name().unwrap(), desk.at(&links[2])).unwrap();
        for name in names.chain(links.iter().cloned()) {
            for more in ["", " --force"].into_iter().filter(|more| can_force || more.is_empty()) {
                let before = desk.files();
                let words = words.replace("{}", &name) + more;
                let Ended { code, said } = desk.run(&words, "");
                let is_said = said.contains("is read by the same command") || said.contains("are the same file");
                assert!(code == 2 && is_said && said.lines().count() == 1, "`{words}` ends with {code}: {said}");
                assert_eq!(before, desk.files(), "`{words}`");
            }
        }
        links.iter().for_each(|link| fs::remove_file(desk.at(link)).unwrap());
    }
    // The shell opens it, too.
    let games = desk.read("games.jsonl");
    let mut command = desk.command("convert - games.jsonl --force");
    command.stdin(fs::File::open(desk.at("games.jsonl")).unwrap());
    assert_eq!(command.output().unwrap().status.code(), Some(2));
    let mut command = desk.command("convert games.jsonl - --to text");
    command.stdout(fs::File::options().append(true).open(desk.at("games.jsonl")).unwrap());
    assert_eq!(command.output().unwrap().status.code(), Some(2));
    assert_eq!(desk.read("games.jsonl"), games);
}

/// The dialogue is not appended to what it is about.
#[test]
fn no_log_goes_into_a_file_that_an_option_names() {
    let desk = Desk::whole("log");
    desk.make(&makings()["verify --proofs FILE"], "");
    let proofs = desk.read("out");
    fs::hard_link(desk.at("out"), desk.at("hard")).unwrap();
    let (log, read) = ("setoption name Log File value", "setoption name ProofFile value");
    for lines in [format!("{read} out\n{log} hard\nd\n"), format!("{log} new\n{log} \n{read} out\n{log} ./out\nd\n")] {
        let output = desk.command("").stdin(Stdio::piped()).spawn().and_then(|mut child| {
            child.stdin.take().unwrap().write_all(lines.as_bytes())?;
            child.wait_with_output()
        });
        let said = String::from_utf8(output.unwrap().stdout).unwrap();
        assert!(said.contains("the dialogue is not written to it"), "{lines}: {said}");
    }
    assert_eq!(desk.read("out"), proofs);
}

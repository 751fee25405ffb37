//! The command line through the real binary: what each subcommand prints, and how wrong requests end.

mod found;
mod leftovers;
mod manual;
mod outputs;
mod pictures;
mod play;
mod proofs;
mod puzzles;
mod readers;
mod records;
mod typed;
mod wrong;

use assert_cmd::Command;
use quintet::version::ENGINE_ID;
use std::process::Output;

/// The names of all games.
fn games() -> impl Iterator<Item = &'static str> {
    quintet::registry::names()
}

#[test]
fn the_version_tells_what_was_chosen_for_this_machine() {
    let version = format!("{ENGINE_ID}\n");
    assert_eq!(stdout(&["--version"], ""), version);
    assert_eq!(stdout(&["-V"], ""), version);
    let verbose = stdout(&["--version", "--verbose"], "");
    let set = |text: &str| text.lines().find_map(|line| line.strip_prefix("instruction set: ")).map(str::to_string);
    let chosen = quintet::board::bits::instruction_set().description();
    assert_eq!(set(&verbose).as_deref(), Some(chosen), "{verbose}");
    let mut portable = Command::new(env!("CARGO_BIN_EXE_quintet"));
    let output = portable.args(["--version", "--verbose"]).env("QUINTET_PORTABLE", "1").output().unwrap();
    let portable = String::from_utf8(output.stdout).unwrap();
    assert!(portable.contains("portable: QUINTET_PORTABLE is set"), "{portable}");
    assert_eq!(run_with_input(&["--verbose"], "").status.code(), Some(2));
    assert_eq!(run_with_input(&["--game", "zen", "games"], "").status.code(), Some(2));
}

#[track_caller]
fn run_with_input(arguments: &[&str], input: &str) -> Output {
    let mut command = quintet();
    command.args(arguments).write_stdin(input).timeout(std::time::Duration::from_secs(60));
    command.output().unwrap()
}

/// The program, in a locale that has all characters, with data in a folder of its own.
fn quintet() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
    let data = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("data");
    command.env("LC_ALL", "C.UTF-8").env("QUINTET_DATA", data).env_remove("LINES").env_remove("COLUMNS");
    command
}

/// The same as a plain process, whose pipes the test holds.
fn quintet_command() -> std::process::Command {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_quintet"));
    let data = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("data");
    command.env("LC_ALL", "C.UTF-8").env("QUINTET_DATA", data).env_remove("LINES").env_remove("COLUMNS");
    command
}

/// The names of all subcommands, as `--help` lists them.
fn subcommands() -> Vec<String> {
    let text = stdout(&["--help"], "");
    let listed = text.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<String> = listed.map(|line| line.split_whitespace().next().unwrap().to_string()).collect();
    names.into_iter().filter(|name| name != "help").collect()
}

/// What a request that succeeds prints.
#[track_caller]
fn stdout(arguments: &[&str], input: &str) -> String {
    let output = run_with_input(arguments, input);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The one sentence on stderr of a request that fails.
#[track_caller]
fn error_line(arguments: &[&str], code: i32) -> String {
    let output = run_with_input(arguments, "");
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("quintet: ") && text.lines().count() == 1 && text.len() > 30, "{arguments:?}: {text}");
    text
}

/// A legal first decision.
fn first_decision(game: &str) -> String {
    let line = stdout(&["--game", game], "legal\n");
    line.split_whitespace().nth(1).unwrap().to_string()
}

#[test]
fn games_lists_every_game_with_a_title() {
    let text = stdout(&["games"], "");
    assert_eq!(text.lines().count(), quintet::registry::GAMES.len());
    for (line, entry) in text.lines().zip(quintet::registry::GAMES) {
        assert_eq!(line.split_once(' ').map(|(name, title)| (name, title.trim())), Some((entry.name, entry.title)));
    }
}

#[test]
fn analyze_prints_the_board_the_iterations_and_the_best_turns() {
    for game in games() {
        let first = first_decision(game);
        let text = stdout(
            &["analyze", game, "--moves", &first, "--depth", "2", "--multipv", "2", "--search", "alphabeta"],
            "",
        );
        let board = stdout(&["--game", game], &format!("position startpos moves {first}\nd\n"));
        let board = board.rsplit_once("position ").unwrap().0;
        assert!(text.starts_with(board), "{text}");
        assert_eq!(text.lines().filter(|line| line.starts_with("depth ")).count(), 2, "{text}");
        let ranked: Vec<&str> =
            text.lines().filter(|line| [" 1. ", " 2. "].iter().any(|n| line.starts_with(n))).collect();
        assert_eq!(ranked.len(), 2, "{text}");
        let best = text.lines().last().unwrap().strip_prefix("best ").unwrap();
        assert!(best.starts_with(ranked[0].split_whitespace().nth(1).unwrap()), "{text}");
        assert!(stdout(&["analyze", game, "--ascii", "--nodes", "100"], "").is_ascii());
    }
}

/// The whole turns of a state, or the decisions of one that goes on.
fn json_turns(state: &serde_json::Value) -> Vec<String> {
    let texts = |field: &str| state[field].as_array().unwrap().clone();
    let all = texts("turns").into_iter().chain(texts("decisions"));
    all.map(|turn| turn.as_str().unwrap().to_string()).collect()
}

#[test]
fn analyze_writes_json_that_a_parser_reads() {
    for game in games() {
        let first = first_decision(game);
        for search in ["alphabeta", "mcts", "mcts-eval"] {
            let text = stdout(
                &["analyze", game, "--json", "--nodes", "1000", "--search", search, "--moves", &first, "--hash", "1"],
                "",
            );
            assert_eq!(text.lines().count(), 1);
            let found: serde_json::Value = serde_json::from_str(&text).unwrap();
            let state = &found["state"];
            let known = json_turns(state);
            assert_eq!((&state["game"], known.as_slice()), (&game.into(), &[first.clone()][..]));
            let lines = found["moveInfos"].as_array().unwrap();
            assert!(!lines.is_empty() && lines.len() <= 3);
            for line in lines {
                assert_ne!(line["cp"].is_i64(), line["mate"].is_i64(), "{line}");
                assert_eq!(line["visits"].is_u64(), search != "alphabeta", "{line}");
                assert_eq!(line["turn"], line["pv"][0], "{line}");
            }
            assert!(
                found["rootInfo"]["best"].as_str().unwrap().starts_with(lines[0]["turn"].as_str().unwrap()),
                "{text}"
            );
            // The position can be given back as a text.
            let position = state["position"].as_str().unwrap();
            let again = stdout(&["analyze", game, "--json", "--depth", "1", "--position", position], "");
            let again = serde_json::from_str::<serde_json::Value>(&again).unwrap();
            assert_eq!(again["state"]["position"], state["position"]);
        }
    }
}

#[test]
fn analyze_takes_a_time_threads_and_the_options_of_a_game() {
    for game in games() {
        for time in ["30ms", "0.03s", "0ms", "0.0005m"] {
            let text = stdout(&["analyze", game, "--time", time, "--threads", "2", "--multipv", "1"], "");
            assert!(text.lines().last().unwrap().starts_with("best "), "{text}");
        }
        // Every limit that is given holds.
        stdout(&["analyze", game, "--time", "1h", "--nodes", "100"], "");
        let options = stdout(&["--game", game], "ugi\n");
        if options.contains("option name Swap ") {
            let text = stdout(&["--game", game], "setoption name Swap value false\nd\n");
            let text = text.trim_end().rsplit_once("position ").unwrap().1.to_string();
            let json = stdout(&["analyze", game, "--json", "--depth", "1", "--option", "swap = false"], "");
            assert_eq!(serde_json::from_str::<serde_json::Value>(&json).unwrap()["state"]["position"], *text);
        }
    }
}

#[test]
fn analyze_draws_an_svg_file() {
    for game in games() {
        let file = std::env::temp_dir().join(format!("quintet-{}-{game}.svg", std::process::id()));
        stdout(&["analyze", game, "--depth", "1", "--svg", file.to_str().unwrap()], "");
        let drawing = std::fs::read_to_string(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        assert!(drawing.starts_with("<svg") && drawing.trim_end().ends_with("</svg>"));
        // A place that cannot be written is no wrong request but a failure.
        let text = error_line(&["analyze", game, "--depth", "1", "--svg", "/no/such/folder/x.svg"], 1);
        assert!(text.contains("/no/such/folder/x.svg"));
    }
}

#[test]
fn perft_counts_divides_and_uses_threads() {
    for game in games() {
        let first = first_decision(game);
        let total = stdout(&["perft", game, "2"], "");
        let nodes: u64 = total.trim_end().strip_prefix("nodes ").unwrap().parse().unwrap();
        assert_eq!(stdout(&["perft", game, "2", "--threads", "2"], ""), total);
        let divided = stdout(&["perft", game, "2", "--divide"], "");
        let (last, parts) =
            divided.lines().rev().collect::<Vec<_>>().split_first().map(|(l, p)| (*l, p.to_vec())).unwrap();
        let count = |line: &&str| line.split(' ').nth(1).unwrap().parse::<u64>().unwrap();
        assert_eq!((format!("{last}\n"), parts.iter().map(count).sum::<u64>()), (total, nodes));
        let of_first = parts.iter().find(|line| line.starts_with(&format!("{first} "))).unwrap();
        let after = stdout(&["perft", game, "1", "--moves", &first], "");
        assert_eq!(after, format!("nodes {}\n", count(of_first)));
        let turns = stdout(&["--game", game], "legal turns\n").split_whitespace().count() - 1;
        assert_eq!(stdout(&["perft", game, "1", "--turns"], ""), format!("nodes {turns}\n"));
        assert_eq!(stdout(&["perft", game, "0"], ""), "nodes 1\n");
    }
}

/// The number of nodes in the last line of `bench`.
#[track_caller]
fn bench_nodes(text: &str) -> u64 {
    let words: Vec<&str> = text.lines().last().unwrap().split(' ').collect();
    let [nodes, "nodes", nps, "nps"] = words[..] else { panic!("{text}") };
    assert!(nps.parse::<u64>().is_ok(), "{text}");
    nodes.parse().unwrap()
}

#[test]
fn bench_counts_the_same_nodes_every_time() {
    let all = stdout(&["bench"], "");
    let mut each: Vec<(u64, &str)> = games()
        .map(|game| {
            let head = format!("{game}: ");
            let line = all.lines().find_map(|line| line.strip_prefix(&head)).unwrap();
            (bench_nodes(line), game)
        })
        .collect();
    assert_eq!(each.iter().map(|(nodes, _)| nodes).sum::<u64>(), bench_nodes(&all), "{all}");
    // Again for the cheapest game, and as a command of the protocol, which is the same measurement.
    each.sort_unstable();
    let [(nodes, game), (more, other), ..] = each[..] else { panic!("{all}") };
    assert_eq!(bench_nodes(&stdout(&["bench", "--game", game], "")), nodes);
    assert_eq!(bench_nodes(&stdout(&["bench", "--game", &format!("{game},{other}")], "")), nodes + more);
    assert_eq!(bench_nodes(&stdout(&["--game", game], "bench\n")), nodes);
}

/// The searches take the same way on a CPU without the instructions that the fast code is compiled for.
#[test]
fn portable_code_finds_the_same() {
    for game in games() {
        for search in ["alphabeta", "mcts"] {
            let input = format!("setoption name Search value {search}\ngo nodes 2000\n");
            let answer = |portable: bool| {
                let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
                if portable {
                    command.env("QUINTET_PORTABLE", "1");
                }
                let output = command.args(["--game", game]).write_stdin(input.as_str()).output().unwrap();
                let text = String::from_utf8(output.stdout).unwrap();
                let last = text.lines().rfind(|line| line.starts_with("info depth")).unwrap().to_string();
                let (before, after) = (last.split(" nps").next().unwrap(), last.split(" pv ").nth(1).unwrap());
                (before.to_string(), after.to_string(), text.lines().last().unwrap().to_string())
            };
            assert_eq!(answer(true), answer(false), "{game} {search}");
        }
    }
}

#[test]
fn bench_measures_playouts() {
    let text = stdout(&["bench", "--playouts", "--game", games().next().unwrap()], "");
    let words: Vec<&str> = text.trim_end().split(' ').collect();
    let [count, "playouts", rate, "playouts/s"] = words[..] else { panic!("{text}") };
    assert!(count.parse::<u64>().unwrap() > 0 && rate.parse::<u64>().unwrap() > 0);
}

#[test]
fn wrong_requests_get_one_sentence_and_exit_code_2() {
    for (arguments, words) in [
        ("chess", "chess"),
        ("--board", "--board"),
        ("--game", "--game"),
        ("--game chess", "the games are yavalath"),
        ("--game yavalath games", "--game"),
        ("analyze", "<GAME>"),
        ("analyze chess", "the games are yavalath"),
        ("play chess", "`chess`"),
        ("play", "<GAME>"),
        ("play --resume chess", "`chess`"),
        ("perft chess 2", "`chess`"),
        ("bench --game chess", "`chess`"),
    ] {
        let text = error_line(&arguments.split(' ').collect::<Vec<_>>(), 2);
        assert!(text.contains(words), "{text}");
    }
    for game in games() {
        for (arguments, words) in [
            ("analyze GAME --moves nonsense", "`nonsense`"),
            ("analyze GAME --position nonsense", "fields"),
            ("analyze GAME --option Swap", "NAME=VALUE"),
            ("analyze GAME --option Colour=blue", "`Colour`"),
            ("analyze GAME --time", "--time"),
            ("analyze GAME --time soon", "5s, 500ms or 2m"),
            ("analyze GAME --time -5s", "-5"),
            ("analyze GAME --time 99999999999999999999h", "5s, 500ms or 2m"),
            ("analyze GAME --time s", "5s, 500ms or 2m"),
            ("analyze GAME --depth many", "many"),
            ("analyze GAME --nodes 1.5", "1.5"),
            ("analyze GAME --multipv 0", "from 1 to 512"),
            ("analyze GAME --threads 257", "from 1 to 256"),
            ("analyze GAME --hash 0", "from 1 to 65536"),
            ("analyze GAME --search quick", "auto, alphabeta, mcts"),
            ("play GAME --seat 0", "--seat is from 1"),
            ("play GAME --seat 5", "--seat is from 1"),
            ("play GAME --seat me", "me"),
            ("play GAME --level 21", "from 0 to 20"),
            ("play GAME --elo 65000", "--elo is from "),
            ("play GAME --elo 500 --level 3", "cannot be used with"),
            ("play GAME --time soon", "soon"),
            ("play GAME --clock soon", "5m+3s"),
            ("play GAME --resume --seat 2", "cannot be used with"),
            ("play GAME --threads 0", "from 1 to 256"),
            ("perft GAME", "<DEPTH>"),
            ("perft GAME -1", "-1"),
            ("perft GAME x", "x"),
            ("perft GAME 2 --threads 0", "from 1 to 256"),
            ("perft GAME 2 --moves nonsense", "`nonsense`"),
        ] {
            let arguments = arguments.replace("GAME", game);
            let text = error_line(&arguments.split(' ').collect::<Vec<_>>(), 2);
            assert!(text.contains(words), "`{words}` is missing in: {text}");
        }
    }
}

#[test]
fn a_slip_is_answered_with_what_may_have_been_meant() {
    for (arguments, meant) in [
        ("analize zen", "did you mean `analyze`?"),
        ("analyze zen --dpeth 3", "did you mean `--depth`?"),
        ("analyze yavalth", "did you mean `yavalath`?"),
        ("perft zen-fre 2", "did you mean `zen-free`?"),
        ("--game pentalth", "did you mean `pentalath`?"),
        ("analyze yavalath --option Swp=false", "did you mean `Swap`?"),
        ("match zne --engine builtin=random --engine name=b,builtin=random", "did you mean `zen`?"),
        ("match zen --tc nodes=5 --engine builtin=alphabeta,option.Treads=2 --engine builtin=random", "`Threads`?"),
        ("match zen --format gauntled", "did you mean `gauntlet`?"),
    ] {
        let text = error_line(&arguments.split(' ').collect::<Vec<_>>(), 2);
        assert!(text.contains(meant), "{text}");
    }
    assert!(!error_line(&["analyze", "chess"], 2).contains("did you mean"));
    // A part of a name, or how its files end, is a slip, too.
    for (given, meant) in
        [("csv", "`games-csv` or `turns-csv`"), ("sgf", "`boardspace`"), ("gipf", "`gipf.com`"), ("texts", "`text`")]
    {
        let line = error_line(&["convert", "a.jsonl", "b.jsonl", "--to", given], 2);
        assert!(line.contains(&format!("did you mean {meant}?")), "{line}");
    }
}

#[test]
fn other_slips_get_a_sentence_that_says_what_was_expected() {
    let here = env!("CARGO_MANIFEST_DIR");
    for (arguments, words, code) in [
        ("analyze yavalath --option Swap=false --option swap=true", "sets `swap` a second time", 2),
        ("openings yavalath --option Swap=false --option Swap=false", "sets `swap` a second time", 2),
        ("analyze yavalath --moves e5,d4 --nodes 1", "; turns are separated by spaces, not commas", 2),
        ("analyze yavalath --time -1", "`-1` is not a time such as 5s", 2),
        ("analyze yavalath --nodes -1", "it must be", 2),
        ("match zen --rounds -1", "it must be a whole number from 0 up", 2),
        ("openings zen --plies 0", "from 1 to 1000", 2),
        ("man HERE/Cargo.toml", "it is a file, not a folder", 1),
    ] {
        let arguments = arguments.replace("HERE", here);
        let text = error_line(&arguments.split(' ').collect::<Vec<_>>(), code);
        assert!(text.contains(words), "`{words}` is missing in: {text}");
    }
    let file = format!("{here}/Cargo.toml");
    let text = error_line(&["rating", &file], 2);
    assert_eq!(text.matches("Cargo.toml").count(), 1, "{text}");
    // What has not been found is said, beside what goes into the file.
    let output = run_with_input(&["puzzles", "yavalath", "--count", "1000", "--time", "1ms"], "");
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(3) && text.contains("ended after "), "{text}");
}

#[test]
fn shells_complete_every_subcommand() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&["completions", shell], "");
        for word in ["analyze", "multipv", "completions"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let bash = stdout(&["completions", "bash"], "");
    // Where there is a bash, it understands the script and completes with it.
    let test = format!(
        "{bash}\nCOMP_WORDS=(quintet analyz); COMP_CWORD=1; _quintet quintet analyz quintet; echo \"${{COMPREPLY[*]}}\""
    );
    if let Ok(output) = std::process::Command::new("bash").args(["-c", &test]).output() {
        assert_eq!(
            String::from_utf8(output.stdout).unwrap(),
            "analyze\n",
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    assert!(error_line(&["completions", "tcsh"], 2).contains("bash"));
}

#[test]
fn schemas_are_json_and_name_what_there_is() {
    let schema: serde_json::Value = serde_json::from_str(&stdout(&["schema", "state"], "")).unwrap();
    assert_eq!(schema["title"], "State");
    for field in ["board", "legal", "result", "match"] {
        assert!(schema["properties"][field].is_object(), "{field}");
    }
    assert!(error_line(&["schema", "weather"], 2).contains("weather"));
}

#[test]
fn the_manual_has_a_page_for_every_subcommand() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("man");
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(stdout(&["man", folder.to_str().unwrap()], ""), "");
    let help = stdout(&["--help"], "");
    let commands = help.split("Commands:\n").nth(1).unwrap().lines().take_while(|line| !line.is_empty());
    let names: Vec<&str> =
        commands.filter_map(|line| line.split_whitespace().next()).filter(|n| *n != "help").collect();
    assert!(names.contains(&"man") && names.len() > 10, "{names:?}");
    for page in names.iter().map(|name| format!("quintet-{name}.1")).chain(["quintet.1".to_string()]) {
        let text = std::fs::read_to_string(folder.join(&page)).unwrap();
        assert!(text.contains(".SH SYNOPSIS"), "{page}: {text}");
    }
    assert!(error_line(&["man", "/dev/null/x"], 1).contains("/dev/null/x"));
}

#[test]
fn help_and_version_are_no_mistakes() {
    assert_eq!(stdout(&["--version"], ""), format!("{ENGINE_ID}\n"));
    for arguments in [&["--help"][..], &["analyze", "--help"], &["play", "-h"], &["perft", "--help"], &["bench", "-h"]]
    {
        assert!(stdout(arguments, "").contains("Usage: quintet"));
    }
}

/// Runs the binary with an output that nobody reads, and an input.
#[track_caller]
fn run_unheard(arguments: &[&str], input: &str) {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .arg("--no-files")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop((child.stdout.take(), child.stderr.take()));
    // It may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let code = child.wait().unwrap().code();
    assert_eq!(code, Some(0), "{arguments:?}");
}

#[test]
fn a_reader_that_has_gone_is_no_mistake() {
    for game in games() {
        run_unheard(&["games"], "");
        run_unheard(&["analyze", game, "--depth", "1"], "");
        run_unheard(&["analyze", game, "--depth", "1", "--json"], "");
        run_unheard(&["perft", game, "1", "--divide"], "");
        run_unheard(&["play", game, "--time", "50ms"], "hint\nlegal\n");
        run_unheard(&["--game", game], "ugi\nd\ngo nodes 100\ngo infinite\n");
        run_unheard(&["--help"], "");
    }
}

#[test]
fn a_game_of_another_program_is_shown() {
    let folder = std::env::temp_dir().join(format!("quintet-show-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("game.gipf");
    std::fs::write(&path, "1.e3 2.d4\n").unwrap();
    let shown = stdout(&["show", path.to_str().unwrap(), "--turn", "2"], "");
    assert!(shown.starts_with("game 1 of yinsh: \nnone by unfinished after 2 turns\nchecked"), "{shown}");
    assert!(shown.contains("\n2. d4\n"), "{shown}");
    std::fs::remove_dir_all(folder).unwrap();
}

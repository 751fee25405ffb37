//! Examples of each subcommand, as commands to type, and its exit codes: for `--help` and the manual.

use clap::Command;

/// A command, and what it does.
type Example = (&'static str, &'static str);

/// An exit code of a subcommand, with its meaning.
type ExitStatus = (u8, &'static str);

/// The description of a subcommand.
pub struct Usage {
    /// Its name; empty for the program without one.
    pub name: &'static str,
    /// The usual commands first.
    pub examples: &'static [Example],
    /// Its exit codes besides those that [all](COMMON) share; a shared code listed here has another meaning.
    pub exit_status: &'static [ExitStatus],
}

/// The exit codes of all subcommands.
const COMMON: [ExitStatus; 3] = [
    (0, "Success, also if whatever reads the output has gone."),
    (1, "A file could not be read or written, or the system gave no threads or memory."),
    (2, "The request was wrong; stderr says what was expected."),
];
const INTERRUPTED: &str = "Ctrl-C, SIGTERM or --stop came before the end.";

impl Usage {
    /// All codes with their meanings, in order.
    pub fn exit_statuses(&self) -> Vec<ExitStatus> {
        let is_other = |code: u8| self.exit_status.iter().any(|&(other, _)| other == code);
        let mut all: Vec<ExitStatus> = COMMON.into_iter().filter(|&(code, _)| !is_other(code)).collect();
        all.extend(self.exit_status);
        all.sort_by_key(|&(code, _)| code);
        all
    }

    /// The examples for a terminal.
    fn text(&self) -> String {
        let lines = self.examples.iter().map(|(command, what)| format!("\n  {what}:\n    {command}"));
        format!("Examples:{}", lines.collect::<String>())
    }
}

/// The description of the command of this name.
pub fn usage(name: &str) -> Option<&'static Usage> {
    USAGES.iter().find(|usage| usage.name == name)
}

/// Adds the examples to the `--help` text.
pub fn add(mut command: Command) -> Command {
    for Usage { name, .. } in USAGES {
        let Some(usage) = usage(name).filter(|usage| command.find_subcommand(usage.name).is_some()) else { continue };
        command = command.mut_subcommand(usage.name, |subcommand| subcommand.after_long_help(usage.text()));
    }
    command
}

/// Of every subcommand.
pub const USAGES: &[Usage] = &[
    Usage {
        name: "",
        examples: &[
            ("quintet --game zen", "A dialogue with the engine; `help` lists the commands"),
            ("quintet play yinsh", "Play in the terminal"),
            ("quintet analyze yavalath --moves \"e5 d4\"", "Analyse a position"),
        ],
        exit_status: &[(3, INTERRUPTED)],
    },
    Usage {
        name: "analyze",
        examples: &[
            ("quintet analyze yavalath --moves \"e5 d4 e4\" --time 10s", "The best turns of a position"),
            ("quintet analyze --record games.jsonl#17@9", "A position of a recorded game, after turn 9"),
            ("quintet analyze gipf --all --svg heat-map.svg", "Every decision with its score, also as a picture"),
        ],
        exit_status: &[(3, "Ctrl-C or SIGTERM came before the end; what was found by then is printed.")],
    },
    Usage {
        name: "analysis",
        examples: &[
            ("quintet analysis --workers 4", "Requests on stdin, answers on stdout"),
            ("quintet analysis --in requests.jsonl --out answers.jsonl --resume", "A file of requests, continued"),
        ],
        exit_status: &[(3, "Ctrl-C, SIGTERM or --stop came before the end, or parts for --join are missing.")],
    },
    Usage {
        name: "solve",
        examples: &[
            (
                "quintet solve yavalath --option Swap=false --moves \"e5 d5\" --certificate e5-d5.proof",
                "Who wins, with a proof that others can check",
            ),
            (
                "quintet solve gipf --time 1h --resume gipf.table --quiet",
                "One more hour, on top of what earlier calls found",
            ),
        ],
        exit_status: &[(3, "Not solved: a limit, Ctrl-C or SIGTERM came first.")],
    },
    Usage {
        name: "play",
        examples: &[
            ("quintet play zen --seat 2 --level 3", "Against an easy engine that begins"),
            ("quintet play pentalath --clock 5m+3s", "With clocks"),
            ("quintet play --resume", "Continue the last unfinished game"),
        ],
        exit_status: &[(3, "Ctrl-C or SIGTERM ended the game; it is kept.")],
    },
    Usage {
        name: "puzzle",
        examples: &[
            ("quintet puzzle gipf", "The shortest first"),
            ("quintet puzzle pentalath --plies 7", "Puzzles won within seven decisions of both sides"),
        ],
        exit_status: &[(3, "Ctrl-C or SIGTERM.")],
    },
    #[cfg(feature = "web")]
    Usage {
        name: "serve",
        examples: &[
            ("quintet serve --open", "The page, in the browser of this machine"),
            ("quintet serve --listen 0.0.0.0 --port 8081", "For other machines, guarded by a token"),
        ],
        exit_status: &[(0, "Ctrl-C or SIGTERM has ended the server.")],
    },
    Usage {
        name: "site",
        examples: &[
            ("quintet site public", "The page as static files, in the folder public"),
            ("quintet site public --module target/module/out", "With modules that packaging/module.sh has built"),
        ],
        exit_status: &[],
    },
    Usage {
        name: "explore",
        examples: &[
            ("quintet explore yavalath --moves e5", "What the book and the engine think of the answers to e5"),
            ("quintet explore zen --records games.jsonl --nodes 0", "What was played, without asking the engine"),
        ],
        exit_status: &[(3, "Ctrl-C or SIGTERM came before the end.")],
    },
    Usage {
        name: "match",
        examples: &[
            (
                "quintet match yavalath --engine name=A,cmd=./a --engine name=B,cmd=./b --tc 10+0.1 --rounds 100 --out games.jsonl",
                "Two programs against each other, two hundred games",
            ),
            ("quintet match --config tournament.toml --resume", "A tournament described in a file, continued"),
            (
                "quintet match zen --engine builtin=auto:nodes=1000 --engine builtin=random --sprt elo0=0,elo1=5",
                "Until one is known to be better",
            ),
        ],
        exit_status: &[(
            3,
            "Ctrl-C, SIGTERM or --stop came before the last game or a decision; --resume continues the file of --out.",
        )],
    },
    Usage {
        name: "conformance",
        examples: &[
            ("quintet conformance -- ./my-engine", "All steps"),
            (
                "quintet conformance --game zen --step 3,quit --verbose -- ./my-engine",
                "Two of the steps, with the dialogue",
            ),
        ],
        exit_status: &[(1, "The engine does not conform, or could not be started."), (3, "Ctrl-C or SIGTERM.")],
    },
    Usage {
        name: "arena",
        examples: &[
            ("quintet arena yavalath --level 5", "A player for a referee of the arena"),
            ("quintet arena yinsh --ms 50", "At full strength, in half the time"),
        ],
        exit_status: &[(3, INTERRUPTED)],
    },
    Usage {
        name: "referee",
        examples: &[
            ("quintet referee yavalath -p1 ./bot -p2 \"quintet arena yavalath --level 3\"", "A game, a score a line"),
            (
                "quintet referee yinsh -p1 ./a -p2 ./b -d seed=7 -l game.json",
                "With a log, which `quintet review` reads",
            ),
        ],
        exit_status: &[
            (1, "A program or the log could not be started or written."),
            (3, "Ctrl-C or SIGTERM came before the end; the log has what was said by then."),
        ],
    },
    Usage {
        name: "rating",
        examples: &[
            ("quintet rating games.jsonl", "A rating list"),
            (
                "quintet rating --config tournament.toml part-1.jsonl part-2.jsonl",
                "Also whether the parts are complete",
            ),
        ],
        exit_status: &[(3, "With --config or --sprt: games are missing and nothing is decided.")],
    },
    Usage {
        name: "review",
        examples: &[
            ("quintet review games.jsonl 17", "What each turn of game 17 gave away"),
            ("quintet review games.jsonl 17 --html game.html", "The same, as a page to send to somebody"),
        ],
        exit_status: &[(3, "Ctrl-C or SIGTERM came before the end.")],
    },
    Usage {
        name: "verify",
        examples: &[
            ("quintet verify e5.proof d4.proof", "Check two certificates"),
            (
                "quintet verify e5.proof --proofs yavalath.proofs",
                "Collect what it proves in a file to look positions up in",
            ),
        ],
        exit_status: &[
            (1, "A file could not be read or written."),
            (2, "A file is not a certificate or does not prove what it claims, or the request was wrong."),
        ],
    },
    Usage {
        name: "show",
        examples: &[
            ("quintet show games.jsonl 17", "Step through game 17"),
            ("quintet show games.jsonl 17 --turn 9 --svg position.svg", "A position of it as a picture"),
            ("quintet show games.jsonl --check", "Whether all games follow the rules"),
        ],
        exit_status: &[(2, "The request was wrong, or with --check a game does not follow the rules.")],
    },
    Usage {
        name: "convert",
        examples: &[
            ("quintet convert games.jsonl game.sgf", "The format comes from the file name"),
            ("quintet convert game.json - --to jsonl", "From another program, to stdout"),
        ],
        exit_status: &[(2, "The request was wrong, or a game could not be converted; the others were.")],
    },
    Usage {
        name: "puzzles",
        examples: &[(
            "quintet puzzles gipf --count 100 --time 10m --out gipf-puzzles.txt",
            "Look for puzzles for ten minutes",
        )],
        exit_status: &[(3, "Time, Ctrl-C or SIGTERM ended the search before all puzzles were found.")],
    },
    Usage {
        name: "openings",
        examples: &[(
            "quintet openings gipf --plies 4 --count 300 --max-score 50",
            "Openings where neither side is much better",
        )],
        exit_status: &[(3, "Ctrl-C or SIGTERM came before the end.")],
    },
    Usage {
        name: "perft",
        examples: &[
            ("quintet perft gipf 4", "Count the sequences of four decisions"),
            ("quintet perft yinsh 3 --turns --divide", "Count sequences of three turns, by first decision"),
        ],
        exit_status: &[(3, "Ctrl-C or SIGTERM came before the end.")],
    },
    Usage {
        name: "bench",
        examples: &[
            ("quintet bench", "A fixed search of every game: the node count is its signature"),
            ("quintet bench --recommend", "Which Threads and Hash suit this machine"),
        ],
        exit_status: &[(3, "Ctrl-C or SIGTERM came before the end.")],
    },
    Usage {
        name: "train",
        examples: &[
            ("quintet train yavalath --positions 1000000 --out work/yavalath", "Play games and train on them"),
            ("quintet train zen --games 0..5000 --out part-1", "Some of the games, on one of many machines"),
        ],
        exit_status: &[(3, "Ctrl-C, SIGTERM or --stop came before the end, or games of --join are missing.")],
    },
    Usage {
        name: "book",
        examples: &[
            ("quintet book yavalath --out book.txt --positions 200", "Build a book, or continue one"),
            ("quintet book yavalath --out book.txt --from games.jsonl", "Add the results of games"),
            ("quintet book export yavalath --out book.py", "Pack the built-in book for a bot in Python"),
        ],
        exit_status: &[(3, "Ctrl-C, SIGTERM or --stop came before the end, or a part for --join is missing.")],
    },
    Usage {
        name: "calibrate",
        examples: &[(
            "quintet calibrate zen --threads 2 --out work/scores",
            "How many points the scores of the searches are worth",
        )],
        exit_status: &[(3, "Ctrl-C, SIGTERM or --stop came before the end, or games of --join are missing.")],
    },
    Usage {
        name: "tune",
        examples: &[
            ("quintet tune zen --params reduction_base,reduction_divisor --out work/zen", "Tune two numbers"),
            ("quintet tune zen --join part-1 part-2", "The mean of what two machines have found"),
        ],
        exit_status: &[(3, "Ctrl-C, SIGTERM or --stop came before the end.")],
    },
    Usage {
        name: "selftest",
        examples: &[("quintet selftest --minutes 60", "An hour instead of two minutes")],
        exit_status: &[(1, "The program fails a check on this machine."), (3, "Ctrl-C or SIGTERM.")],
    },
    Usage {
        name: "games",
        examples: &[("quintet games", "The names of games that other subcommands take")],
        exit_status: &[],
    },
    Usage {
        name: "completions",
        examples: &[
            ("quintet completions bash > ~/.local/share/bash-completion/completions/quintet", "For bash"),
            ("quintet completions zsh > ~/.zfunc/_quintet", "For zsh, where ~/.zfunc is in fpath"),
            ("quintet completions fish > ~/.config/fish/completions/quintet.fish", "For fish"),
        ],
        exit_status: &[],
    },
    Usage {
        name: "schema",
        examples: &[("quintet schema record > record.schema.json", "The schema of recorded games")],
        exit_status: &[],
    },
    Usage { name: "man", examples: &[("quintet man man1/", "All pages, for `man -M .`")], exit_status: &[] },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::{CommandFactory, Parser};

    #[test]
    fn every_subcommand_has_examples_that_can_be_typed() {
        let all = Cli::command();
        for command in all.get_subcommands() {
            assert!(
                usage(command.get_name()).is_some_and(|usage| !usage.examples.is_empty()),
                "{}",
                command.get_name()
            );
        }
        for usage in USAGES {
            assert!(usage.name.is_empty() || all.find_subcommand(usage.name).is_some(), "{}", usage.name);
            for (example, what) in usage.examples {
                let typed = example.split(" > ").next().unwrap_or(example);
                let words = shlex::split(typed).unwrap();
                let words = crate::cli::referee::spelled_out(words.into_iter().map(Into::into));
                let read = Cli::try_parse_from(&words);
                assert!(read.is_ok(), "{example}: {}", read.err().unwrap());
                assert!(usage.name.is_empty() || words[1] == usage.name, "{example}");
                assert!(!what.ends_with('.'), "{what}");
            }
            let codes: Vec<u8> = usage.exit_statuses().iter().map(|status| status.0).collect();
            assert!(codes.starts_with(&[0, 1, 2]) && codes.is_sorted_by(|a, b| a < b), "{}: {codes:?}", usage.name);
        }
    }
}

//! How much a tournament costs beyond the thinking of its players: `cargo bench --bench tournament`.
//!
//! Games between random players in one process; games between two children that search one node; and a turn of a
//! child that answers at once (`sed`) against the same question and answer over a bare pipe. The difference of the
//! last two is what the runner adds to a turn. Last what a machine does to see the games of the others.
#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quintet::part::Part;
use quintet::records::GameRecord;
use quintet::registry;
use quintet::search::Halt;
use quintet::tournament::acceptance::Acceptance;
use quintet::tournament::clock::Clocks;
use quintet::tournament::config::Config;
use quintet::tournament::engine::EngineConfig;
use quintet::tournament::other_parts::OtherParts;
use quintet::tournament::player::{Ask, MatchPlayer};
use quintet::tournament::process::{EngineDialect, Launch, Process};
use quintet::tournament::runner::{RunEvent, Tournament};
use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

fn games(c: &mut Criterion, name: &str, engines: [&str; 2], rounds: u64) {
    let config = Config {
        game: "yavalath".to_string(),
        engine: engines.iter().map(|text| EngineConfig::read(text).unwrap()).collect(),
        tc: "nodes=1".parse().unwrap(),
        rounds,
        ..Config::default()
    };
    let tournament = Tournament::new(config, Halt::default()).unwrap();
    let engines = tournament.try_engines().unwrap();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let mut group = c.benchmark_group("games");
    group.throughput(Throughput::Elements(2 * rounds)).sample_size(10).measurement_time(Duration::from_secs(10));
    group.bench_function(name, |b| {
        b.iter(|| {
            tournament.run(&engines, &[], workers, &mut |record| {
                black_box(record);
                Ok(())
            })
        });
    });
    group.finish();
}

fn random_players(c: &mut Criterion) {
    games(c, "random", ["builtin=random", "name=b,builtin=random"], 10_000);
}

fn children(c: &mut Criterion) {
    let engine = |name: &str| format!("name={name},cmd={},option.Hash=1", env!("CARGO_BIN_EXE_quintet"));
    games(c, "children", [&engine("a"), &engine("b")], 100);
}

/// The dumbest engine: it answers every line at once.
const SED: [&str; 4] = ["sed", "-u", "-n", "s/^go.*/bestmove e5/p; s/^isready/readyok/p; s/^ugi$/ugiok/p; /^quit/q"];

fn turn(c: &mut Criterion) {
    let mut group = c.benchmark_group("turn");
    let turns = ["a1", "b2", "c3", "d4"].map(str::to_string);
    let mut child = Command::new(SED[0]).args(&SED[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    group.bench_function("bare pipe", |b| {
        b.iter(|| {
            input.write_all(b"position startpos moves a1 b2 c3 d4\ngo nodes 1\n").unwrap();
            line.clear();
            output.read_line(&mut line).unwrap();
            assert_eq!(line, "bestmove e5\n");
        });
    });
    drop(input);
    child.wait().unwrap();

    let launch = Launch {
        command: SED.map(str::to_string).to_vec(),
        dir: None,
        game: "yavalath".to_string(),
        game_options: Vec::new(),
        options: Vec::new(),
        startup: Duration::from_secs(10),
        hang: Duration::from_secs(10),
        dialect: EngineDialect::Ugi,
        log: None,
    };
    let mut process = Process::new(launch, Halt::default());
    process.new_game(1).unwrap();
    let session = registry::open("yavalath").unwrap();
    let clocks = Clocks::new(vec!["nodes=1".parse().unwrap(); 2], Duration::ZERO);
    group.bench_function("runner", |b| {
        b.iter(|| process.choose(&*session, &Ask { turns: &turns, seat: 0, clocks: &clocks }).unwrap());
    });
    group.finish();
}

/// What a machine does to see the games of the others: a look at a thousand files that have not changed, and a game that
/// is new, which is read, replayed and counted.
fn others(c: &mut Criterion) {
    let folder = std::env::temp_dir().join(format!("quintet-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let config = Config {
        game: "yavalath".to_string(),
        engine: ["name=a,builtin=mcts:20", "name=b,builtin=random"]
            .map(|text| EngineConfig::read(text).unwrap())
            .into(),
        rounds: 50,
        ..Config::default()
    };
    let tournament = Tournament::new(config, Halt::default()).unwrap();
    let engines = tournament.try_engines().unwrap();
    let mut records = Vec::new();
    let mut keep = |event| {
        if let RunEvent::Game(record) = event {
            records.push(*record);
        }
        Ok(())
    };
    tournament.run(&engines, &[], 1, &mut keep).unwrap();
    let lines: Vec<String> = records.iter().map(|record| serde_json::to_string(record).unwrap() + "\n").collect();
    for part in 0..1_000 {
        std::fs::write(folder.join(format!("part-{part}.jsonl")), &lines[part % lines.len()]).unwrap();
    }
    let pattern = folder.join("part-*.jsonl");
    let mut others = OtherParts::new(pattern.to_str().unwrap(), None, Some(Duration::ZERO)).unwrap();
    let count = |others: &mut OtherParts| {
        let mut games = 0;
        let mut visit = |_: &std::path::Path, _: &GameRecord| {
            games += 1;
            Ok(())
        };
        others.new_games(&mut visit).unwrap();
        games
    };
    assert_eq!(count(&mut others), 1_000);
    let mut group = c.benchmark_group("others");
    group.sample_size(20).throughput(Throughput::Elements(1_000));
    group.bench_function("look", |b| b.iter(|| black_box(count(&mut others))));
    let whole = folder.join("whole");
    std::fs::write(&whole, lines.concat()).unwrap();
    group.throughput(Throughput::Elements(records.len() as u64));
    group.bench_function("game", |b| {
        b.iter(|| {
            let mut acceptance = Acceptance::new(&tournament).unwrap();
            let records = quintet::record_files::read(&whole).unwrap();
            assert!(records.iter().all(|record| acceptance.take(record, Part::WHOLE).unwrap()));
        });
    });
    group.finish();
    std::fs::remove_dir_all(&folder).unwrap();
}

criterion_group!(benches, random_players, children, turn, others);
criterion_main!(benches);

//! Games as other programs write them are read, also in the formats that quintet only reads.

use super::{import, random_game, said, turns};
use quintet::game::Rng;
use quintet::records::{Reason, RecordFormat, write};
use rand::SeedableRng;
use serde_json::{Value, json};

#[test]
fn a_game_of_gipf_com_is_read() {
    let text = "White: Ann\nBlack: Bob\nResult: 0-1\n\n1.e3 2.d4 3.f5 4.g6 5.c2 6.h8 7.b5 8.i9 9.e6 10.d8\n11.e3-e4\n";
    let imported = import(text, None);
    assert_eq!(imported.oddities, []);
    let record = &imported.records[0];
    assert_eq!((record.game.as_str(), record.result.as_str(), record.loser), ("yinsh", "p2win", Some(1)));
    assert_eq!((record.reason, record.seats[1].name.as_str()), (Reason::Resign, "Bob"));
    assert!(turns(record).ends_with("d8 e3-e4"));
    // Two games, the second without a header, of GIPF with a capital G and the pieces in reserve.
    let two = "1. Gg1-g2 (16) Ga1-b2 (16)\n2. Gi1-h2 i5-h5 (15)\n\n1. a1-c3 b1-b3\n";
    let imported = import(two, None);
    let games: Vec<&str> = imported.records.iter().map(|record| record.game.as_str()).collect();
    assert_eq!((imported.oddities.len(), games), (0, vec!["gipf-tournament", "gipf-standard"]));
    assert_eq!(turns(&imported.records[0]), "gg1-g2 ga1-b2 gi1-h2 i5-h5");
}

const ROOT: &str = "(;GM[24]VV[2]SU[Yinsh]DT[2014]P0[id \"Ann\"]P1[id \"B \\] b\"]RE[Gagné par B ] b]";

#[test]
fn a_game_of_boardspace_is_read() {
    let rings = ["E 3", "D 4", "F 5", "G 6", "C 2", "H 8", "B 5", "I 9", "E 6", "D 8"];
    let mut text = ROOT.replace("par B ]", "par B \\]") + "\n; P0[1 Start White]\n";
    for (index, ring) in rings.iter().enumerate() {
        text += &format!("; P{}[{} place {}r {ring}]TM[21009]\n", index % 2, index + 2, ["w", "b"][index % 2]);
    }
    text += "; P0[21 place w  E 3]TM[21009]\n; P0[22 drop board  E 4]TM[21959]\n; P0[23 Done]\n; P1[24 move D 4 D 5]TM[5954]\n; P0[25 Resign])\n";
    assert_eq!(RecordFormat::of_text(&text), Some(RecordFormat::Boardspace));
    let imported = import(&text, None);
    assert_eq!(imported.oddities, []);
    let record = &imported.records[0];
    assert_eq!(turns(record), "e3 d4 f5 g6 c2 h8 b5 i9 e6 d8 e3-e4 d4-d5");
    let names: Vec<&str> = record.seats.iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!((names, record.loser, record.comment.as_deref()), (vec!["Ann", "B ] b"], Some(1), Some("2014")));
    // Without `Resign` it is the name in the result that tells.
    let reported = import(&text.replace("; P0[25 Resign]", ""), None);
    assert_eq!((reported.records[0].reason, reported.records[0].loser), (Reason::Resign, Some(1)));
    // Names are words; where a language has no spaces they are looked for anywhere.
    for (names, said, loser) in [(["a", "Bob"], "Game won by Bob", 1), (["Ann", "An"], "勝者はAnnです", 2)] {
        let rings = "; P0[place wr E 3]; P1[place br D 4])";
        let sgf = format!("(;SU[Yinsh]P0[id \"{}\"]P1[id \"{}\"]RE[{said}]{rings}", names[0], names[1]);
        assert_eq!(import(&sgf, None).records[0].loser, (names[1] == "Bob").then_some(loser), "{said}");
    }
    let zertz = text.replace("SU[Yinsh]", "SU[Zertz]");
    assert!(said(&zertz, RecordFormat::Boardspace).contains("`zertz`, which quintet does not have"));
    assert!(
        said(&text.replace("drop board", "throw"), RecordFormat::Boardspace)
            .contains("`22 throw  E 4` is not a known command")
    );
}

#[test]
fn a_record_of_abstract_play_is_read() {
    let players = json!([{ "name": "Ann", "userid": "x", "result": 1 }, { "name": "Bob", "result": 0 }]);
    let record = |header: Value, moves: Value| json!({ "header": header, "moves": moves }).to_string();
    let header = json!({ "game": { "name": "Yavalath" }, "players": players, "pie-invoked": true });
    let text = record(header.clone(), json!([["e5", "f6"], ["a1", { "move": "h2" }]]));
    assert_eq!(RecordFormat::of_text(&text), Some(RecordFormat::AbstractPlay));
    let imported = import(&text, None);
    assert_eq!(imported.oddities, []);
    let game = &imported.records[0];
    // Who has swapped is the first player there, and seat 2 here.
    assert_eq!((turns(game).as_str(), game.seats[1].name.as_str()), ("e5 swap g6 a1 e8", "Ann"));
    assert_eq!((game.loser, game.result.as_str()), (Some(1), "p2win"));
    let chess = record(json!({ "game": { "name": "Chess" }, "players": [] }), json!([]));
    assert!(said(&chess, RecordFormat::AbstractPlay).contains("`Chess`, which quintet does not have"));
    // A block that the rules here ask for, and a cell that does not exist.
    let list =
        format!("[{}, {text}, {}]", record(header.clone(), json!([["a9"]])), record(header, json!([["a1", "a1"]])));
    let imported = import(&list, None);
    let odd: Vec<(usize, bool)> = imported.oddities.iter().map(|odd| (odd.game, odd.refused)).collect();
    assert_eq!((imported.records.len(), odd), (2, vec![(1, true), (3, false)]));
    assert!(imported.oddities[1].what.to_string().starts_with("turn 3: `a1` is taken"), "{}", imported.oddities[1]);
    assert_eq!(imported.records[1].reason, Reason::Unfinished);
}

#[test]
fn a_trial_of_ludii_is_read() {
    let mv = |mover: usize, cell: usize| {
        let add = format!("Add:type=Cell,to={cell},what={mover},decision=true");
        format!("Move=[Move:mover={mover},from={cell},to={cell},actions=[{add}]]\n")
    };
    let head = "game=/lud/board/space/line/Yavalath.lud\nSTART GAME OPTIONS\nEND GAME OPTIONS\n";
    let line = |moves: &[(usize, usize)]| moves.iter().map(|&(mover, cell)| mv(mover, cell)).collect::<String>();
    let text = format!("{head}{}winner=1\nendtype=Unknown\nrankings=0.0,1.0,2.0\n", line(&[(1, 43), (2, 0)]));
    let imported = import(&text, None);
    assert_eq!((turns(&imported.records[0]).as_str(), imported.records[0].loser), ("c7 a1", Some(2)));
    // For three Ludii plays on after a win.
    let mut rng = Rng::seed_from_u64(9);
    let won = std::iter::repeat_with(|| random_game("yavalath3", false, &mut rng))
        .find(|game| game.reason == Reason::Rules && game.winners.len() == 1 && game.turns.len() < 50)
        .unwrap();
    let (text, _) = write(std::slice::from_ref(&won), RecordFormat::Ludii);
    let imported = import(&format!("{text}{}", mv(1, 60)), None);
    assert_eq!(turns(&imported.records[0]), turns(&won));
    let odd = format!("by the rules it ended with turn {}; the turns after it are cut", won.turns.len());
    assert_eq!(imported.oddities[0].what.to_string(), odd);
    let captures =
        "Move=[Move:mover=1,from=3,to=3,actions=[[Add:type=Cell,to=3,what=1,decision=true],[Remove:to=9]]]\n";
    let imported = import(&format!("game=/lud/board/Pentalath.lud\n{captures}"), None);
    assert_eq!((turns(&imported.records[0]).as_str(), imported.oddities.len()), ("d1", 0));
    let large = format!("game=/lud/board/Pentalath.lud\n{}", line(&[(1, 66)]));
    assert!(said(&large, RecordFormat::Ludii).contains("a cell number 66, which quintet does not have"));
}

/// Hexagon and place of a point of YINSH as the course counts them.
fn on_hexagon(point: &str) -> String {
    let (column, row) = (i32::from(point.as_bytes()[0]) - i32::from(b'f'), point[1..].parse::<i32>().unwrap() - 6);
    let hexagon = column.abs().max(row.abs()).max((column - row).abs());
    let (mut at, mut place) = ((0, hexagon), 0);
    for step in [(1, 0), (0, -1), (-1, -1), (-1, 0), (0, 1), (1, 1)] {
        for _ in 0..hexagon {
            if at == (column, row) {
                return format!("{hexagon} {place}");
            }
            at = (at.0 + step.0, at.1 + step.1);
            place += 1;
        }
    }
    "0 0".to_string()
}

/// The parts of turns of YINSH, a row and its ring apart.
fn parts(turn: &str) -> Vec<String> {
    let split = |part: &str| match part.split('x').collect::<Vec<_>>()[..] {
        ["", row, ring] => vec![format!("x{row}"), format!("x{ring}")],
        _ => vec![part.to_string()],
    };
    turn.split(';').flat_map(split).collect()
}

#[test]
fn games_in_the_formats_that_are_only_read() {
    let mut rng = Rng::seed_from_u64(8);
    for _ in 0..20 {
        let record = random_game("yinsh", false, &mut rng);
        let (mut delhi, mut packets) = (String::new(), Vec::new());
        for (index, turn) in record.all_turns().iter().enumerate().filter(|(_, turn)| *turn != "pass") {
            for part in parts(turn) {
                let (kind, said) = match (part.strip_prefix('x'), part.contains('-')) {
                    (Some(_), true) => (["RS", "RE"], "removes a row of markers from"),
                    (Some(_), false) => (["X", ""], "removes a ring from"),
                    (None, true) => (["S", "M"], "moves a ring from"),
                    (None, false) => (["P", ""], "places a ring on"),
                };
                let points: Vec<&str> = part.trim_start_matches('x').split('-').collect();
                for (word, point) in kind.iter().zip(&points) {
                    delhi += &format!("{word} {} ", on_hexagon(point));
                }
                let from = points[0].to_uppercase();
                let to = points.last().unwrap().to_uppercase();
                let args =
                    json!({ "player_id": (100 + index % 2).to_string(), "locationFrom": from, "locationTo": to });
                packets.push(json!({ "data": [{ "type": "move", "log": format!("x {said}"), "args": args }] }));
            }
            delhi += "\n";
        }
        let bga = json!({ "data": { "logs": packets } }).to_string();
        for (text, format) in [(delhi, RecordFormat::IitDelhi), (bga, RecordFormat::Bga)] {
            if record.turns.is_empty() {
                continue;
            }
            assert_eq!(RecordFormat::of_text(&text), Some(format), "{text}");
            let imported = import(&text, None);
            assert_eq!(imported.oddities, [], "{text}");
            assert_eq!(turns(&imported.records[0]), turns(&record));
        }
        let record = random_game("gipf", false, &mut rng);
        let mut words = Vec::new();
        let (official, _) = write(std::slice::from_ref(&record), RecordFormat::GipfCom);
        let turns_of = official.lines().skip_while(|line| !line.is_empty()).flat_map(str::split_whitespace);
        for (index, turn) in turns_of.enumerate() {
            let turn = turn.split_once('.').map_or(turn, |(_, turn)| turn);
            let own = record.all_turns()[index].clone();
            for (part, own) in turn.split(';').zip(own.split(';')) {
                let taken = part.starts_with('x').then(|| part.replace('*', ""));
                words.push(taken.unwrap_or_else(|| format!("{}{own}", ["W", "K"][index % 2])));
            }
        }
        let imported = import(&words.join(" "), Some(RecordFormat::Webgipf));
        assert_eq!(imported.oddities, []);
        assert!(imported.records.first().is_none_or(|game| turns(game) == turns(&record)));
    }
    assert!(said("P 6 3", RecordFormat::IitDelhi).contains("hexagon of side 6, which quintet does not have"));
    assert_eq!(import("{\"data\":\"P 4 16\",\"time\":3}\n", None).records[0].turns.len(), 1);
    let standard = import("GKb5 GKe2 Wh3 Wi3-h3", None);
    assert_eq!((standard.records[0].game.as_str(), turns(&standard.records[0]).as_str()), ("gipf-standard", "i3-h3"));
    // A turn of BGA that is taken back.
    let entry = |kind: &str, at: &str| {
        let args = json!({ "player_id": "7", "locationTo": at });
        json!({ "type": kind, "log": "x places a ring on", "args": args })
    };
    let log = json!({ "data": { "logs": [{ "data": [entry("move", "E5"), entry("restartUndo", ""), entry("move", "E6")] }] } });
    assert_eq!(turns(&import(&log.to_string(), None).records[0]), "e6");
}

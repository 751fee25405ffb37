//! What can be done at a game.

use super::server::{Answers, Folder, Server, person, quintet};
use serde_json::{Value, json};

pub fn people_take_back_and_agree_only_together() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let mut hosted = server.hosted("yavalath", &[person(), person()]);
    assert!(hosted.refused_act("offerTakeback", 1).contains("no turn of yours"));
    hosted.decide("e5");
    hosted.decide("d4");
    assert!(hosted.refused_act("undo", 1).contains("agree"));
    assert_eq!(hosted.act("offerTakeback", 1)["offer"], json!({ "kind": "takeback", "by": 1, "to": [2] }));
    assert!(hosted.refused_act("accept", 1).contains("nothing is offered"));
    hosted.act("decline", 2);
    assert_eq!(hosted.turns(), ["e5", "d4"]);
    hosted.act("offerTakeback", 1);
    hosted.act("accept", 2);
    assert!(hosted.turns().is_empty());
    assert_eq!(hosted.act("redo", 1)["turns"].as_array().unwrap().len(), 1);
    hosted.act("offerDraw", 2);
    let ended = hosted.act("accept", 1)["ended"].clone();
    assert_eq!((&ended["why"], &ended["winners"]), (&json!("agreed"), &json!([1, 2])));
    assert_eq!(hosted.view["state"]["legal"], json!([]));
    assert!(hosted.refused_decision("a1").contains("over"));
}

pub fn three_people_play_and_two_must_agree_with_the_third() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let mut hosted = server.hosted("yavalath3", &[person(), person(), person()]);
    hosted.decide("e5");
    hosted.act("offerDraw", 1);
    assert_eq!(hosted.act("accept", 3)["offer"]["to"], json!([2]));
    assert!(hosted.view["ended"].is_null());
    assert_eq!(hosted.act("accept", 2)["ended"]["winners"], json!([1, 2, 3]));
}

pub fn a_person_takes_back_against_an_engine_and_gives_up() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let mut hosted = server.hosted("gipf", &[person(), quintet(1)]);
    hosted.decide("a3-b3");
    hosted.settle();
    assert_eq!(hosted.turns().len(), 2);
    let first = hosted.turns();
    assert_eq!(hosted.act("undo", 1)["turns"], json!([]));
    assert_eq!(hosted.act("redo", 1)["turns"].as_array().unwrap().len(), 2);
    assert_eq!(hosted.turns(), first);
    hosted.act("undo", 1);
    hosted.decide("e1-e2");
    hosted.settle();
    assert!(hosted.refused_act("redo", 1).contains("nothing"));
    assert!(hosted.refused_act("offerDraw", 1).contains("nobody to ask"));
    let ended = hosted.act("resign", 1)["ended"].clone();
    assert_eq!((&ended["why"], &ended["winners"], &ended["loser"]), (&json!("resigned"), &json!([2]), &json!(1)));
    assert_eq!(ended["sentence"], "White has resigned");
    // The rematch has the seats exchanged, and is the same for whoever asks.
    let rematch = hosted.act("rematch", 1).clone();
    assert_eq!((&rematch["seats"][0]["kind"], &rematch["seats"][1]["kind"]), (&json!("quintet"), &json!("person")));
    assert_eq!(hosted.look()["rematch"], rematch["id"]);
    // Where it has been removed there is another.
    let path = format!("/api/games/{}", rematch["id"].as_str().unwrap());
    assert_eq!(server.send("DELETE", &path, &json!({})).0, 200);
    let another = hosted.act("rematch", 1)["id"].clone();
    assert!(another.is_string() && another != rematch["id"], "{another}");
    assert_eq!(hosted.look()["rematch"], another);
}

pub fn a_turn_that_has_begun_is_taken_back_decision_by_decision() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let position = "BBBB/B6/8/9/10/9/10/2wwWww2/5W2/7/WWW1 w 0,0 move w 0";
    let body = json!({ "game": "yinsh", "position": position, "seats": [person(), person()] });
    let mut hosted = server.hosted_with(&body);
    hosted.decide("h7-g7");
    assert_eq!(hosted.view["state"]["phase"], "takeRow");
    hosted.decide("xh5-h9");
    assert_eq!(hosted.view["state"]["decisions"], json!(["h7-g7", "xh5-h9"]));
    assert_eq!(hosted.act("undoDecision", 1)["state"]["decisions"], json!(["h7-g7"]));
    hosted.decide("xh5-h9");
    hosted.decide("xi9");
    assert_eq!(hosted.turns(), ["h7-g7;xh5-h9xi9"]);
    let kinds: Vec<&Value> =
        hosted.view["last"]["decisions"].as_array().unwrap().iter().map(|decision| &decision["kind"]).collect();
    assert_eq!(kinds, ["move", "takeRow", "takeRing"]);
    assert!(hosted.refused_act("undoDecision", 1).contains("no turn has begun"));
}

pub fn who_has_seen_an_older_table_is_shown_the_present_one() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let mut hosted = server.hosted("yavalath", &[person(), person()]);
    let old = hosted.view["revision"].clone();
    hosted.decide("e5");
    let path = format!("/api/games/{}/decide", hosted.id);
    let (status, answer) = server.send("POST", &path, &json!({ "revision": old, "decision": "d4" }));
    assert_eq!(status, 409);
    assert_eq!(answer["game"]["turns"][0]["turn"], "e5");
}

pub fn time_runs_out_and_stands_while_the_game_is_paused() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let clock = json!({ "baseMs": 2000, "incrementMs": 100 });
    let body = json!({ "game": "yavalath", "seats": [person(), person()], "clock": clock });
    let mut hosted = server.hosted_with(&body);
    assert!(hosted.view["running"].is_null());
    hosted.decide("e5");
    assert_eq!((&hosted.view["running"], &hosted.view["remainingMs"][0]), (&json!(2), &json!(2000)));
    hosted.act("pause", 1);
    std::thread::sleep(std::time::Duration::from_millis(2500));
    assert!(hosted.look()["ended"].is_null());
    hosted.act("resume", 1);
    let ended = hosted.wait("the end", |view| !view["ended"].is_null())["ended"].clone();
    assert_eq!((&ended["why"], &ended["winners"]), (&json!("time"), &json!([1])));
    assert_eq!(ended["sentence"], "Black has run out of time");
}

pub fn a_match_of_zen_goes_through_its_rounds_and_is_kept() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let named = |name: &str| json!({ "kind": "quintet", "name": name, "options": { "Skill": "0" } });
    let body = json!({ "game": "zen", "seats": [named("A"), named("B")], "paceMs": 0 });
    // A match that one round decides shows nothing.
    let mut hosted = server.hosted_with(&body);
    while hosted.wait("the end of a round", |view| !view["state"]["result"].is_null())["state"]["match"]["over"] == true
    {
        hosted = server.hosted_with(&body);
    }
    let mut rounds = 1;
    let mut total = 0;
    loop {
        hosted.wait("the end of a round", |view| !view["state"]["result"].is_null());
        let score = hosted.view["state"]["match"].clone();
        let points = score["points"].as_array().unwrap().iter().map(|points| points.as_u64().unwrap()).sum::<u64>();
        assert!(points >= total, "{score}");
        total = points;
        let Some(next) = score["nextStarts"].as_u64() else { break };
        let starter = hosted.view["seats"][next as usize - 1]["label"].clone();
        hosted.act("nextRound", 1);
        rounds += 1;
        assert_eq!(hosted.view["seats"][0]["label"], starter);
        assert_eq!(hosted.view["state"]["match"]["round"], rounds);
        if rounds == 2 {
            // The rounds before are part of what is kept.
            hosted.wait("turns", |view| view["turns"].as_array().unwrap().len() > 2 || !view["ended"].is_null());
        }
    }
    assert!(rounds >= 2 && hosted.view["state"]["match"]["over"] == true, "{rounds}");
    let before = hosted.look().clone();
    let id = hosted.id.clone();
    server.kill();
    let server = Server::start(&folder.0, &[]);
    assert_eq!(server.find(&id).view["state"], before["state"]);
    assert!(server.find(&id).refused_act("nextRound", 1).contains("no next round"));
}

pub fn what_makes_no_sense_at_a_new_table_is_refused() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let refused = |body: Value| server.refusal("/api/games", &body);
    let two = json!([person(), person()]);
    assert!(refused(json!({ "game": "chess", "seats": two })).contains("chess"));
    assert!(refused(json!({ "game": "yavalath", "seats": [person()] })).contains("2 seats"));
    assert!(refused(json!({ "game": "zen", "options": { "Seats": "4" }, "seats": two })).contains("4 seats"));
    assert!(refused(json!({ "game": "yavalath", "moves": ["z9"], "seats": two })).contains("z9"));
    assert!(refused(json!({ "game": "yavalath", "position": "x", "seats": two })).len() > 10);
    let engine = |options: Value| json!([person(), { "kind": "quintet", "options": options }]);
    assert!(refused(json!({ "game": "yavalath", "seats": engine(json!({ "Skill": "99" })) })).contains("Skill"));
    assert!(refused(json!({ "game": "yavalath", "seats": engine(json!({ "Threads": "999" })) })).contains("threads"));
    assert!(refused(json!({ "game": "yavalath", "seats": engine(json!({ "LogFile": "/x" })) })).contains("LogFile"));
    assert!(refused(json!({ "game": "yavalath", "seats": engine(json!({ "BookFile": "/x" })) })).contains("BookFile"));
    let other = json!([person(), { "kind": "engine", "engine": "Nobody" }]);
    assert!(refused(json!({ "game": "yavalath", "seats": other })).contains("Nobody"));
    let clock = json!({ "baseMs": 0, "incrementMs": 0 });
    assert!(refused(json!({ "game": "yavalath", "seats": two, "clock": clock })).contains("clock"));
}

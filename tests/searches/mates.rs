//! A win or loss that a search reports is one, also when the search was broken off: by plain minimax where that is
//! short, else by a search that begins anew and looks deeper.

use crate::info_law::InfoLaw;
use quintet::board::bits::{Rng, fnv_1a_64, random_below};
use quintet::game::{Game, Move, MoveList, Outcome, Playable, Player};
use quintet::registry::{self, GameEntry, Visitor};
use quintet::search::{Engine, Info, Kind, Limits, Root, SearchControl, Settings, Verdict};
use rand::SeedableRng;
use rayon::prelude::*;

/// What a search has to be convinced of: that `player` gets the whole point, or nothing of it.
#[derive(Clone, Copy, Debug)]
struct Claim {
    player: Player,
    wins: bool,
    plies: u32,
}

impl Claim {
    fn of(verdict: Verdict, player: Player) -> Option<Self> {
        match verdict {
            Verdict::Win(distance) => Some(Self { player, wins: true, plies: distance.plies() }),
            Verdict::Loss(distance) => Some(Self { player, wins: false, plies: distance.plies() }),
            Verdict::Score(_) | Verdict::Draw => None,
        }
    }

    fn holds_for(&self, outcome: Outcome) -> bool {
        outcome.payoff(self.player) == if self.wins { 1.0 } else { 0.0 }
    }

    /// Plain minimax: whether the game ends so within `plies` whatever the other side does. `played` are the keys of the
    /// positions before; gives up with `None` once `effort` decisions have been played.
    fn is_forced<G: Playable>(
        &self,
        position: &G,
        played: &mut Vec<u64>,
        plies: u32,
        effort: &mut u64,
    ) -> Option<bool> {
        if let Some(outcome) = position.outcome() {
            return Some(self.holds_for(outcome));
        }
        if G::REPETITION && played.iter().filter(|&&key| key == position.key()).count() >= 2 {
            return Some(self.holds_for(Outcome::DRAW));
        }
        if plies == 0 {
            return Some(false);
        }
        let chooses = (position.to_move() == self.player) == self.wins;
        let mut moves = MoveList::new();
        if G::PLAYERS == 2 {
            position.moves(&mut moves);
        } else {
            // What is proven against several takes it for granted that nobody plays what harms themselves alone, such as
            // a three in Yavalath where something else is legal.
            position.relevant_moves(&position.threats(), &mut moves);
        }
        played.push(position.key());
        let mut result = Some(!chooses);
        for &mv in &moves {
            *effort = effort.saturating_sub(1);
            if *effort == 0 {
                result = None;
                break;
            }
            let mut child = *position;
            child.play(mv);
            match self.is_forced(&child, played, plies - 1, effort) {
                Some(forced) if forced == chooses => {
                    result = Some(chooses);
                    break;
                }
                Some(_) => {}
                None => {
                    result = None;
                    break;
                }
            }
        }
        played.pop();
        result
    }
}

/// What has become of the claims of one game.
#[derive(Default, Debug)]
struct Tally {
    searches: u32,
    plain: u32,
    confirmed: u32,
    open: u32,
}

/// Searches that are broken off anywhere, two in a row with one memory.
struct BrokenSearches {
    count: u32,
}

impl Visitor for BrokenSearches {
    type Output = Tally;

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) -> Tally {
        let name = entry.name;
        let mut rng = Rng::seed_from_u64(fnv_1a_64(name.as_bytes()));
        let mut tally = Tally::default();
        while tally.searches < self.count {
            let kind = Kind::ALL[random_below(&mut rng, 3) as usize];
            let threads = 1 + random_below(&mut rng, 2) as usize;
            // What a tree search proves among three players is what the others would choose, not what they could do.
            if G::PLAYERS > 2 && kind != Kind::AlphaBeta {
                continue;
            }
            let settings =
                Settings { kind, threads, hash_kib: 4 << 10, seed: tally.searches.into(), ..Settings::default() };
            let mut engine = Engine::<G>::default();
            let mut root = random_position::<G>(setup, &mut rng);
            for _ in 0..2 {
                if root.position.outcome().is_some() {
                    break;
                }
                let nodes = Some(1 + u64::from(random_below(&mut rng, 20_000)));
                let limits = Limits { nodes, ..Limits::default() };
                let mut law = InfoLaw::new(format!("{name}, {settings:?}, {nodes:?} nodes"), Some(kind), 1);
                let mut on_info = |info: &Info| law.note_info(info, &root.position);
                let answer = engine.search(&root, &SearchControl::unstoppable(limits), &settings, &mut on_info);
                law.end_answer(&answer, &root.position);
                tally.searches += 1;
                if let Some(claim) = Claim::of(answer.verdict, root.position.to_move()) {
                    let what = format!("{name}, {settings:?}, {nodes:?} nodes: {claim:?} {answer:?} in {root:?}");
                    check(&root, claim, &mut tally, &what);
                }
                for &mv in answer.pv.iter().take(2) {
                    play(&mut root, mv);
                }
            }
        }
        tally
    }
}

fn check<G: Playable>(root: &Root<G>, claim: Claim, tally: &mut Tally, what: &str) {
    let mut effort = 1_000_000;
    let forced = (claim.plies <= 6)
        .then(|| claim.is_forced(&root.position, &mut root.played.clone(), claim.plies, &mut effort))
        .flatten();
    if let Some(forced) = forced {
        tally.plain += 1;
        assert!(forced, "not so by plain minimax: {what}");
        return;
    }
    let limits = Limits { nodes: Some(300_000), ..Limits::default() };
    let settings = Settings { hash_kib: 16 << 10, ..Settings::default() };
    let answer = Engine::default().search(root, &SearchControl::unstoppable(limits), &settings, &mut |_| {});
    match Claim::of(answer.verdict, claim.player) {
        Some(found) => {
            tally.confirmed += 1;
            assert_eq!(found.wins, claim.wins, "a new search finds {answer:?}: {what}");
        }
        None => tally.open += 1,
    }
}

fn play<G: Game>(root: &mut Root<G>, mv: Move) {
    if root.position.outcome().is_none() {
        root.played.push(root.position.key());
        root.position.play(mv);
    }
}

/// A position of a random game; near its end more often than not, where there is something to prove.
fn random_position<G: Playable>(setup: &G::Setup, rng: &mut Rng) -> Root<G> {
    loop {
        let mut line = Vec::new();
        let mut position = G::start(setup);
        while position.outcome().is_none() && line.len() < G::PLAYOUT_CAP {
            let mv = position.random_move(rng);
            line.push(mv);
            position.play(mv);
        }
        let back = 1 + random_below(rng, 8) as usize;
        let mut root = Root::new(G::start(setup));
        line.iter().take(line.len().saturating_sub(back)).for_each(|&mv| play(&mut root, mv));
        if position.outcome().is_some() && root.position.outcome().is_none() {
            return root;
        }
    }
}

fn check_all_games(count: u32) {
    registry::GAMES.par_iter().for_each(|game| {
        let tally = registry::visit(game.name, BrokenSearches { count }).unwrap();
        println!("{}: {tally:?}", game.name);
        assert!(tally.plain + tally.confirmed > tally.searches / 40, "{}: {tally:?}", game.name);
    });
}

#[test]
fn what_broken_searches_prove_is_so() {
    check_all_games(200);
}

/// Takes about a quarter of an hour.
#[test]
#[ignore = "a long run"]
fn long_what_broken_searches_prove_is_so() {
    check_all_games(2_000);
}

#[test]
fn a_broken_iteration_does_not_take_its_lost_beginning_for_the_whole() {
    let mut session = registry::open("yavalath").unwrap();
    session.set_option("Swap", "false").unwrap();
    let mut search = |moves: &str, nodes| {
        let moves: Vec<String> = moves.split(' ').map(str::to_string).collect();
        session.set_position(None, &moves).unwrap();
        let (_, job) = session
            .search(quintet::session::SearchRequest {
                limits: Limits { nodes: Some(nodes), ..Limits::default() },
                ..Default::default()
            })
            .unwrap();
        job(&mut |_| {})
    };
    search("i7 g7", 69_151);
    let found = search("i7 g7 f5 f6", 59_210);
    assert!(matches!(found.verdict, Verdict::Score(_)), "{found:?}");
}

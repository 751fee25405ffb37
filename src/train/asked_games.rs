//! The games of a calibration and every search's scores of their positions. Both are kept in files, so that nothing is
//! computed twice, and both can be divided among machines.

use super::TrainError;
use super::answers::{self, Answers, Question};
use super::parts::{JoinedParts, about_part};
use super::range::GameRange;
use super::reliability::ScoreSample;
use super::selfplay::{self, RecordedVerdict, SelfPlayOptions, SelfPlayRecord};
use super::stored::{NewStored, StoredFile, StoredReader};
use crate::game::{Playable, Player, Searchable};
use crate::registry::{GameEntry, Visitor};
use crate::search::Kind;
use rayon::prelude::*;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// How games are played, and how other searches evaluate them.
#[derive(Clone, Debug)]
pub struct AskedPlay {
    /// Nodes of alpha-beta before each decision.
    pub nodes: u64,
    /// Iterations of MCTS, before each decision or per position.
    pub iterations: u64,
    /// About how many positions of each game each kind of search that does not play evaluates.
    pub asked: usize,
    /// How many random decisions a game starts with.
    pub opening: RangeInclusive<u32>,
    /// The random seed.
    pub seed: u64,
}

impl AskedPlay {
    fn nodes(&self, kind: Kind) -> u64 {
        match kind {
            Kind::AlphaBeta => self.nodes,
            Kind::Mcts | Kind::MctsEval => self.iterations,
        }
    }
}

/// The scores of all kinds of search in some games, with the results.
#[derive(Clone, Debug)]
pub struct ScoredGames {
    /// How many games.
    pub games: u64,
    /// How many of them ended with a shared point.
    pub shared: u64,
    /// The scores of each kind, the playing one first.
    pub scores: Vec<(Kind, Vec<ScoreSample>)>,
}

impl ScoredGames {
    fn new(player: Kind) -> Self {
        let mut kinds = vec![player];
        kinds.extend(Kind::ALL.into_iter().filter(|&kind| kind != player));
        Self { games: 0, shared: 0, scores: kinds.into_iter().map(|kind| (kind, Vec::new())).collect() }
    }

    /// Adds the next game.
    fn add<G: Searchable>(&mut self, setup: &G::Setup, record: &SelfPlayRecord, answers: &Answers) {
        let sample = |score: i32, player: Player| {
            let payoff = f64::from(record.outcome.payoff(player));
            ScoreSample { game: self.games, score: f64::from(score), payoff }
        };
        let mut position = G::start(setup);
        for &(mv, verdict) in &record.decisions {
            if let RecordedVerdict::Score(score) = verdict {
                self.scores[0].1.push(sample(score.into(), position.to_move()));
            }
            position.play(mv);
        }
        for answer in &answers.0 {
            let of_kind = self.scores.iter_mut().find(|(kind, _)| *kind == answer.kind);
            of_kind.into_iter().for_each(|(_, scores)| scores.push(sample(answer.score, answer.player)));
        }
        self.games += 1;
        self.shared += u64::from(record.outcome.winner().is_none());
    }
}

/// Plays the given games, or some of them, and evaluates them.
pub struct AskingGames<'a> {
    /// The folder for the files.
    pub out: &'a Path,
    /// How they are played.
    pub play: &'a AskedPlay,
    /// Whether to stop before the end.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Called with the number of games done so far.
    pub on_progress: &'a mut (dyn FnMut(u64) + Send),
}

/// A part of the games, only played and evaluated.
pub struct AskingPart<'a> {
    /// How.
    pub asking: AskingGames<'a>,
    /// Which games.
    pub games: GameRange,
}

impl Visitor for AskingPart<'_> {
    type Output = Result<(), TrainError>;

    fn visit<G: Playable>(mut self, entry: &'static GameEntry, setup: &G::Setup) -> Self::Output {
        let places = Places::new(entry, self.asking.play, Some(self.games));
        self.asking.complete::<G>(setup, &places, self.games).map(drop)
    }
}

/// The files of a game: their names and first lines.
struct Places {
    /// The kind of search that plays.
    kind: Kind,
    games: String,
    answers: String,
    about_games: String,
    about_answers: String,
}

impl Places {
    fn new(entry: &GameEntry, play: &AskedPlay, part: Option<GameRange>) -> Self {
        let (name, kind) = (entry.name, entry.search);
        let about_games = format!("{name}, {}", options(play, kind));
        let others = Kind::ALL.into_iter().filter(|&other| other != kind);
        let asked: Vec<String> = others.map(|kind| format!(", {} {}", kind.name(), play.nodes(kind))).collect();
        let about_answers = format!("{about_games}, asked {}{}", play.asked, asked.concat());
        let of_part = |about: String| part.map_or(about.clone(), |games| about_part(&about, games));
        let (about_games, about_answers) = (of_part(about_games), of_part(about_answers));
        let (games, answers) = (games_file(name), format!("answers-{name}.bin"));
        Self { kind, games, answers, about_games, about_answers }
    }
}

/// The name of the file of the games of one game.
pub fn games_file(game: &str) -> String {
    format!("games-{game}.bin")
}

fn options(play: &AskedPlay, kind: Kind) -> SelfPlayOptions {
    SelfPlayOptions { kind, seed: play.seed, nodes: play.nodes(kind), opening: play.opening.clone(), explore: 0.0 }
}

/// The answers of the searches that do not play about a game.
fn ask<G: Searchable>(
    setup: &G::Setup,
    record: &SelfPlayRecord,
    number: u64,
    player: Kind,
    play: &AskedPlay,
) -> Answers {
    let mut answers = Answers(Vec::new());
    for kind in Kind::ALL.into_iter().filter(|&kind| kind != player) {
        let question = Question { kind, nodes: play.nodes(kind), asked: play.asked, seed: play.seed };
        answers::ask::<G>(setup, record, number, question, &mut answers);
    }
    answers
}

/// An engine that has changed since would give other scores.
fn check_engine<G: Searchable>(
    setup: &G::Setup,
    number: u64,
    record: Option<&SelfPlayRecord>,
    answers: Option<&Answers>,
    player: Kind,
    play: &AskedPlay,
) -> bool {
    record.is_none_or(|record| {
        *record == selfplay::play::<G>(setup, &options(play, player), number)
            && answers.is_none_or(|answers| *answers == ask::<G>(setup, record, number, player, play))
    })
}

impl AskingGames<'_> {
    /// The first games, played and evaluated where missing.
    ///
    /// # Errors
    /// [`TrainError::OtherEngine`], [`TrainError::Stopped`], or any error of a file.
    pub fn first<G: Playable>(
        &mut self,
        entry: &'static GameEntry,
        setup: &G::Setup,
        number: u64,
    ) -> Result<ScoredGames, TrainError> {
        let places = Places::new(entry, self.play, None);
        let (records, answers) = self.complete::<G>(setup, &places, GameRange { from: 0, to: number })?;
        let mut scored = ScoredGames::new(places.kind);
        records.iter().zip(&answers).for_each(|(record, answers)| scored.add::<G>(setup, record, answers));
        Ok(scored)
    }

    fn complete<G: Playable>(
        &mut self,
        setup: &G::Setup,
        places: &Places,
        games: GameRange,
    ) -> Result<(Vec<SelfPlayRecord>, Vec<Answers>), TrainError> {
        /// The games evaluated in parallel before they are written, in the order of their numbers.
        const BATCH: u64 = 32;
        let (play, stop, kind) = (self.play, self.stop, places.kind);
        let path = self.out.join(&places.games);
        let (mut games_file, mut records) = known::<SelfPlayRecord>(path.clone(), &places.about_games)?;
        let (mut answers_file, mut answers) = known::<Answers>(self.out.join(&places.answers), &places.about_answers)?;
        if !check_engine::<G>(setup, games.from, records.first(), answers.first(), kind, play) {
            return Err(TrainError::OtherEngine(path));
        }
        let number = games.number() as usize;
        records.truncate(number);
        answers.truncate(number);
        let mut done = records.len().min(answers.len());
        while done < number {
            let batch = games.from + done as u64..games.to.min(games.from + done as u64 + BATCH);
            let looked_at: Vec<Option<(SelfPlayRecord, Answers)>> = batch
                .clone()
                .into_par_iter()
                .map(|number| {
                    let known = records.get((number - games.from) as usize).cloned();
                    let play_it = || selfplay::play::<G>(setup, &options(play, kind), number);
                    let record = (!stop()).then(|| known.unwrap_or_else(play_it))?;
                    (!stop()).then(|| {
                        let answers = ask::<G>(setup, &record, number, kind, play);
                        (record, answers)
                    })
                })
                .collect();
            for (record, answered) in looked_at.into_iter().map_while(|game| game) {
                if done == records.len() {
                    games_file.append(&record)?;
                    records.push(record);
                }
                if done == answers.len() {
                    answers_file.append(&answered)?;
                    answers.push(answered);
                }
                done += 1;
            }
            (self.on_progress)(done as u64);
            if games.from + (done as u64) < batch.end {
                return Err(TrainError::Stopped);
            }
        }
        Ok((records, answers))
    }

    /// The games of all parts in these folders; also writes the merged files.
    ///
    /// # Errors
    /// [`TrainError::OtherEngine`], [`TrainError::Missing`], or any error of a file.
    pub fn join<G: Playable>(
        &mut self,
        entry: &'static GameEntry,
        setup: &G::Setup,
        folders: &[PathBuf],
    ) -> Result<ScoredGames, TrainError> {
        let places = Places::new(entry, self.play, None);
        let mut scored = ScoredGames::new(places.kind);
        let folders: Vec<&PathBuf> = folders.iter().filter(|folder| has_games(folder, entry.name)).collect();
        let paths = |file: &str| folders.iter().map(|folder| folder.join(file)).collect::<Vec<_>>();
        let mut records = JoinedParts::<SelfPlayRecord>::open(paths(&places.games), &places.about_games)?;
        let mut answers = JoinedParts::<Answers>::open(paths(&places.answers), &places.about_answers)?;
        let mut games_file = NewStored::create(self.out.join(&places.games), &places.about_games)?;
        let mut answers_file = NewStored::create(self.out.join(&places.answers), &places.about_answers)?;
        let mut last = PathBuf::new();
        while let Some(record) = records.next() {
            let (record, path) = (record?, records.path());
            let Some(answered) = answers.next() else { return Err(answers.missing(records.games())?) };
            let answered = answered?;
            if !selfplay::is_legal::<G>(setup, &record) {
                return Err(TrainError::Illegal(path.into()));
            }
            let is_new = path != last;
            if is_new {
                last = path.into();
            }
            let number = scored.games;
            if is_new && !check_engine::<G>(setup, number, Some(&record), Some(&answered), places.kind, self.play) {
                return Err(TrainError::OtherEngine(last));
            }
            if (self.stop)() {
                return Err(TrainError::Stopped);
            }
            games_file.push(&record)?;
            answers_file.push(&answered)?;
            scored.add::<G>(setup, &record, &answered);
        }
        if scored.games == 0 {
            return Err(TrainError::Missing(format!("all games of `{}` are missing", entry.name)));
        }
        games_file.finish()?;
        answers_file.finish()?;
        Ok(scored)
    }
}

/// Opens a file and reads it.
fn known<T: super::stored::Stored>(path: PathBuf, about: &str) -> Result<(StoredFile<T>, Vec<T>), TrainError> {
    let mut found = Vec::new();
    let file = StoredFile::open(path, about, |record| {
        found.push(record);
        Ok(())
    })?;
    Ok((file, found))
}

/// Whether a part has games of a game.
fn has_games(folder: &Path, game: &str) -> bool {
    let found = StoredReader::<SelfPlayRecord>::open(&folder.join(games_file(game)));
    !found.is_err_and(|error| error.is_missing())
}

/// Checks that each of these folders has games of at least one of these games.
///
/// # Errors
/// [`TrainError::Missing`].
pub fn check_parts(folders: &[PathBuf], games: &[&str]) -> Result<(), TrainError> {
    match folders.iter().find(|folder| !games.iter().any(|game| has_games(folder, game))) {
        Some(empty) => Err(TrainError::Missing(format!("the games of {} are missing", empty.display()))),
        None => Ok(()),
    }
}

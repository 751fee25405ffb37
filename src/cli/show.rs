//! `quintet show`: steps through recorded games, checks and draws them.

use super::arguments::ForceArguments;
use super::board::BoardArguments;
use super::report;
use crate::record_files;
use crate::records::{self, GameRecord, Imported, Oddity, Reason, ReportedScore};
use crate::registry::GameLine;
use crate::review::GameToReview;
use crate::review::html::{self, PageTurn};
use crate::session::Session;
use crate::text::{clean, counted, one_line, sentence};
use anyhow::{Result, anyhow, ensure};
use std::collections::BTreeSet;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

/// The arguments of `quintet show`.
#[derive(clap::Args)]
pub struct Arguments {
    /// A file of games in any format that `quintet convert` reads
    file: PathBuf,
    /// The number of the game; without it and without options the games are listed, if there are several
    number: Option<u64>,
    /// The round, if the game is a match to points
    #[arg(long)]
    round: Option<u32>,
    /// Draw only the position after this many turns
    #[arg(long)]
    turn: Option<usize>,
    /// Check all games of the file without drawing them
    #[arg(long)]
    check: bool,
    /// Print the state of each position as a line of JSON and nothing else
    #[arg(long, conflicts_with = "check")]
    json: bool,
    /// Draw the last position, or the one of --turn, to this file
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    svg: Option<PathBuf>,
    /// Write a self-contained page that shows the game turn by turn
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    html: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArguments,
    #[command(flatten)]
    board: BoardArguments,
}

impl Arguments {
    /// Whether its only result is what it prints.
    pub fn is_for_reader(&self) -> bool {
        self.svg.is_none() && self.html.is_none()
    }

    /// Whether there is neither a number nor an option.
    fn asks_for_nothing(&self) -> bool {
        let Self { file: _, number, round, turn, check, json, svg, html, board, force: _ } = self;
        number.is_none()
            && round.is_none()
            && turn.is_none()
            && svg.is_none()
            && html.is_none()
            && !(*check || *json)
            && *board == BoardArguments::default()
    }
}

/// Shows a game.
pub fn run(arguments: &Arguments) -> Result<()> {
    let mut outputs = arguments.force.outputs().reading([&arguments.file]);
    let svg = arguments.svg.as_deref().map(|path| outputs.allow(path)).transpose()?;
    let page = arguments.html.as_deref().map(|path| outputs.allow(path)).transpose()?;
    let listed = arguments.asks_for_nothing();
    let (mut rows, mut is_found) = (Vec::new(), false);
    let is_asked = |record: &GameRecord| {
        arguments.number.is_none_or(|number| record.number == number)
            && arguments.round.is_none_or(|round| record.round.as_ref().is_some_and(|r| r.round == round))
    };
    // Games that have no number are numbered by their place in the file.
    let imported = record_files::read_kept(&arguments.file, &mut |number, record| {
        let record = GameRecord { number, ..record };
        if listed {
            rows.push(row(&record));
        }
        let is_first = !is_found && !arguments.check && is_asked(&record);
        is_found |= is_first;
        is_first.then_some(record)
    })?;
    if arguments.check && imported.read + imported.oddities.len() > 0 {
        return check(&imported);
    }
    report_oddities(&imported);
    ensure!(imported.read > 0, "`{}` has no game", arguments.file.display());
    if rows.len() > 1 {
        return list(rows);
    }
    let count = counted(imported.read, "game");
    let none = || anyhow!("`{}` has no such game; it has {count}", arguments.file.display());
    let (record, &place) = imported.records.first().zip(imported.places.first()).ok_or_else(none)?;
    let changes = imported.oddities.iter().filter(|oddity| oddity.game == place);
    let changes = changes.map(|oddity| one_line(&oddity.what.to_string())).collect();
    let mut viewer =
        Viewer { record, changes, session: record.session()?, line: record.line(), board: arguments.board };
    let mut out = anstream::stdout().lock();
    let last = viewer.line.moves.len();
    let shown = arguments.turn.unwrap_or(last);
    ensure!(shown <= last, "the game has {}, not {shown}", counted(last, "turn"));
    if let Some(svg) = svg {
        viewer.set_up(shown);
        svg.finish_with(viewer.board.svg(&*viewer.session, &[]).as_bytes())?;
    }
    if let Some(page) = page {
        page.finish_with(viewer.page()?.as_bytes())?;
    }
    if arguments.json {
        for turn in arguments.turn.map_or(0..=last, |turn| turn..=turn) {
            viewer.set_up(turn);
            writeln!(out, "{}", serde_json::to_string(&viewer.session.state())?)?;
        }
        return Ok(());
    }
    viewer.head(&mut out)?;
    if arguments.svg.is_some() || arguments.html.is_some() {
        return Ok(());
    }
    match arguments.turn {
        Some(turn) => viewer.draw(&mut out, turn),
        None if io::stdin().is_terminal() && io::stdout().is_terminal() => viewer.step_through(&mut out),
        None => (0..=last).try_for_each(|turn| viewer.draw(&mut out, turn)),
    }
}

/// The columns of the list of games: number, game, players, result, turns, opening.
type Row = [String; 6];

/// The line of a game in the list.
fn row(record: &GameRecord) -> Row {
    /// The characters of a name.
    const NAME: usize = 40;
    /// The characters of an opening, or of the start of a game.
    const OPENING: usize = 40;
    let number = match &record.round {
        Some(round) => format!("{} round {}", record.number, round.round),
        None => record.number.to_string(),
    };
    let names = record.seats.iter().map(|seat| clean(&seat.name, NAME));
    let players = names.collect::<Vec<_>>().join(" - ");
    let result = match record.reason {
        Reason::Rules | Reason::Unfinished => one_line(&record.result),
        reason => format!("{} ({})", one_line(&record.result), reason.word()),
    };
    let opening = match &record.opening[..] {
        [] => {
            let first: Vec<&str> = record.turns.iter().take(3).map(|turn| &turn.turn[..]).collect();
            first.join(" ") + if record.turns.len() > first.len() { " …" } else { "" }
        }
        turns => turns.join(" "),
    };
    let length = record.opening.len() + record.turns.len();
    [number, one_line(&record.game), players, result, length.to_string(), clean(&opening, OPENING)]
}

/// Prints a line for each game.
fn list(rows: Vec<Row>) -> Result<()> {
    let heads = ["number", "game", "players", "result", "turns", "opening"].map(String::from);
    let width = |column: usize| rows.iter().chain([&heads]).map(|row| row[column].chars().count()).max().unwrap_or(0);
    let [w0, w1, w2, w3, w4] = std::array::from_fn(width);
    let mut out = io::stdout().lock();
    for [number, game, players, result, turns, opening] in std::iter::once(&heads).chain(&rows) {
        writeln!(out, "{number:>w0$}  {game:w1$}  {players:w2$}  {result:w3$}  {turns:>w4$}  {opening}")?;
    }
    Ok(())
}

/// Reports the oddities in the games of a file.
fn report_oddities(imported: &Imported) {
    records::oddity_lines(&imported.oddities).iter().for_each(|what| report(what));
}

/// Says which games do not follow the rules. Oddities of other programs need not be wrong.
fn check(imported: &Imported) -> Result<()> {
    let is_wrong = |oddity: &&Oddity| oddity.game > 0 && (oddity.refused || imported.is_own);
    let (wrong, odd): (Vec<_>, Vec<_>) = imported.oddities.iter().partition(is_wrong);
    let mut out = io::stdout().lock();
    for oddity in &wrong {
        writeln!(out, "{}", sentence(&oddity.to_string(), 240, 2_000))?;
    }
    for oddity in odd {
        report(&oddity.to_string());
    }
    let games = imported.read + imported.oddities.iter().filter(|oddity| oddity.refused).count();
    let wrong: BTreeSet<usize> = wrong.iter().map(|oddity| oddity.game).collect();
    let games = counted(games, "game");
    ensure!(
        wrong.is_empty(),
        "{} of {games} {} the rules",
        wrong.len(),
        if wrong.len() == 1 { "breaks" } else { "break" }
    );
    let verb = if games.starts_with("1 ") { "follows" } else { "follow" };
    writeln!(out, "{games} {verb} the rules")?;
    Ok(())
}

/// A comment, which may have several lines.
fn on_one_line(comment: &str) -> String {
    /// The most characters that are shown.
    const MOST: usize = 2_000;
    clean(&comment.replace('\n', " "), MOST)
}

struct Viewer<'a> {
    record: &'a GameRecord,
    /// What was changed while reading, to follow the rules.
    changes: Vec<String>,
    session: Box<dyn Session>,
    line: GameLine,
    board: BoardArguments,
}

impl Viewer<'_> {
    /// Sets up the position after this many turns. Illegal turns were reported in the heading; the game then ends at
    /// the position before them.
    fn set_up(&mut self, turn: usize) {
        let _ = self.line.set_up(&mut *self.session, turn);
    }

    /// The page of the game.
    fn page(&mut self) -> Result<String> {
        let record = self.record;
        let given = record.opening.iter().map(|turn| PageTurn { turn: turn.clone(), mark: None, comment: None });
        let played = record.turns.iter().map(|turn| PageTurn {
            turn: turn.turn.clone(),
            mark: turn.mark,
            comment: turn.comment.as_deref().map(on_one_line),
        });
        let turns: Vec<PageTurn> = given.chain(played).collect();
        Ok(html::page(&mut *self.session, &GameToReview::from(record), &turns, None)?)
    }

    /// Who played, how it ended, and whether the rules agree.
    fn head(&self, out: &mut impl Write) -> Result<()> {
        let record = self.record;
        let players: Vec<String> = record.seats.iter().map(|seat| one_line(&seat.name)).collect();
        write!(out, "game {} of {}", record.number, one_line(&record.game))?;
        if let Some(round) = &record.round {
            write!(out, ", round {}", round.round)?;
            if let Some([one, two]) = round.points {
                write!(out, ", {one}-{two}")?;
            }
        }
        writeln!(out, ": {}", players.join(" - "))?;
        let turns = counted(self.line.moves.len(), "turn");
        write!(out, "{} by {} after {turns}", one_line(&record.result), record.reason.word())?;
        match &record.detail {
            Some(detail) => writeln!(out, ": {}", one_line(detail))?,
            None => writeln!(out)?,
        }
        if let Some(comment) = &record.comment {
            writeln!(out, "{}", on_one_line(comment))?;
        }
        match record.check() {
            Ok(()) if !self.changes.is_empty() => {
                writeln!(out, "changed while reading: {}", self.changes.join("; "))?;
            }
            Ok(()) => writeln!(out, "checked: every turn is legal and the result is right")?,
            Err(error) => writeln!(out, "NOT according to the rules: {}", one_line(&error.to_string()))?,
        }
        Ok(())
    }

    /// Draws the position after this many turns, and the turn that led to it.
    fn draw(&mut self, out: &mut impl Write, turn: usize) -> Result<()> {
        self.set_up(turn);
        writeln!(out)?;
        if let Some(text) = self.line.moves[..turn].last() {
            write!(out, "{turn}. {}", one_line(text))?;
            match turn.checked_sub(self.record.opening.len() + 1).and_then(|index| self.record.turns.get(index)) {
                None => write!(out, " (opening)")?,
                Some(played) => {
                    if let Some(mark) = played.mark {
                        write!(out, "{}", mark.signs())?;
                    }
                    if played.seat > 0 {
                        write!(out, " by seat {}", played.seat)?;
                    }
                    if let Some(ms) = played.ms {
                        write!(out, " in {ms} ms")?;
                    }
                    match played.score {
                        Some(ReportedScore::Cp(score)) => write!(out, ", {:+.2}", f64::from(score) / 100.0)?,
                        Some(ReportedScore::Mate(plies)) if plies < 0 => write!(out, ", loses in {}", -plies)?,
                        Some(ReportedScore::Mate(plies)) => write!(out, ", wins in {plies}")?,
                        None => {}
                    }
                    if let Some(depth) = played.depth {
                        write!(out, ", depth {depth}")?;
                    }
                    if let Some(comment) = &played.comment {
                        write!(out, ": {}", on_one_line(comment))?;
                    }
                }
            }
            writeln!(out)?;
        }
        write!(out, "{}", self.board.text(&*self.session))?;
        Ok(())
    }

    /// Draws one position after the other as a person asks for them.
    fn step_through(&mut self, out: &mut impl Write) -> Result<()> {
        let (mut turn, last) = (0, self.line.moves.len());
        self.draw(out, turn)?;
        loop {
            write!(out, "\nturn {turn} of {last} [Enter forward, b back, a number, q quit]> ")?;
            out.flush()?;
            let mut line = String::new();
            if io::stdin().lock().read_line(&mut line)? == 0 {
                return Ok(());
            }
            turn = match line.trim() {
                "" => (turn + 1).min(last),
                "b" => turn.saturating_sub(1),
                "q" => return Ok(()),
                number => match number.parse() {
                    Ok(number) if number <= last => number,
                    _ => {
                        writeln!(out, "a turn is a number from 0 to {last}")?;
                        continue;
                    }
                },
            };
            self.draw(out, turn)?;
        }
    }
}

//! A game between two programs of an arena, and its log.

use super::process::BotProcess;
use crate::arena::spelling::Fault;
use crate::arena::table::{End, Table};
use crate::arena::{ANSWER, ArenaGame, FIRST_ANSWER};
use crate::lines::dialogue_log::DialogueLog;
use crate::records::Reason;
use crate::search::Halt;
use serde_json::{Value, json};
use std::time::Duration;

/// A game to play.
pub struct Contest<'a> {
    /// The game.
    pub game: ArenaGame,
    /// The commands of both players, each a program and its arguments.
    pub commands: [Vec<String>; 2],
    /// Whether an incomplete turn is accepted.
    pub accepts_incomplete: bool,
    /// How long an answer may take; the first may take ten times as long.
    pub time: Duration,
    /// What stops it.
    pub halt: &'a Halt,
}

/// What was said in a game.
#[derive(Default)]
pub struct Contested {
    /// How it ended; `None` if it was stopped.
    pub end: Option<End>,
    /// Whether a program could not even be started, and why.
    pub unstarted: Option<(usize, String)>,
    /// Who answered what, in this order.
    outputs: Vec<(usize, String)>,
    /// What each wrote to stderr by then.
    errors: Vec<(usize, String)>,
}

impl Contest<'_> {
    /// Plays the game.
    pub fn play(&self) -> Contested {
        let mut contested = Contested::default();
        let logs = [0, 1].map(|_| DialogueLog::of_stderr());
        let mut table = Table::new(self.game, self.accepts_incomplete);
        let mut bots = Vec::new();
        for (player, command) in self.commands.iter().enumerate() {
            match BotProcess::start(command, None, Some(logs[player].of((player + 1).to_string()))) {
                Ok(bot) => bots.push(bot),
                Err(fault) => {
                    contested.unstarted = Some((player, fault.what.clone()));
                    table.lose(player, fault);
                    contested.end = table.end().cloned();
                    return contested;
                }
            }
        }
        let whole = self.talk(&mut table, &mut bots, &logs, &mut contested);
        drop(bots);
        for (player, log) in logs.iter().enumerate() {
            contested.errors.push((player, log.take_said()));
        }
        contested.end = table.end().filter(|_| whole.is_some()).cloned();
        contested
    }

    /// Asks until the game has ended; `None` if it was stopped.
    fn talk(
        &self,
        table: &mut Table,
        bots: &mut [BotProcess],
        logs: &[DialogueLog; 2],
        contested: &mut Contested,
    ) -> Option<()> {
        let first = self.time * (FIRST_ANSWER.as_millis() / ANSWER.as_millis()) as u32;
        let mut ask = |bots: &mut [BotProcess], player: usize, lines: String, limit: Duration| {
            let asked = bots[player].ask(lines, limit, self.halt)?.map(|(answer, _)| answer);
            contested.outputs.push((player, asked.as_ref().map_or_else(|_| String::new(), Clone::clone)));
            contested.errors.push((player, logs[player].take_said()));
            Some(asked)
        };
        let (mut wants_actions, mut has_answered) = ([true; 2], [false; 2]);
        if self.game.facts().has_actions {
            for player in 0..2 {
                let answer = ask(bots, player, format!("{}\n", player + 1), first)?;
                match answer.and_then(|answer| wants_list(&answer)) {
                    Ok(wants) => (wants_actions[player], has_answered[player]) = (wants, true),
                    Err(fault) => table.lose(player, fault),
                }
                if table.end().is_some() {
                    return Some(());
                }
            }
        }
        while table.end().is_none() {
            let player = table.player();
            let lines = table.lines(wants_actions[player]);
            let asked = match has_answered[player] {
                true => ask(bots, player, lines, self.time)?,
                false => ask(bots, player, format!("{}\n{lines}", player + 1), first)?,
            };
            has_answered[player] = true;
            match asked {
                Ok(answer) => table.answer(&answer),
                Err(fault) => table.lose(player, fault),
            }
        }
        Some(())
    }
}

/// Whether an answer asks for the list of actions: all but `no` does.
///
/// # Errors
/// [`Fault`] for an empty line.
pub fn wants_list(answer: &str) -> Result<bool, Fault> {
    match answer.trim() {
        "" => Err(Fault::unreadable("`yes` or `no` is expected, not an empty line")),
        answer => Ok(!answer.eq_ignore_ascii_case("no")),
    }
}

impl Contested {
    /// The log in the form of the arenas' own runners, with some words more.
    pub fn log(&self, contest: &Contest, seed: Option<&str>) -> Value {
        let lists = |said: &[(usize, String)]| {
            let of = |player: usize| -> Vec<Option<&str>> {
                let own = |(speaker, text): &'_ &(usize, String)| *speaker == player && !text.is_empty();
                said.iter().map(|entry| Some(entry).filter(own).map(|(_, text)| &text[..])).collect()
            };
            json!({ "0": of(0), "1": of(1) })
        };
        let agents: Vec<Value> = contest
            .commands
            .iter()
            .enumerate()
            .map(|(index, words)| json!({ "index": index, "name": words.join(" ") }))
            .collect();
        let scores = self.end.as_ref().map(|end| json!({ "0": end.scores[0], "1": end.scores[1] }));
        let fault = self.end.as_ref().and_then(|end| end.fault.as_ref());
        json!({
            "game": contest.game.name(),
            "seed": seed,
            "agents": agents,
            "outputs": lists(&self.outputs),
            "errors": lists(&self.errors),
            "scores": scores,
            "fault": fault.map(|(player, fault)| json!({ "index": player, "reason": Reason::from(fault.kind), "what": fault.what })),
        })
    }
}

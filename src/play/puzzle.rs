//! `quintet puzzle`: puzzles to solve in the terminal.

use super::completion::Completion;
use super::game::{Opponent, TerminalGame};
use super::prompt::{self, Line, Prompt};
use super::screen::Screen;
use super::words::capitalized;
use crate::options::EngineOptions;
use crate::puzzles::{self, Puzzle, PuzzleVerdict};
use crate::terminal::board::BoardArguments;
use crate::terminal::{interrupt, open, values};
use crate::text::{counted, sentence};
use anyhow::{Result, anyhow, ensure};

/// The commands besides turns.
const HELP: &str = "Type a turn, or `hint`, `solution`, `again`, `next`, `legal`, `board` or `quit`.";

/// The arguments of `quintet puzzle`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The game (`quintet games` lists them)
    #[arg(value_parser = values::game(), hide_possible_values = true)]
    game: String,
    /// Start with puzzle number N; they are sorted by length [default: the first]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    number: Option<u64>,
    /// Only puzzles that are won within this many decisions of both sides
    #[arg(long)]
    plies: Option<u32>,
    #[command(flatten)]
    board: BoardArguments,
}

/// One puzzle after the other, until the end of the input.
pub fn run(arguments: &Arguments) -> Result<()> {
    let game = open(&arguments.game)?.name();
    let all = puzzles::of_game(game);
    let with: Vec<&str> = puzzles::games().collect();
    ensure!(!all.is_empty(), "there are no puzzles for {game}; the games with puzzles are {}", with.join(", "));
    let fits = |puzzle: &Puzzle| arguments.plies.is_none_or(|plies| plies == puzzle.plies);
    let first = arguments.number.unwrap_or(1) as usize;
    ensure!(first <= all.len(), "{game} has {}, so --number is from 1 to {}", counted(all.len(), "puzzle"), all.len());
    let mut chosen = (1..).zip(all).skip(first - 1).filter(|(_, puzzle)| fits(puzzle));
    let mut lengths: Vec<u32> = all.iter().map(|puzzle| puzzle.plies).collect();
    lengths.dedup();
    let next = chosen.next().ok_or_else(|| {
        let lengths: Vec<String> = lengths.iter().map(u32::to_string).collect();
        anyhow!("no puzzle of {game} from number {first} on has this length; there are {}", lengths.join(", "))
    });
    let mut next = Some(next?);
    let (mut prompt, screen) = (Prompt::new()?, Screen::new(arguments.board));
    interrupt::finish_by(prompt::end_with(String::new()));
    while let Some((number, puzzle)) = next {
        let mut desk = Desk::new(game, (number, all.len()), puzzle, &screen)?;
        if !desk.solve(&mut prompt)? {
            return Ok(());
        }
        next = chosen.next();
    }
    Ok(screen.write_line("That was the last one.")?)
}

/// A puzzle being solved.
struct Desk<'a> {
    name: &'static str,
    puzzle: &'a Puzzle,
    game: TerminalGame,
    screen: &'a Screen,
    /// The messages for the next frame.
    messages: Vec<String>,
    goal: String,
    tries: usize,
    is_over: bool,
}

/// What to do after a line.
enum Next {
    /// Another line.
    Prompt,
    /// Redraw the board.
    Draw,
    /// The next puzzle.
    Puzzle,
    /// The end.
    Leave,
}

impl<'a> Desk<'a> {
    fn new(
        name: &'static str,
        (number, count): (usize, usize),
        puzzle: &'a Puzzle,
        screen: &'a Screen,
    ) -> Result<Self> {
        let session = puzzle.session(name, &[])?;
        let seat = session.seat();
        let colour = session.state().seats.get(seat).map_or("", |seat| seat.colour.name());
        let plies = counted(puzzle.plies as usize, "decision");
        let goal = format!("Puzzle {number} of {count}: {colour} wins within {plies} of both sides.");
        // The engine does not play here; it answers by itself.
        let opponent = Opponent { options: EngineOptions::default(), time: None, clock: None };
        let game = TerminalGame::new(session, vec![seat + 1], opponent);
        Ok(Self { name, puzzle, game, screen, messages: vec![goal.clone()], goal, tries: 0, is_over: false })
    }

    /// Plays until it is left; true if another puzzle is wanted.
    fn solve(&mut self, prompt: &mut Prompt) -> Result<bool> {
        self.draw()?;
        loop {
            let line = match prompt.read("turn> ", || self.completion())? {
                Line::Text(line) => line,
                Line::End => return Ok(false),
                Line::Interrupt => {
                    interrupt::note();
                    return Ok(false);
                }
            };
            match self.handle(line.trim()) {
                Ok(Next::Prompt) => {}
                Ok(Next::Draw) => self.draw()?,
                Ok(Next::Puzzle) => return Ok(true),
                Ok(Next::Leave) => return Ok(false),
                Err(error) if error.downcast_ref::<std::io::Error>().is_some() => return Err(error),
                Err(error) => {
                    let what = capitalized(&sentence(&format!("{error:#}"), 60, 400));
                    self.screen.write_line(&format!("{}.", what.trim_end_matches('.')))?;
                    prompt.refuse_pasted(self.screen)?;
                }
            }
        }
    }

    fn draw(&mut self) -> Result<()> {
        let hint = if self.is_over { "`next` is the next puzzle, `again` starts over, `quit` leaves." } else { HELP };
        self.screen.draw(&self.game, &self.messages, Some(hint))?;
        self.messages.clear();
        Ok(())
    }

    fn completion(&self) -> Completion {
        let mut turns = self.game.session.legal_turns();
        turns.extend(self.game.session.legal());
        let points = self.game.state().board.places.into_iter().map(|place| place.name).collect();
        Completion { turns, points, has_files: false }
    }

    fn handle(&mut self, line: &str) -> Result<Next> {
        match line {
            "" => {}
            "quit" | "exit" => return Ok(Next::Leave),
            "next" => return Ok(Next::Puzzle),
            "help" | "?" => self.screen.write_line(HELP)?,
            "board" => {
                self.messages.push(self.goal.clone());
                return Ok(Next::Draw);
            }
            "again" => {
                self.set(&[])?;
                (self.is_over, self.tries) = (false, 0);
                self.messages.push(self.goal.clone());
                return Ok(Next::Draw);
            }
            _ if self.is_over => self.screen.write_line("The puzzle is over: `next`, `again` or `quit`.")?,
            "legal" => self.screen.write_columns(&self.game.session.legal_turns())?,
            "hint" => self.hint()?,
            "solution" => return self.solution(),
            turn => return self.attempt(turn),
        }
        Ok(Next::Prompt)
    }

    /// Sets the game back to some turns.
    fn set(&mut self, turns: &[String]) -> Result<()> {
        let people = self.game.people.clone();
        let session = self.puzzle.session(self.name, turns)?;
        let opponent = self.game.opponent.clone();
        self.game = TerminalGame::new(session, people, opponent);
        Ok(())
    }

    /// The whole turns before the unfinished one.
    fn turns_before(&self) -> Vec<String> {
        let mut turns = self.game.session.turns();
        // Both sides play a turn each, so an even number is whole.
        if turns.len() % 2 == 1 {
            turns.pop();
        }
        turns
    }

    fn attempt(&mut self, text: &str) -> Result<Next> {
        let before = self.turns_before();
        self.game.session.play(text)?;
        if !self.game.is_over() && self.game.is_persons_turn() {
            return Ok(Next::Draw);
        }
        let turns = self.game.session.turns();
        let answer = self.puzzle.answer(self.name, &turns)?;
        match (answer.verdict, answer.reply) {
            (PuzzleVerdict::Wrong, _) => {
                self.tries += 1;
                self.set(&before)?;
                self.messages.push(format!("Wrong. {}.", answer.sentence));
            }
            (PuzzleVerdict::Right, Some(reply)) => {
                self.game.session.play(&reply)?;
                self.messages.push(format!("{}.", answer.sentence));
                self.is_over = self.game.is_over();
            }
            (PuzzleVerdict::Solved | PuzzleVerdict::Right, _) => self.is_over = true,
        }
        if self.is_over {
            let tries = match self.tries {
                0 => "at the first try".to_string(),
                tries => format!("after {}", counted(tries, "wrong turn")),
            };
            self.messages.push(format!("Solved {tries}."));
        }
        Ok(Next::Draw)
    }

    /// Says where the winning turn starts.
    fn hint(&mut self) -> Result<()> {
        let before = self.turns_before();
        let turn = self.puzzle.winning_turn(self.name, &before)?;
        let session = self.puzzle.session(self.name, &before)?;
        let first = session.first_decision(&turn)?;
        let legal = session.state().legal;
        let decision = legal.into_iter().find(|legal| legal.text == first);
        let place = decision.and_then(|legal| legal.description.touches.into_iter().flatten().next());
        Ok(self.screen.write_line(&format!("Begin with {}.", place.unwrap_or(first)))?)
    }

    /// Plays the puzzle to its end.
    fn solution(&mut self) -> Result<Next> {
        let mut turns = self.turns_before();
        let begun = turns.len();
        while self.puzzle.session(self.name, &turns)?.standing().outcome().is_none() {
            ensure!(turns.len() <= begun + self.puzzle.plies as usize, "the engine does not find the winning line");
            turns.push(self.puzzle.winning_turn(self.name, &turns)?);
            turns.extend(self.puzzle.answer(self.name, &turns)?.reply);
        }
        self.set(&turns)?;
        self.is_over = true;
        self.messages.push(format!("The solution is {}.", turns[begun..].join(" ")));
        Ok(Next::Draw)
    }
}

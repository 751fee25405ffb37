//! The steps in their order. Core steps are what the UGI page requires (<https://github.com/kz04px/cutegames>) and
//! every runner relies on; extensions are the further promises of protocol.md.

mod ends;
mod orders;
mod positions;
mod queries;
mod searches;
mod start;
mod stops;

use super::checks::Checked;
use super::exam::Exam;

/// Who requires what a step shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// UGI.
    Core,
    /// protocol.md.
    Extension,
}

impl Scope {
    /// One word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Extension => "extension",
        }
    }
}

/// A step of the examination.
#[derive(Debug)]
pub struct ConformanceStep {
    /// Its name, which stays when numbers change.
    pub name: &'static str,
    /// Who requires it.
    pub scope: Scope,
    /// What it shows.
    pub title: &'static str,
    /// Whether it starts with a fresh process.
    pub fresh: bool,
    /// Runs the step.
    pub run: fn(&mut Exam) -> Checked,
}

const fn step(name: &'static str, scope: Scope, title: &'static str, run: fn(&mut Exam) -> Checked) -> ConformanceStep {
    ConformanceStep { name, scope, title, fresh: false, run }
}

const fn core(name: &'static str, title: &'static str, run: fn(&mut Exam) -> Checked) -> ConformanceStep {
    step(name, Scope::Core, title, run)
}

const fn extension(name: &'static str, title: &'static str, run: fn(&mut Exam) -> Checked) -> ConformanceStep {
    step(name, Scope::Extension, title, run)
}

/// A step with a fresh process.
const fn fresh(step: ConformanceStep) -> ConformanceStep {
    ConformanceStep { fresh: true, ..step }
}

/// All steps; the number of a step is its place, from 1.
pub static STEPS: &[ConformanceStep] = &[
    fresh(core("start-up", "`ugi` is answered with `id name` and, last, `ugiok`", start::start_up)),
    core(
        "options-declared",
        "every `option` line has a name, a type, and what the type needs",
        start::options_declared,
    ),
    core("isready", "each `isready` is answered with one `readyok`", start::isready),
    core("options-set", "every option can be set to its default", start::options_set),
    core("option-unknown", "an unknown option does no harm", start::option_unknown),
    core("unknown-command", "an unknown command does no harm", start::unknown_command),
    core("white-space", "tabs, several spaces and carriage returns are white space", start::white_space),
    core("new-game", "`uginewgame`, `position` and `go` may be sent without waiting", positions::new_game),
    core("p1turn", "`query p1turn` follows the turns of a line", positions::p1turn),
    core("fen", "`position fen` sets up a position text", positions::fen),
    core("fen-moves", "`position fen … moves` plays on from it", positions::fen_moves),
    core("position-replaced", "of several positions the last one counts", positions::position_replaced),
    core("openings", "after any opening the answer is a legal turn", positions::openings),
    core("long-game", "a whole game, resent after each turn, is followed", positions::long_game),
    core("play-on", "the engine plays twelve turns against itself, all legal", positions::play_on),
    core("illegal-turn", "an illegal turn in a line does no harm to the next position", positions::illegal_turn),
    core("fen-impossible", "an impossible position text does no harm to the next position", positions::fen_impossible),
    core("go-depth", "`go depth` is answered by a legal `bestmove`", searches::go_depth),
    core("go-nodes", "`go nodes` is answered by a legal `bestmove`", searches::go_nodes),
    core("go-movetime", "`go movetime` is answered by a legal `bestmove`", searches::go_movetime),
    core("go-clock", "`go` with clocks and increments is answered by a legal `bestmove`", searches::go_clock),
    core("go-no-time", "with next to no time there is still a legal `bestmove`", searches::go_no_time),
    core("go-infinite", "`go infinite` is answered after `stop`, not before", searches::go_infinite),
    core("info-lines", "`info` lines have numbers where numbers belong, and legal turns in `pv`", searches::info_lines),
    core("stop-idle", "`stop` without a search is not answered", stops::stop_idle),
    core("stop-at-once", "`stop` right after `go` is answered by one `bestmove`", stops::stop_at_once),
    core("stop-twice", "a second `stop` adds no second `bestmove`", stops::stop_twice),
    core("stop-late", "`stop` after `bestmove` adds no second one", stops::stop_late),
    core("stop-race", "`stop` while a search ends by itself leaves one `bestmove`", stops::stop_race),
    core("ready-in-search", "`isready` is answered during a search, which goes on", stops::ready_in_search),
    core("query-start", "at the start seat 1 is to decide and nobody has won", queries::query_start),
    core("query-end", "at the end of a game `gameover` and `result` say so", queries::query_end),
    core("quit", "`quit` ends the process", ends::quit),
    core("quit-in-search", "`quit` ends the process during a search", ends::quit_in_search),
    extension("option-case", "names of options are read in upper or lower case", start::option_case),
    extension("option-refused", "a wrong value gets a sentence and changes nothing", start::option_refused),
    extension("dialects", "`ugi` and `uci` may be sent at any time", start::dialects),
    extension("any-case", "commands and their words are read in upper or lower case", start::any_case),
    extension("odd-lines", "empty, overlong and undecodable lines do no harm", start::odd_lines),
    extension("sentences", "each mistake is answered by one `info string`", start::sentences),
    extension("decisions", "a turn may be given decision by decision", positions::decisions),
    extension("illegal-turn-loses", "a seat that plays an illegal turn has lost", positions::illegal_turn_loses),
    extension("fen-keeps", "an impossible position text leaves the position as it was", positions::fen_keeps),
    extension("go-alone", "`go` without limits is answered after `stop`", searches::go_alone),
    extension("go-several", "of several limits the first one reached ends the search", searches::go_several),
    extension("go-movestogo", "`movestogo` and `wtime` are understood", searches::go_movestogo),
    extension("go-searchmoves", "`searchmoves` restricts the answer", searches::go_searchmoves),
    extension("go-mate", "`go mate` is answered", searches::go_mate),
    extension(
        "go-wrong",
        "a `go` that cannot be understood gets a sentence and `bestmove none` or `(none)`",
        searches::go_wrong,
    ),
    extension("go-at-end", "after the end of the game the answer is `bestmove none` or `(none)`", searches::go_at_end),
    extension("info-fields", "`info` lines have all fields of protocol.md in their order", searches::info_fields),
    extension("multipv", "`MultiPV` reports that many different decisions", searches::multipv),
    extension("wdl", "`UCI_ShowWDL` reports chances that sum to 1000", searches::wdl),
    extension("repeatable", "a new game, searched alike, has the same answer", searches::repeatable),
    extension("go-queue", "several `go` commands are answered in order", orders::go_queue),
    extension("stop-then-go", "`stop` does not touch a `go` sent after it", orders::stop_then_go),
    extension("endless-yields", "an endless search ends when another command needs the engine", orders::endless_yields),
    extension("position-in-search", "a position sent during a search does not disturb it", orders::position_in_search),
    extension("query-in-search", "queries are answered during a search", orders::query_in_search),
    extension("ponderhit", "`go ponder` is answered after `ponderhit`, not before", orders::ponderhit),
    extension("ponder-stop", "`go ponder` is answered after `stop`", orders::ponder_stop),
    extension("ponder-turn", "with `Ponder` the turn expected next is legal", orders::ponder_turn),
    extension("query-more", "`query` knows `turn`, `seats` and `winners`", queries::query_more),
    extension("d", "`d` ends with a position text that `position fen` takes back", queries::display),
    extension("state", "`state` is one line of JSON with the legal decisions", queries::state),
    extension("legal", "`legal` and `legal turns` list what the rules allow", queries::legal),
    extension("perft", "`perft` counts", queries::perft),
    extension("count-stopped", "`perft` and `bench` can be stopped", queries::count_stopped),
    extension("eval", "`eval` ends with a number", queries::eval),
    extension("help", "`help` ends with `help, quit`", queries::help),
    extension("end-of-input", "the process ends with 0 when its input ends", ends::end_of_input),
    extension("end-stops", "the end of the input ends an endless search, which answers", ends::end_stops),
    extension("end-finishes", "at the end of the input limited searches are finished", ends::end_finishes),
    fresh(extension("last-line", "the last line may lack its line end, and `ugi` may be missing", ends::last_line)),
];

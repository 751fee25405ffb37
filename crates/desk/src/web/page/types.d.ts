// What the server takes and gives. Made by crates/desk/src/service/page_types_law.rs from its types.
//
// GET /api/info gives ServerInfo
// GET /api/events
// GET /api/games gives GameList
// POST /api/games takes NewGameRequest, gives SeenGame
// GET /api/games/{id} gives SeenGame
// DELETE /api/games/{id}
// POST /api/games/{id}/decide takes DecideRequest, gives SeenGame
// POST /api/games/{id}/act takes ActRequest, gives SeenGame
// POST /api/games/{id}/sit takes SitRequest, gives SeenGame
// POST /api/games/{id}/hint gives Hint
// PUT /api/games/{id}/seats takes SeatRequest, gives SeenGame
// GET /api/games/{id}/tree gives TreeRequest
// PUT /api/games/{id}/tree takes TreeRequest
// GET /api/games/{id}/record gives Records
// POST /api/state takes GameLine, gives StateAnswer
// POST /api/touch takes TouchRequest, gives RefusedTouch
// POST /api/line takes LineRequest
// POST /api/compose takes ComposeRequest, gives StateAnswer
// POST /api/analyze takes AnalyzeRequest, gives AnalysisEvent
// POST /api/review takes ReviewOrder, gives ReviewEvent
// POST /api/import takes ImportRequest, gives ReadRecords
// POST /api/export takes ExportRequest, gives ExportedFile
// GET /api/archive gives ArchivePart
// POST /api/archive takes ArchiveRequest, gives TakenGames
// GET /api/practice gives Practice
// PUT /api/practice takes Practice
// POST /api/book takes GameLine, gives BookAnswer
// POST /api/explore takes ExploreRequest, gives ExploreAnswer
// POST /api/explore/steps takes StepsRequest, gives StepsAnswer
// GET /api/explore/{game} gives StepsAnswer
// GET /api/puzzles/{game} gives PuzzleList
// GET /api/puzzles/{game}/{number}
// POST /api/puzzles/{game}/{number} takes PuzzleRequest, gives PuzzleAnswer
// GET /api/lessons/{game} gives LessonPage
// POST /api/lessons/{game}/{number} takes LessonRequest, gives LessonAnswer
// GET /api/rules/{game} gives RulesPage
// GET /api/scenes/{game} gives Board

/** An act in a game other than a decision. */
export type Act = "undo" | "redo" | "undoDecision" | "resign" | "offerDraw" | "offerTakeback" | "accept" | "decline" | "pause" | "resume" | "nextRound";

/** Another act. */
export type ActRequest = { act: string; seat?: number | null };

/** The results, with their lines described. */
export type AnalysisEvent = {
  answer: PositionAnswer;
  lines: DescribedTurn[][]; // The first turns of each of `moveInfos`.
  points: string[][]; // The places that each of `decisions` touches, in their order.
  threat: DescribedTurn[]; // The first turns of the threat.
};

/** What to analyse. */
export type AnalyzeRequest = {
  game: string; // The name of the game; case does not matter.
  options?: Record<string, string>; // Its options; others have their defaults.
  position?: string | null; // The position text it starts with; `None`: the start of the game.
  moves?: string[]; // Whole turns or single decisions.
  multipv?: number | null;
  decisions?: boolean;
  threats?: boolean;
  timeMs?: number | null;
  settings?: Record<string, string>; // `Search`, `Threads`, `Hash`.
};

/** Some of all games, the newest first. */
export type ArchivePart = {
  games: ArchivedGame[]; // The games.
  older: number | null; // The number before which the list continues, if it does.
  unread: number; // How many are left out because they cannot be read, and why, where that is known.
  notes: string[]; // The reasons.
  said: Sentence[]; // The same for any language.
};

/** Games to take in. */
export type ArchiveRequest = { games: SentGame[] };

/** A game in a list of all. */
export type ArchivedGame = { records: PageRecord[]; table: KeptTable; tree: string };

/** The board. */
export type Board = { width: number; height: number; places: PlaceState[] };

/** The opening book's entry for a position. */
export type BookAnswer = { lines: BookAnswerLine[] };

/** A decision in the opening book. */
export type BookAnswerLine = {
  decision: string;
  winrate: number; // The expected share of the point, from 0 to 1.
  cp: number | null; // The same as a score in hundredths; `null` if the winner is proven.
  mate: number | null; // If the winner is proven: in how many plies the side wins, or loses if negative.
  scoreKind: ScoreKind; // What the score says.
  proved?: boolean; // Whether it comes from a file of proofs, even for a draw. A win or loss then takes at most as many plies as `mate` says.
  wdl?: number[]; // The chances of a win, a shared point and a loss, in thousandths (`includeWDL`).
  games: number;
  points: number;
  described: LegalDecision;
};

/** A choice that touching places leaves open. */
export type Choice = { piece?: string; keep?: string[] };

/** The time for the game, and what each turn adds. */
export type ClockSetup = { baseMs: number; incrementMs: number };

/** The colours of pieces and of their owners. */
export type Colour = "white" | "black" | "red";

/** A position set up by hand. */
export type ComposeRequest = {
  game: string;
  options?: Record<string, string>;
  pieces: [string, string, Colour][];
  decides: number;
  counts?: GivenCount[];
};

/** A count beside the board. */
export type Count = { name: string; colour?: Colour; count: number };

/** A decision by somebody who has seen `revision`. */
export type DecideRequest = { revision: number; decision: string };

/** A decision and how good it is. */
export type DecisionInfo = {
  text: string; // The decision, as in the state's `legal`.
  winrate: number; // The expected share of the point, from 0 to 1.
  cp: number | null; // The same as a score in hundredths; `null` if the winner is proven.
  mate: number | null; // If the winner is proven: in how many plies the side wins, or loses if negative.
  scoreKind: ScoreKind; // What the score says.
  proved?: boolean; // Whether it comes from a file of proofs, even for a draw. A win or loss then takes at most as many plies as `mate` says.
  wdl?: number[]; // The chances of a win, a shared point and a loss, in thousandths (`includeWDL`).
  visits?: number; // MCTS: how often it was tried.
};

/** A turn or part of one, decision by decision. */
export type DescribedTurn = { turn: string; seat: number; colour: Colour; decisions: LegalDecision[] };

/** One change that a decision makes. All are made at once: first every `from` is emptied, then every `to` is filled. */
export type Effect = {
  effect: "put" | "move" | "take" | "flip" | "count" | "colours" | "eliminate" | "ban";
  piece?: Piece; // The piece.
  to?: string; // Where it lands.
  via?: string; // The dot where it was put on, if it was pushed.
  from?: string; // Where it leaves.
  name?: string; // Which count, as in the counts of the state.
  colour?: Colour; // Whose they are.
  by?: number; // How many more; negative if fewer.
  colours?: Colour[]; // The colour of each seat.
  seat?: number; // The seat, from 1.
  place?: string | null; // The place; `null` if there is none now.
};

/** How a game has ended. */
export type EndKind = "rules" | "resigned" | "agreed" | "time" | "fault" | "called";

/** The end of a game. */
export type Ended = { why: EndKind; loser?: number; winners: number[]; sentence: string };

/** A turn that gave away much, of which a better one is to be found. */
export type Exercise = {
  game: string; // The game.
  options: Record<string, string>; // Its options.
  position: string | null; // Where it begins.
  moves: string[]; // The turns before.
  played: string; // The turn that was played.
  before: number; // The share of the point before it, of who played it.
  after: number; // And after it.
  stage: number; // How often in a row a better one was found at the first try.
  due: number; // When it comes again, in seconds since 1970.
};

/** What is known about a position. */
export type ExploreAnswer = { place: PlaceKey; decisions: KnownDecision[] };

/** A position, and what is to be known of it. */
export type ExploreRequest = {
  game: string; // The name of the game; case does not matter.
  options?: Record<string, string>; // Its options; others have their defaults.
  position?: string | null; // The position text it starts with; `None`: the start of the game.
  moves?: string[]; // Whole turns or single decisions.
  book: boolean; // Whether the opening book counts.
  scores: boolean; // Whether the engine is asked, too.
  steps: Step[]; // What was played there.
};

/** What to write: a position, and for records the games as the page has kept them. */
export type ExportRequest = {
  game: string; // The name of the game; case does not matter.
  options?: Record<string, string>; // Its options; others have their defaults.
  position?: string | null; // The position text it starts with; `None`: the start of the game.
  moves?: string[]; // Whole turns or single decisions.
  players?: string[];
  format: string;
  records?: SentRecord[]; // The games, instead of the turns of the position: the last of them for a page.
};

/** A file. */
export type ExportedFile = { name: string; type: string; text: string };

/** A format of games. */
export type FormatInfo = { name: string; title: string; written: boolean };

/** A game. */
export type GameInfo = {
  name: string;
  title: string;
  family: string; // The name that it shares with its variants: that of the file of their rules.
  options: OptionDescription[];
  seats: number[]; // The possible numbers of seats.
  ratings: number[]; // The ratings of the levels 0 to 20.
  book: boolean;
  puzzles: number;
  lesson: number; // The number of tasks in its lesson; 0 if it has none.
  pieces: Piece[]; // The pieces that a board set up by hand may have.
};

/** A game, its options, where it starts, and what is played from there. ``` use quintet_core::registry::GameLine; let moves = ["e5", "swap", "d4"].map(String::from).to_vec(); let line = GameLine { game: "yavalath".into(), moves, ..GameLine::default() }; assert_eq!(line.open()?.turns(), line.moves); # Ok::<(), quintet_core::game::TextError>(()) ``` */
export type GameLine = { game: string; options?: Record<string, string>; position?: string | null; moves?: string[] };

/** Some games. */
export type GameList = { games: GameListing[]; older: number | null; unread: number };

/** A game in a list. */
export type GameListing = {
  id: string;
  game: string;
  title: string;
  players: string[];
  playersSaid: Sentence[];
  mine: number[]; // The seats, from 1, that whoever asks plays.
  turns: number;
  updated: number; // Seconds since 1970.
  ended: string | null; // How it ended, or nothing.
  endedSaid: Sentence | null;
};

/** How a game has ended. */
export type GameResult = {
  result: string; // `p1win`, `p2win`, `p3win` (the side of that seat) or `draw`.
  winners: number[]; // The seats, from 1, that share the point.
  why: string; // Why the game has ended: `repetition`, `forfeit`, or a word of the game, such as `four`.
  sentence: string; // The same in a sentence without a full stop.
  said: Sentence; // The same for any language.
  points: string[]; // The places that show it.
};

/** A count beside the board. */
export type GivenCount = { name: string; colour?: Colour | null; count: number };

/** A proved result that a turn gave away. */
export type GivenResult = "win" | "draw";

/** A hint. */
export type Hint = {
  turn: string;
  line: DescribedTurn[];
  winrate: number;
  mate: number | null;
  reason: string;
  said: Sentence;
};

/** A text with games. */
export type ImportRequest = { text: string; format?: string | null };

/** What a game at a table has besides its records. Its owner is left out: it will belong to the person who opens the file. */
export type KeptTable = {
  id: string; // The name of the game in addresses.
  seats: SeatSetup[]; // Who sits where.
  clock?: ClockSetup; // The clock.
  paceMs: number; // An engine's turn takes at least this many milliseconds.
  decisions?: string[]; // The decisions of an unfinished turn.
  undone?: PlayedTurn[]; // The turns that were taken back, the next one last.
  used?: UsedTime; // The time used by the present turn, or at the end by the last one.
  remainingMs?: number[]; // In a game started by a version before 0.3: the time left for each seat then.
  paused: boolean; // Whether it is paused.
  rounds: number; // How many rounds of a match were before this one.
  updated: number; // When it was last changed, in seconds since 1970.
};

/** A decision, with its scores as an analysis has them. */
export type KnownDecision = {
  decision: string; // The decision; of those that a symmetry maps to each other, the one that the game lists first.
  book?: number; // The share of the point for the side to move, according to the book.
  games: number; // In how many games, of the book and of records, it was played.
  points: number; // The points scored in them by the side that played it.
  won: number; // How many of the recorded games that side has won. Of the book's games only the points are known.
  drawn: number; // In how many it shared the point.
  lost: number; // How many it has lost.
  engine?: number; // The share of the point that the engine expects.
  bookScore: ScoreInfo | null;
  engineScore: ScoreInfo | null;
};

/** What has just been played. */
export type LastTurn = { text: string; seat: number; points: string[] };

/** A legal decision. */
export type LegalDecision = {
  text: string; // Its text, for `position … moves`.
  kind: string; // One word for what it does, such as [`PLACE`]; a game may have words of its own.
  touches: string[][]; // The sequences of places that a person would touch for it; each of them stands for it.
  choice?: Choice; // What distinguishes it from decisions with the same touches.
  preset?: boolean; // Whether this is the usual one of those with the same touches.
  effects: Effect[]; // What it changes.
};

/** What comes of the last turn. */
export type LessonAnswer = { verdict: LessonVerdict; text: string | null };

/** A position, and what is to be done there. */
export type LessonEntry = { options: Record<string, string>; position: string; steps: LessonStepEntry[] };

/** The lesson of a game. */
export type LessonPage = { game: string; tasks: LessonEntry[] };

/** The turns of both sides so far, the last by the side that learns and perhaps not whole. */
export type LessonRequest = { moves: string[] };

/** A turn that is to be found. */
export type LessonStepEntry = { task: string; solution: string; reply: string | null };

/** What comes of what has been played. */
export type LessonVerdict = "open" | "right" | "wrong";

/** The limit of the search of each turn. */
export type Limit = { nodes?: number; timeMs?: number };

/** Turns that may follow a position. */
export type LineRequest = {
  game: string; // The name of the game; case does not matter.
  options?: Record<string, string>; // Its options; others have their defaults.
  position?: string | null; // The position text it starts with; `None`: the start of the game.
  moves?: string[]; // Whole turns or single decisions.
  line: string[];
};

/** How good a turn was, by the marks used in chess. */
export type Mark = "!!" | "!" | "!?" | "?!" | "?" | "??";

/** The score of a match to points. */
export type MatchState = { target: number; round: number; points: number[]; nextStarts?: number; over: boolean };

/** A turn and how good it is. */
export type MoveInfo = {
  order: number; // Its place among the best, from 0.
  turn: string; // The turn.
  winrate: number; // The expected share of the point, from 0 to 1.
  cp: number | null; // The same as a score in hundredths; `null` if the winner is proven.
  mate: number | null; // If the winner is proven: in how many plies the side wins, or loses if negative.
  scoreKind: ScoreKind; // What the score says.
  proved?: boolean; // Whether it comes from a file of proofs, even for a draw. A win or loss then takes at most as many plies as `mate` says.
  wdl?: number[]; // The chances of a win, a shared point and a loss, in thousandths (`includeWDL`).
  depth: number; // How many turns deep it was searched (alpha-beta), or the length of the expected line in decisions (MCTS).
  visits?: number; // MCTS: how often its first decision was tried.
  pv?: string[]; // The turns expected, this one the first (`includePV`).
};

/** The start of a game, as requested. */
export type NewGameRequest = {
  game: string; // The name of the game; case does not matter.
  options?: Record<string, string>; // Its options; others have their defaults.
  position?: string | null; // The position text it starts with; `None`: the start of the game.
  moves?: string[]; // Whole turns or single decisions.
  seats: SeatSetup[];
  clock?: ClockSetup | null;
  paceMs?: number | null;
  shared?: boolean; // Whether it belongs to everybody.
};

/** An offer by one person that others must answer. */
export type Offer = { kind: OfferKind; by: number; to: number[] };

/** What can be offered. */
export type OfferKind = "draw" | "takeback";

/** An option. */
export type OptionDescription = {
  name: string; // Its name.
  type: string; // `check`, `spin` (a whole number), `combo` (one of some words), `string` or `button`, as in UCI.
  default?: string; // Its default; a button has none.
  min?: number; // The least number.
  max?: number; // The greatest number.
  words?: string[]; // The possible words.
  about: string; // What it is for, in a sentence.
};

/** A record as the page keeps it: numbers it cannot hold are texts, and the fields it always needs are always there. */
export type PageRecord = {
  title: string;
  moves: string[];
  schema: RecordVersion; // The version of this schema.
  tournament?: string; // A number for the tournament: the same in all its parts and continuations; empty if there is none.
  number?: number; // The number of the game in the schedule, from 1. The rounds of a match share it. 0 outside tournaments.
  encounter?: number; // The number of the encounter, from 1: the games of one opening with seats exchanged. 0 outside tournaments.
  match?: Round; // In a match: the round.
  game: string; // The game.
  option?: Record<string, string>; // Its options; others have their defaults.
  position?: string; // The position text from which the game starts, unless that is the start position.
  seats?: Seat[]; // The players, by seat; none if nothing is known about them.
  comment?: string; // A comment on the whole game.
  opening?: string[]; // The opening turns.
  turns: WithVariations[];
  result: string; // `p1win`, `p2win`, … (the side of that seat), `draw`, or `none` for a game that was not finished.
  winners?: number[]; // The seats, from 1, that share the point.
  reason: Reason; // Why the game ended.
  loser?: number; // The seat, from 1, that lost by a fault or resigned.
  detail?: string; // What happened.
  quintet?: string; // The version of the program that wrote this.
  seed?: number; // The random seed of the game. It may be a string, as some readers of JSON round large numbers.
  ended?: number; // When the game ended, in seconds since 1970; 0 if that is not known.
};

/** The piece on a place. */
export type Piece = { kind: string; shape: Shape; colour: Colour };

/** A position, whichever way the board is turned, as a short text. */
export type PlaceKey = string;

/** The kinds of places. */
export type PlaceKind = "cell" | "square" | "point" | "dot";

/** A place of the board. */
export type PlaceState = { name: string; kind: PlaceKind; x: number; y: number; piece?: Piece };

/** A played turn. */
export type PlayedTurn = { turn: string; seat: number; ms: number | null; left?: number; next_used?: number };

/** The result for a position. */
export type PositionAnswer = {
  schema: string; // The version of this schema: `analysis/1`.
  id: string; // The name of the query.
  turnNumber: number; // The position is the one after this many of the query's `moves`.
  isDuringSearch: boolean; // Whether the search is still running, with a later answer to come. The last answer for each position has `false`.
  terminated?: boolean; // Whether the search was ended by `terminate`.
  noResults?: boolean; // Whether the position was not searched: the game is over, no search was requested, or the query was terminated before its turn.
  result?: GameResult; // How the game ended, if it did.
  rootInfo?: RootInfo; // The result for the position as a whole.
  moveInfos?: MoveInfo[]; // The best turns, the best first.
  decisions?: DecisionInfo[]; // Every first decision, the best first (`includeDecisions`).
  threats?: MoveInfo | null; // What the next side would play if it were its turn (`includeThreats`); `null` within a turn, or if the answer is not the last.
  state?: State; // The state of the position (`includeState`).
  svg?: string; // A picture of it, as SVG (`includeSVG`).
};

/** What a person practises, as somebody has seen it. */
export type Practice = { version: number; exercises: Exercise[] };

/** The answer to a turn. */
export type PuzzleAnswer = { verdict: PuzzleVerdict; reply: string | null; sentence: string; said: Sentence };

/** A puzzle without its solution. */
export type PuzzleEntry = {
  number: number;
  position: string;
  colour: Colour;
  plies: number; // The side to decide wins within this many decisions of both sides.
  turns: number | null; // The same in turns of that side, in games whose turns are one decision each.
  rating: number; // Greater for harder ones, on a scale of the game.
  themes: PuzzleTheme[]; // What happens in it.
};

/** The puzzles of a game. */
export type PuzzleList = { puzzles: PuzzleEntry[] };

/** The turns of both sides so far, the last by the side that solves the puzzle. */
export type PuzzleRequest = { moves: string[] };

/** What happens in a puzzle, if both sides play on as the engine does. */
export type PuzzleTheme = "defence" | "quiet" | "capture" | "sacrifice" | "double" | "rings";

/** What comes of a turn. */
export type PuzzleVerdict = "solved" | "right" | "wrong";

/** Records that were read, by `POST /api/import`. */
export type ReadRecords = { format: string; games: PageRecord[]; places: number[]; notes: string[]; said: Sentence[] };

/** How a game ended. */
export type Reason = "rules" | "illegal" | "time" | "crash" | "hang" | "flood" | "garbage" | "resign" | "draw" | "maxturns" | "unfinished";

/** The version of [`GameRecord`] as JSON: `record/1`. It grows when a field changes or goes, not when one is added. Files without it have version 1. */
export type RecordVersion = "record/1";

/** Records, by `GET /api/games/ID/record`. */
export type Records = { records: PageRecord[] };

/** Why a touch has been refused. */
export type RefusedTouch = { sentence: string; said?: Sentence };

/** The value of a position reported by a player. */
export type ReportedScore = { cp?: number; mate?: number };

/** A game with the review of each of its turns. */
export type Review = {
  schema: string; // The version of this schema: `review/1`.
  quintet: string; // The version of the program.
  game: string; // The name of the game.
  options: Record<string, string>; // Its options.
  start?: string; // The position text it started from, unless that is the start position.
  limit: Limit; // The limit of the search of each turn.
  search: string; // The search: `alphabeta`, `mcts` or `mcts-eval`.
  seats: SeatReview[]; // Who sat where, and how well they played.
  turns: TurnReview[]; // The turns.
  curve: number[]; // For each position, from the first on, the expected share of the point of seat 1's side, from 0 to 1. In games with more than two sides, the share of the seat to decide there.
  turningPoints: number[]; // The numbers of the turns with which the side that was ahead gave that away.
  result: GameResult | null; // How the game ended by the rules; `null` if they did not end it.
  recordedResult?: string; // The recorded result, if the rules have not ended the game.
};

/** The progress of a review. */
export type ReviewEvent = { done: number; of: number; review?: Review };

/** What to review. */
export type ReviewOrder = {
  game: string; // The name of the game; case does not matter.
  options?: Record<string, string>; // Its options; others have their defaults.
  position?: string | null; // The position text it starts with; `None`: the start of the game.
  moves?: string[]; // Whole turns or single decisions.
  players?: string[];
  result?: string | null;
  nodes?: number | null;
};

/** What somebody may do in a game. */
export type Rights = { mine: number[]; isOwn: boolean; keys: Record<string, string> };

/** The result for a position. */
export type RootInfo = {
  seat: number; // The seat, from 1, that decides.
  best: string; // The best turn, or the rest of an unfinished one.
  winrate: number; // The expected share of the point, from 0 to 1.
  cp: number | null; // The same as a score in hundredths; `null` if the winner is proven.
  mate: number | null; // If the winner is proven: in how many plies the side wins, or loses if negative.
  scoreKind: ScoreKind; // What the score says.
  proved?: boolean; // Whether it comes from a file of proofs, even for a draw. A win or loss then takes at most as many plies as `mate` says.
  wdl?: number[]; // The chances of a win, a shared point and a loss, in thousandths (`includeWDL`).
  search: string; // The search: `alphabeta`, `mcts` or `mcts-eval`.
  nodes: number; // How many nodes (alpha-beta) or iterations (MCTS) were searched.
  depth: number; // How many turns deep (alpha-beta), or the length of the expected line in decisions (MCTS).
  seldepth: number; // The deepest ply looked at.
  hashfull: number; // How full the memory is, in thousandths.
  timeMs?: number; // How long the search has taken, in milliseconds; not in a batch, whose answers depend on no clock.
  nps?: number; // While the search runs: nodes per second.
  currmove?: string; // During an iteration of alpha-beta: the decision being searched.
  currmovenumber?: number; // Its place in the order of the search, from 1.
};

/** The place of a round in a match to points. */
export type Round = { round: number; players: string[]; points?: number[]; over: boolean; winner?: string };

/** The rules of a game. */
export type RulesPage = { title: string; html: string };

/** The value for the side that decides at the root. */
export type ScoreInfo = {
  winrate: number; // The expected share of the point, from 0 to 1.
  cp: number | null; // The same as a score in hundredths; `null` if the winner is proven.
  mate: number | null; // If the winner is proven: in how many plies the side wins, or loses if negative.
  scoreKind: ScoreKind; // What the score says.
  proved?: boolean; // Whether it comes from a file of proofs, even for a draw. A win or loss then takes at most as many plies as `mate` says.
  wdl?: number[]; // The chances of a win, a shared point and a loss, in thousandths (`includeWDL`).
};

/** The kind of a score. */
export type ScoreKind = "exact" | "lowerBound" | "upperBound" | "proven";

/** Who sat at a seat. */
export type Seat = { name: string; id?: string; limits?: string; option?: Record<string, string> };

/** A change of who sits at a seat. */
export type SeatRequest = { seat: number; setup: SeatSetup };

/** How well a seat played. */
export type SeatReview = {
  seat: number; // The seat, from 1.
  name?: string; // Who sat there.
  accuracy: number | null; // The mean accuracy of the seat's turns, from 0 to 100; `null` without turns.
  averageLoss: number | null; // The average share of the point that the seat's turns gave away; `null` without turns.
  marks: Record<string, number>; // How often each mark was given: `!`, `?!`, `?`, `??`.
  winsMissed: number; // How often a proven win was missed.
};

/** Who sits at a seat. */
export type SeatSetup = {
  kind: "person" | "quintet" | "engine";
  name?: string; // Their chosen name.
  options?: Record<string, string>; // Its options, such as `Skill`.
  timeMs?: number; // Without a clock: the most milliseconds it thinks about a turn.
  engine?: string; // Its name on the command line.
};

/** A seat at the table. */
export type SeatState = { seat: number; side: number; colour: Colour; eliminated: boolean };

/** A seat with a name to show. */
export type SeatView = {
  label: string;
  said: Sentence;
  kind: "person" | "quintet" | "engine";
  name?: string; // Their chosen name.
  options?: Record<string, string>; // Its options, such as `Skill`.
  timeMs?: number; // Without a clock: the most milliseconds it thinks about a turn.
  engine?: string; // Its name on the command line.
};

/** A game with what the client may do there. */
export type SeenGame = {
  id: string;
  revision: number; // Grows with every change.
  game: string;
  title: string;
  options: Record<string, string>;
  start: string | null; // The position text it started from, unless that is the start position.
  seats: SeatView[];
  state: State;
  turns: PlayedTurn[]; // The whole turns of this round.
  last: DescribedTurn | null; // What was played last: a whole turn, or the decisions of the present one. To be animated.
  clock: ClockSetup | null;
  remainingMs: number[] | null; // What is left for each seat, in milliseconds, at the moment of sending.
  running: number | null; // The seat, from 1, whose clock is running.
  thinking: number | null; // The seat, from 1, for which an engine is being asked.
  paused: boolean;
  problem: string | null; // What went wrong with an engine, in a sentence; `resume` asks it again.
  problemSaid: Sentence | null;
  offer: Offer | null;
  ended: Ended | null;
  endedSaid: Sentence | null;
  canUndo: boolean;
  canRedo: boolean;
  rematch: string | null; // The game of the rematch, if there is one.
  treeVersion: number; // The version of the variations stored with it.
  rights: Rights | null;
};

/** A game to take in. */
export type SentGame = { records: SentRecord[]; table?: KeptTable | null; tree?: string };

/** A [`PageRecord`] coming back. */
export type SentRecord = {
  schema?: RecordVersion; // The version of this schema.
  tournament?: string; // A number for the tournament: the same in all its parts and continuations; empty if there is none.
  number?: number; // The number of the game in the schedule, from 1. The rounds of a match share it. 0 outside tournaments.
  encounter?: number; // The number of the encounter, from 1: the games of one opening with seats exchanged. 0 outside tournaments.
  match?: Round | null; // In a match: the round.
  game: string; // The game.
  option?: Record<string, string>; // Its options; others have their defaults.
  position?: string | null; // The position text from which the game starts, unless that is the start position.
  seats?: Seat[]; // The players, by seat; none if nothing is known about them.
  comment?: string | null; // A comment on the whole game.
  opening?: string[]; // The opening turns.
  turns: Turn[]; // The played turns.
  result?: string; // `p1win`, `p2win`, … (the side of that seat), `draw`, or `none` for a game that was not finished.
  winners?: number[]; // The seats, from 1, that share the point.
  reason?: Reason; // Why the game ended.
  loser?: number | null; // The seat, from 1, that lost by a fault or resigned.
  detail?: string | null; // What happened.
  quintet?: string; // The version of the program that wrote this.
  seed?: number; // The random seed of the game. It may be a string, as some readers of JSON round large numbers.
  ended?: number; // When the game ended, in seconds since 1970; 0 if that is not known.
  seedText?: string | null; // A seed that is not exact as a number of the page.
  title?: string | null; // Extra fields of the page: the game's name and all its turns, which are in the record, too.
  moves?: string[];
};

/** A sentence for any language: its code, and the values in it by their names. */
export type Sentence = { code: string; values?: Record<string, string | number | Sentence> };

/** All of it. */
export type ServerInfo = {
  version: string;
  games: GameInfo[];
  options: OptionDescription[]; // The options of built-in searches that the page may set, within the server's limits.
  engines: string[]; // The names of the other engines.
  formats: FormatInfo[];
  usualLevel: number; // The default level of an opponent.
  longestAnalysisMs: number;
};

/** What a piece looks like; `crates/core/src/picture/shapes.js` has the drawings, for Rust and for pages. */
export type Shape = "disc" | "chip" | "stack" | "ring" | "marker" | "pawn" | "enso" | "cross";

/** A request with the key of a seat. */
export type SitRequest = { seat: number; key: string };

/** Everything a person at the table can see. */
export type State = {
  schema: string; // The version of this schema: `state/1`.
  game: string; // The name of the game.
  options: Record<string, string>; // All its options with their values.
  position: string; // The position text.
  board: Board; // The board and what lies on it.
  counts: Count[]; // The counts beside the board, always in the same order.
  banned?: string; // The place where a piece may not go back to.
  seats: SeatState[]; // Who sits at the table.
  decides: number | null; // The seat to decide, from 1; `null` at the end.
  phase: string; // The kind of decision to take.
  instruction: string; // What to do now, or how the game has ended, in a sentence without a full stop.
  said: Sentence; // The same for any language.
  then?: string; // The instruction once a place has been touched that does not decide by itself; absent where every touch does.
  thenSaid?: Sentence; // The same for any language.
  warning?: string; // The threat to the side to decide, in games that announce it: `check` or `mate`.
  turns: string[]; // The whole turns played so far.
  decisions: string[]; // The decisions so far of an unfinished turn.
  lastTurn?: LastTurn; // The last whole turn, or the decisions of the current one.
  result: GameResult | null; // How the game has ended; `null` until then.
  match?: MatchState; // The match that this is a round of, where games are rounds.
  legal: LegalDecision[]; // The legal decisions, sorted by their text.
};

/** A position with what was played last. */
export type StateAnswer = { state: State; last: DescribedTurn | null };

/** A decision from one position to another, and how games went in which it was taken. */
export type Step = { here: PlaceKey; after: PlaceKey; won: number; drawn: number; lost: number; points: number };

/** The steps of some games. */
export type StepsAnswer = {
  steps: Step[];
  games: number; // How many games they are from.
  unfinished: number; // How many are left out because they are not finished: what was played in them led nowhere yet.
  others: number; // How many are of other games.
  unread: number; // How many cannot be read.
  notes: string[]; // What was odd.
  said: Sentence[]; // The same for any language.
  older: number | null; // The number before which kept games go on, if they do.
};

/** A text with games, of which those of one game are counted. */
export type StepsRequest = { game: string; text: string; format?: string | null };

/** What has become of a game that was sent: where it is, or why it was not taken. */
export type TakenGame = {
  id?: string; // Its name in addresses.
  isNew: boolean; // Whether it was not there before.
  version: number; // The version of its variations.
  text: string; // The variations that it has, if it was there already.
  error?: string; // Why it was not taken.
  said?: Sentence; // The same for any language.
};

/** The games that were sent, in their order. */
export type TakenGames = { games: TakenGame[] };

/** Places touched one after the other, the last of which has been refused. */
export type TouchRequest = {
  game: string; // The name of the game; case does not matter.
  options?: Record<string, string>; // Its options; others have their defaults.
  position?: string | null; // The position text it starts with; `None`: the start of the game.
  moves?: string[]; // Whole turns or single decisions.
  touched: string[];
};

/** Variations to save, from somebody who has seen this version of them. */
export type TreeRequest = { version: number; text: string };

/** A turn as it was played. */
export type Turn = {
  turn: string; // The turn in this engine's notation.
  seat?: number; // The seat that played it, from 1; 0 if that is not reported.
  ms?: number; // How long it took, in milliseconds.
  left?: number; // The time left on its clock after it, including the increment, in milliseconds.
  latency?: number; // How much longer it took than the player reported, in milliseconds: the overhead of starting and answering. Slightly negative if the player rounds up.
  score?: ReportedScore; // The value that the player reported, from its own side.
  depth?: number; // How deep the player looked.
  nodes?: number; // How many nodes the player searched.
  mark?: Mark; // How good a turn it was.
  comment?: string; // A comment on it.
  variations?: Turn[][]; // Lines that could have been played from here; their first turn replaces this one.
};

/** The review of a turn. */
export type TurnReview = {
  number: number; // The number of the turn, from 1.
  seat: number; // The seat, from 1, that played it.
  turn: string; // The turn.
  mark: Mark | null; // Its mark: `!`, `?!`, `?` or `??`.
  before: number; // The share of the point that its side could expect with the best turn, from 0 to 1.
  after: number; // The share that it can expect after the turn. With two sides that is the `before` of the next turn, seen from this side; with more sides, at most what that leaves.
  loss: number; // What the turn gave away: the difference, never negative.
  accuracy: number; // The accuracy of the turn, from 0 to 100.
  best: string; // The best turn.
  pv: string[]; // The expected line, starting with it.
  mate: number | null; // If the winner was proven: in how many plies its side wins, or loses if negative.
  cp: number | null; // `before` as a score in hundredths; `null` if the winner was proven.
  depth: number; // How many turns deep the position was searched.
  winMissed: boolean; // Whether a proven win was missed: after the turn it is no longer proven.
  proved?: boolean; // Whether a file of proofs knows the result of the position before the turn: `before`, and `mate` as an upper bound, are then exact.
  provedAfter?: boolean; // Whether `after` is exact: proved by the file, or the game is over.
  gaveAway?: GivenResult; // The proved result that the turn is proved to have given away.
};

/** The time used by the present turn so far. */
export type UsedTime = { seat: number; ms: number };

/** A turn, always with a list of variations. */
export type WithVariations = {
  turn: string; // The turn in this engine's notation.
  seat?: number; // The seat that played it, from 1; 0 if that is not reported.
  ms?: number; // How long it took, in milliseconds.
  left?: number; // The time left on its clock after it, including the increment, in milliseconds.
  latency?: number; // How much longer it took than the player reported, in milliseconds: the overhead of starting and answering. Slightly negative if the player rounds up.
  score?: ReportedScore; // The value that the player reported, from its own side.
  depth?: number; // How deep the player looked.
  nodes?: number; // How many nodes the player searched.
  mark?: Mark; // How good a turn it was.
  comment?: string; // A comment on it.
  variations: Turn[][];
};

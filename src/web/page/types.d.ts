// What the server (src/server) sends and takes. The state of a game is described in docs/json.md.

export type Colour = "white" | "black" | "red";

export interface Piece {
  kind: string;
  /** What it looks like: a drawing in shapes.js. */
  shape: string;
  colour: Colour;
}

export interface Place {
  name: string;
  kind: "cell" | "square" | "point" | "dot";
  x: number;
  y: number;
  piece?: Piece;
}

export interface BoardState {
  width: number;
  height: number;
  places: Place[];
}

export interface Effect {
  effect: "put" | "move" | "take" | "flip" | "count" | "colours" | "eliminate" | "ban";
  piece?: Piece;
  from?: string;
  to?: string;
  via?: string;
  name?: string;
  colour?: Colour;
  by?: number;
  colours?: Colour[];
  seat?: number;
  place?: string | null;
}

export interface Decision {
  text: string;
  /** Such as "place", "move", "swap" or "pass". */
  kind: string;
  touches: string[][];
  choice?: { piece?: string; keep?: string[] };
  preset?: boolean;
  effects: Effect[];
}

export interface Count {
  name: string;
  colour?: Colour;
  count: number;
}

export interface State {
  schema: string;
  game: string;
  options: Record<string, string>;
  position: string;
  board: BoardState;
  counts: Count[];
  banned?: string;
  seats: { seat: number; side: number; colour: Colour; eliminated: boolean }[];
  decides: number | null;
  phase: string;
  instruction: string;
  warning?: "check" | "mate";
  turns: string[];
  decisions: string[];
  lastTurn?: { text: string; seat: number; points: string[] };
  result: { result: string; winners: number[]; why: string; sentence: string; points: string[] } | null;
  match?: { target: number; round: number; points: [number, number]; nextStarts?: number; over: boolean };
  legal: Decision[];
}

/** A turn, or what has been played of one, decision by decision. */
export interface DescribedTurn {
  turn: string;
  seat: number;
  colour: Colour;
  decisions: Decision[];
}

export interface OptionDescription {
  name: string;
  type: "check" | "spin" | "combo" | "string" | "button";
  default?: string;
  min?: number;
  max?: number;
  words?: string[];
  about: string;
}

export interface GameInfo {
  name: string;
  title: string;
  options: OptionDescription[];
  /** The numbers of seats that it can have. */
  seats: number[];
  /** The ratings of levels 0 to 20. */
  ratings: number[];
  book: boolean;
  puzzles: number;
  /** What a board that is set up by hand may have on it and beside it. */
  pieces: Piece[];
}

/** GET /api/info */
export interface Info {
  version: string;
  games: GameInfo[];
  /** Options of quintet's own searches that the page may set, limited to what the server allows. */
  options: OptionDescription[];
  /** The names of the other engines (`--engine`). */
  engines: string[];
  formats: { name: string; title: string; written: boolean }[];
  longestAnalysisMs: number;
}

export type SeatSetup =
  | { kind: "person"; name?: string }
  /** `options` such as {"Skill": "3"} or {"UCI_LimitStrength": "true", "UCI_Elo": "800"}; `timeMs` for a turn without a clock. */
  | { kind: "quintet"; name?: string; options: Record<string, string>; timeMs?: number }
  | { kind: "engine"; name?: string; engine: string; timeMs?: number };

/** The game and position that a request is about: a start, and the turns or decisions played from there. */
export interface Position {
  game: string;
  options?: Record<string, string>;
  position?: string | null;
  moves?: string[];
}

/** POST /api/games; `moves` are played at once. */
export interface NewGame extends Position {
  seats: SeatSetup[];
  /** Milliseconds for the game and more for each turn. */
  clock?: { baseMs: number; incrementMs: number } | null;
  /** Whether it belongs to everybody, as without a cookie. */
  shared?: boolean;
}

/**
 * GET /api/events?games=ID,ID tells of many games in one stream: the events `game` with a GameView, at once and each time it
 * changes, `gone` with the `id` of one that is not there (any more), and `alive` every ten seconds in which nothing else happens.
 */
export interface GameView {
  id: string;
  /** Grows with every change. */
  revision: number;
  game: string;
  title: string;
  options: Record<string, string>;
  /** The position text it began with, if not the start of the game. */
  start: string | null;
  /** By seat; `label` is a name to show. */
  seats: (SeatSetup & { label: string })[];
  state: State;
  /** The whole turns of this round; `seat` from 1. */
  turns: { turn: string; seat: number; ms: number | null }[];
  /** What was played last: a whole turn, or the decisions of the present one. To be animated. */
  last: DescribedTurn | null;
  clock: { baseMs: number; incrementMs: number } | null;
  /** What is left for each seat, in milliseconds, at the moment of sending. */
  remainingMs: number[] | null;
  /** The seat, from 1, whose clock is running. */
  running: number | null;
  /** The seat, from 1, for which an engine is being asked. */
  thinking: number | null;
  paused: boolean;
  /** What went wrong with an engine, in a sentence; "resume" asks it again. */
  problem: string | null;
  /** "to" are the seats that have to answer; each accepts for itself. */
  offer: { kind: "draw" | "takeback"; by: number; to: number[] } | null;
  /** How it ended: by the rules, by resignation, agreement or on time. Null while it goes on. */
  ended: { why: "rules" | "resigned" | "agreed" | "time"; loser?: number; winners: number[]; sentence: string } | null;
  canUndo: boolean;
  canRedo: boolean;
  /** The table with the rematch, if there is one. */
  rematch: string | null;
  /** The version of the variations that are kept with it. */
  treeVersion: number;
  /** What whoever asks may do, or null: the game belongs to everybody. */
  rights: Rights | null;
}

/** A person, who is known by a cookie, at a game. */
export interface Rights {
  /** The seats, from 1, that they play. */
  mine: number[];
  /** Whether they have started the game or sit at it; others watch. */
  isOwn: boolean;
  /** The keys of their seats. That of a free one seats whoever comes with it first; that of their own leads them back. */
  keys: Record<number, string>;
}

/** POST /api/games/ID/sit: sits down, or answers with the game to watch. */
export interface SitRequest {
  seat: number;
  key: string;
}

/** GET /api/games?before=NUMBER: those of whoever asks and those of everybody, the one started last first. */
export interface GameList {
  /** What to ask for to go on, or null. */
  older: number | null;
  /** How many cannot be read and are left out. */
  unread: number;
  games: {
    id: string;
    game: string;
    title: string;
    players: string[];
    turns: number;
    /** Seconds since 1970. */
    updated: number;
    /** How it ended, or null. */
    ended: string | null;
  }[];
}

/** POST /api/games/ID/decide. 409 with {error, game} if the revision is no longer the present one. */
export interface DecideRequest {
  revision: number;
  /** A decision, or a whole turn. */
  decision: string;
}

/** POST /api/games/ID/act */
export interface ActRequest {
  act:
    | "undo" | "redo" | "undoDecision"
    | "resign" | "offerDraw" | "offerTakeback" | "accept" | "decline"
    | "pause" | "resume" | "nextRound" | "rematch";
  /** Who does it, from 1: needed for resign, offers and answers to them. */
  seat?: number;
}

/** POST /api/games/ID/hint */
export interface Hint {
  turn: string;
  line: DescribedTurn[];
  winrate: number;
  mate: number | null;
  /** Why, in a sentence. */
  reason: string;
}

export interface Score {
  winrate: number;
  cp: number | null;
  mate: number | null;
  scoreKind: string;
  /** By a file of proofs (`serve --proofs`). */
  proved?: boolean;
}

/** An event of POST /api/analyze: the analysis engine's answer (docs/json.md), and its lines described. */
export interface AnalysisEvent {
  answer: {
    isDuringSearch: boolean;
    noResults?: boolean;
    rootInfo?: Score & {
      seat: number; best: string; search: string; nodes: number; depth: number; seldepth: number; timeMs: number; nps?: number;
      hashfull: number;
    };
    moveInfos?: (Score & { order: number; turn: string; depth: number; visits?: number; pv: string[] })[];
    decisions?: (Score & { text: string; visits?: number })[];
    threats?: (Score & { turn: string; pv: string[] }) | null;
  };
  /** The first turns of each of `moveInfos`. */
  lines: DescribedTurn[][];
  /** What each of `decisions` touches; in their order. */
  points: string[][];
  /** The first turns of the threat. */
  threat: DescribedTurn[];
}

export interface AnalyzeRequest extends Position {
  multipv?: number;
  decisions?: boolean;
  threats?: boolean;
  timeMs?: number;
  /** Search, Threads, Hash. */
  settings?: Record<string, string>;
}

/** An event of POST /api/review, which takes {...Position, players?, result?, nodes?}; the last has `review` (`quintet schema review`). */
export interface ReviewEvent {
  done: number;
  of: number;
  review?: Review;
}

export interface Review {
  seats: { seat: number; name?: string; accuracy: number | null; averageLoss: number | null; marks: Record<string, number>; winsMissed: number }[];
  turns: {
    number: number; seat: number; turn: string; mark: string | null; before: number; after: number; loss: number; accuracy: number;
    best: string; pv: string[]; mate: number | null; cp: number | null; depth: number; winMissed: boolean;
    /** By a file of proofs: the result before the turn, and what was given away. */
    proved?: boolean; gaveAway?: "win" | "draw";
  }[];
  curve: number[];
  turningPoints: number[];
}

/** A turn of a record, with what is said of it and lines that could have been played instead (docs/records.md). */
export interface RecordTurn {
  turn: string;
  comment?: string;
  mark?: string;
  variations?: RecordTurn[][];
  /** Its seat, times and scores. */
  [key: string]: unknown;
}

/** A record as docs/records.md describes it; `title` and `moves`, all turns, are of the server. */
export interface GameRecord {
  schema?: string;
  title?: string;
  moves?: string[];
  game: string;
  option?: Record<string, string>;
  position?: string;
  comment?: string;
  opening?: string[];
  turns: RecordTurn[];
  result?: string;
  winners?: number[];
  reason?: string;
  loser?: number;
  detail?: string;
  seats?: { name: string }[];
  [key: string]: unknown;
}

/** POST /api/import {text, format?}: the first 200 games, the format in which they were read, what is odd in them. */
export interface Imported {
  format: string;
  games: (GameRecord & { title: string; moves: string[] })[];
  notes: string[];
}

/** GET /api/games/ID/record: a record for each round of the match, the last being this one; with ?format=text as a file. */
export interface Records {
  records: GameRecord[];
}

/**
 * POST /api/export: {...Position, players?, records?, format}; formats of Info, and "svg", "html". `records` replace the moves
 * in all but pictures.
 */
export interface Exported {
  name: string;
  type: string;
  text: string;
}

/** POST /api/book */
export interface BookAnswer {
  lines: (Score & { decision: string; games: number; points: number; described: Decision })[];
}

/**
 * GET /api/games/ID/tree gives {version, text}: variations as `e5 (d4 f6) d5 {a comment}`, and a number that grows with every
 * change, 0 if there are none. PUT takes the version that was seen and a text of 256 KiB at most, and gives the new version; 409
 * with {error, version, text} if another version is kept by then.
 */
/** GET /api/puzzles/GAME/NUMBER gives {turn}, the solution. */
/** GET /api/puzzles/GAME */
export interface PuzzleList {
  /** Within `plies` decisions of both sides; `turns` of whoever wins are given where each is one decision. */
  puzzles: { number: number; position: string; colour: Colour; plies: number; turns: number | null }[];
}

/** POST /api/puzzles/GAME/NUMBER {moves}: the turns of both sides so far, the person's last. */
export interface PuzzleAnswer {
  verdict: "solved" | "right" | "wrong";
  /** The answer of the other side, after "right"; why it does not win, after "wrong". */
  reply: string | null;
  sentence: string;
}

/** GET /api/rules/GAME?language=fr */
export interface RulesPage {
  title: string;
  /** Clean HTML; live boards are <figure class="live" data-game data-position data-next>. */
  html: string;
}

/** POST /api/compose: a position set up by hand. */
export interface ComposeRequest {
  game: string;
  options?: Record<string, string>;
  pieces: [string, string, Colour][];
  decides: number;
  counts: Count[];
}

/** The answer of POST /api/compose and, without `position`, of POST /api/state. */
export interface StateAnswer {
  state: State;
  last: DescribedTurn | null;
}

/** One game and an engine that analyses it, in a thread of its own. */
export class Engine {
  /**
   * @param game a name that {@link Engine.games} lists, such as `yinsh`
   * @param start the game's options, a position text to begin with, and turns played from there
   */
  constructor(game: string, start?: { options?: Record<string, string>; position?: string; moves?: string[] });

  readonly game: string;
  /** The whole turns played so far, then the decisions of an unfinished turn. */
  readonly moves: string[];
  /** The size of the module's memory in bytes, after the last request. */
  readonly memory: number;

  /** All games, with their options. */
  games(): Promise<Game[]>;
  /** Everything a person at the table can see. */
  state(): Promise<State>;
  /** The legal decisions: a turn has one or more. */
  legal(): Promise<string[]>;
  /** The legal whole turns, or what may follow in an unfinished one. */
  legalTurns(): Promise<string[]>;
  /** The board as SVG. */
  picture(): Promise<string>;
  /** Plays a turn or a decision; if it is not legal, the promise fails with a sentence and nothing has changed. */
  play(turn: string): Promise<State>;
  /** Takes the last turn back, or the last decision of an unfinished one. */
  undo(): Promise<State>;
  /**
   * Searches the present position. Answers come about ten times a second; the last has `isDuringSearch: false`. Leaving
   * the loop ends the search. Without limits it searches 100,000 nodes.
   */
  analyze(query?: Query): AsyncGenerator<Answer, void, void>;
  /** Ends the searches asked for so far; each gives a last answer, with `terminated`. */
  stop(): void;
  /** Ends the thread. What is still unanswered fails. */
  close(): void;
}

export interface Game {
  name: string;
  title: string;
  options: { name: string; value: string; choices: string[] }[];
}

/** What to search. docs/json.md of quintet describes all fields. */
export interface Query {
  /** At most this many nodes (alpha-beta) or iterations (MCTS). */
  nodes?: number;
  /** At most this many milliseconds. */
  timeMs?: number;
  /** At most this many turns deep. */
  depth?: number;
  /** How many of the best turns to find; 1 without it. */
  multipv?: number;
  search?: "auto" | "alphabeta" | "mcts" | "mcts-eval";
  /** Equal seeds, within a limit of nodes, have equal answers. */
  seed?: number;
  allowTurns?: string[];
  avoidTurns?: string[];
  /** Seconds between answers while the search goes on; 0.1 without it. */
  reportDuringSearchEvery?: number;
  includePV?: boolean;
  includeWDL?: boolean;
  includeState?: boolean;
  includeSVG?: boolean;
  includeDecisions?: boolean;
  includeThreats?: boolean;
}

/** How good something is for the seat that decides. */
export interface Score {
  /** The expected share of the point, from 0 to 1. */
  winrate: number;
  /** The same in hundredths; null if the winner is proven. */
  cp: number | null;
  /** If the winner is proven: in how many plies the seat wins, or loses if negative. */
  mate: number | null;
  scoreKind: "exact" | "lowerBound" | "upperBound" | "proven";
  /** The chances of a win, a shared point and a loss, in thousandths. */
  wdl?: [number, number, number];
}

export interface Answer {
  isDuringSearch: boolean;
  /** The search was stopped. */
  terminated?: boolean;
  /** Nothing was searched: the game is over, or the search was stopped before it began. */
  noResults?: boolean;
  rootInfo?: Score & {
    /** The seat that decides, from 1. */
    seat: number;
    /** The best turn, or the rest of an unfinished one. */
    best: string;
    search: string;
    nodes: number;
    depth: number;
    seldepth: number;
    timeMs?: number;
    nps?: number;
  };
  moveInfos?: (Score & { order: number; turn: string; depth: number; visits?: number; pv?: string[] })[];
  [more: string]: unknown;
}

/** A position as data: `quintet schema state` prints its whole schema. */
export interface State {
  game: string;
  position: string;
  /** The seat that decides, from 1; null at the end. */
  decides: number | null;
  /** What to do now, in a sentence. */
  instruction: string;
  turns: string[];
  /** The decisions of an unfinished turn. */
  decisions: string[];
  result: { result: string; winners: number[]; sentence: string } | null;
  /** The legal decisions, with the places to touch for each and what it changes. */
  legal: { text: string; touches: string[][]; choice?: unknown; effects: unknown[] }[];
  board: { width: number; height: number; places: { name: string; x: number; y: number }[] };
  [more: string]: unknown;
}

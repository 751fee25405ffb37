// @ts-check
// Sets up a position by hand: pieces from a palette, who decides, what lies beside the board. The server checks it.

import { post } from "./api.js";
import { BoardView } from "./board_view.js";
import { button, fill, h, say } from "./dom.js";
import { piecesOf } from "./effects.js";
import { countName, pieceName, seatName } from "./names.js";
import { pieceIcon } from "./players.js";
import { t, why } from "./texts.js";
import { beside, choose, first, labelled } from "./widgets.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Piece} Piece */

/** So long after a change the text of the position follows, in milliseconds. */
const PAUSE_MS = 200;

/** @param {Piece} a @param {Piece | undefined} b */
const same = (a, b) => a.kind === b?.kind && a.colour === b.colour;

/**
 * What is on a place after the brush has touched it: the same piece again takes it away.
 * @param {Map<string, Piece>} pieces
 * @param {string} place
 * @param {Piece | null} brush null takes away
 */
export function touched(pieces, place, brush) {
  const after = new Map(pieces);
  if (brush === null || same(brush, pieces.get(place))) after.delete(place);
  else after.set(place, brush);
  return after;
}

/**
 * What the server is to compose.
 * @param {State} state whose game and options it is
 * @param {Map<string, Piece>} pieces
 * @param {number} decides
 * @param {(number | null)[]} counts in the order of the state's; of what is null the server says what follows from the board
 * @returns {import("./types").ComposeRequest}
 */
export function requestOf(state, pieces, decides, counts) {
  return {
    game: state.game,
    options: state.options,
    pieces: [...pieces].map(([place, { kind, colour }]) => [place, kind, colour]),
    decides,
    counts: state.counts.flatMap((count, index) => {
      const given = counts[index];
      return given === null ? [] : [{ ...count, count: given }];
    }),
  };
}

/**
 * The position as a text, which follows what is set up; and one that is written there is set up.
 * @param {State} current whose game and options it is
 * @param {() => Promise<State>} composed
 * @param {(state: State) => void} onRead
 */
function positionField({ game, options }, composed, onRead) {
  const field = h("textarea", { id: "setup-position", rows: 3, spellcheck: false, autocapitalize: "off", "aria-describedby": "setup-position-said" });
  const said = h("p", { id: "setup-position-said", class: "faint", role: "status" });
  /** Grows with every change, so that an answer for an earlier one is not shown. */
  let changes = 0;
  /** Whether somebody has written what is not set up yet. */
  let isWritten = false;
  const change = async () => {
    const mine = ++changes;
    isWritten = false;
    // Who places piece after piece does not want to hear of each.
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (mine !== changes) return;
    const found = await composed().then((state) => [state.position, ""], (error) => ["", why(error)]);
    if (mine !== changes) return;
    field.value = found[0];
    say(said, found[1]);
  };
  /** Whether what is written is set up now. */
  const read = async () => {
    const mine = ++changes;
    const position = field.value.trim().replace(/\s+/g, " ");
    try {
      const { state } = await post("/api/state", { game, options, position });
      if (mine !== changes) return false;
      onRead(state);
      // What has been read stays as it was written.
      changes += 1;
      isWritten = false;
      say(said, t("setup.positionRead"));
      return true;
    } catch (error) {
      if (mine === changes) say(said, why(error));
      return false;
    }
  };
  field.addEventListener("input", () => (isWritten = true));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    void read();
  });
  const host = h("div", { class: "position-text" }, h("label", { htmlFor: "setup-position" }, t("setup.position")), field,
    h("div", { class: "buttons" }, button("setup-read", t("setup.readPosition"), () => void read())), said);
  return { host, change, isReady: async () => !isWritten || read() };
}

/**
 * @param {HTMLElement} host
 * @param {State} current
 * @param {Piece[]} palette
 * @param {(state: State, how: "analyse" | "play") => void} onDone
 * @param {() => void} onCancel
 */
export async function showSetup(host, current, palette, onDone, onCancel) {
  const { state: initial } = await post("/api/state", { game: current.game, options: current.options });
  let pieces = piecesOf(current.board);
  /** @type {Piece | null} */
  let brush = palette[0] ?? null;
  const said = h("p", { id: "setup-said", role: "status" });
  const problem = h("p", { id: "setup-problem", class: "problem", role: "alert" });

  const boardHost = h("div", { class: "board-host" });
  const view = new BoardView(boardHost, current.board, { label: t("setup.board"), onTouch: (place) => put(place) });
  // On dots nothing lies: pieces only come in by them.
  const open = new Set(current.board.places.filter((place) => place.kind !== "dot").map((place) => place.name));
  /** The position of a text that was read, until something is changed. @type {State | null} */
  let read = null;
  const show = () => {
    view.draw(pieces, []);
    view.offer({ next: new Set(), answers: open, touched: [] });
  };
  const changed = () => {
    read = null;
    void text.change();
  };
  /** @param {string} place */
  const put = (place) => {
    if (!open.has(place)) return;
    pieces = touched(pieces, place, brush);
    const now = pieces.get(place);
    say(said, `${place}: ${now ? pieceName(now) : t("setup.empty")}`);
    show();
    changed();
  };

  /** @type {HTMLButtonElement[]} */
  const brushes = [...palette, null].map((piece) => {
    const name = piece ? pieceName(piece) : t("setup.erase");
    const made = button("", "", () => take(piece), {
      class: "brush",
      "aria-label": name,
      title: name,
      "data-piece": piece ? `${piece.colour} ${piece.kind}` : "none",
    });
    made.append(piece ? pieceIcon(piece) : "✕");
    return made;
  });
  /** @param {Piece | null} piece */
  const take = (piece) => {
    brush = piece;
    [...palette, null].forEach((each, index) => brushes[index].setAttribute("aria-pressed", String(each === brush)));
  };
  take(brush);

  const seats = current.seats.map((seat) => /** @type {[string, string]} */ ([String(seat.seat), seatName(seat)]));
  const decides = choose("setup-decides", seats, String(current.decides ?? 1), changed);
  const counts = current.counts.map((_, index) =>
    h("input", { id: `setup-count-${index}`, type: "number", min: 0, max: 200, placeholder: t("setup.follows"), oninput: changed }),
  );
  /** @returns {Promise<State>} */
  const composed = async () => {
    const given = counts.map((input) => (input.value === "" ? null : Number(input.value)));
    return (await post("/api/compose", requestOf(current, pieces, Number(decides.value), given))).state;
  };
  const text = positionField(current, composed, (state) => {
    startFrom(state, piecesOf(state.board));
    counts.forEach((input, index) => (input.value = String(state.counts[index]?.count ?? "")));
    read = state;
  });
  /** @param {State} state @param {Map<string, Piece>} on */
  const startFrom = (state, on) => {
    pieces = new Map(on);
    decides.value = String(state.decides ?? 1);
    counts.forEach((input) => (input.value = ""));
    show();
    changed();
  };

  /** @param {"analyse" | "play"} how */
  const finish = async (how) => {
    say(problem, "");
    try {
      if (await text.isReady()) onDone(read ?? (await composed()), how);
    } catch (error) {
      say(problem, why(error));
    }
  };

  show();
  changed();
  const start = h("div", { class: "buttons", role: "group", "aria-label": t("setup.from") },
    button("setup-empty", t("setup.fromEmpty"), () => startFrom(initial, new Map())),
    button("setup-initial", t("setup.fromInitial"), () => startFrom(initial, piecesOf(initial.board))),
    button("setup-current", t("setup.fromCurrent"), () => startFrom(current, piecesOf(current.board))),
  );
  const named = current.counts.map((count, index) => labelled(countName(count), counts[index]));
  const buttons = h("div", { class: "buttons" },
    button("setup-done", t("setup.analyse"), () => finish("analyse"), { class: "primary" }),
    button("setup-play", t("analyse.playFromHere"), () => finish("play")),
    button("setup-cancel", t("setup.cancel"), onCancel),
  );
  fill(
    host,
    beside(
      [boardHost],
      first(
        h("h1", {}, t("setup.title")),
        h("p", { class: "faint" }, t("setup.how")),
        h("div", { class: "palette", role: "group", "aria-label": t("setup.palette") }, brushes),
        said,
        start,
        labelled(t("setup.decides"), decides),
        named.length > 0 ? h("fieldset", { class: "counts-set" }, h("legend", {}, t("setup.counts")), named) : null,
        text.host,
        buttons,
        problem,
      ),
    ),
  );
  brushes[0]?.focus();
}

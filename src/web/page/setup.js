// @ts-check
// Sets up a position by hand: pieces from a palette, who decides, what lies beside the board. The server checks it.

import { post } from "./api.js";
import { drawPiece, gradients } from "./board.js";
import { Desk } from "./desk.js";
import { button, fill, h, say } from "./dom.js";
import { piecesOf } from "./effects.js";
import { countName, pieceName, seatName } from "./names.js";
import { t } from "./texts.js";
import { choose, draw, labelled, part, why } from "./widgets.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Piece} Piece */
/** @typedef {import("./types").Colour} Colour */
/** @typedef {import("./types").ComposeRequest} ComposeRequest */

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
 * @param {number[]} counts in the order of the state's
 * @returns {ComposeRequest}
 */
export function requestOf(state, pieces, decides, counts) {
  return {
    game: state.game,
    options: state.options,
    pieces: [...pieces].map(([place, { kind, colour }]) => [place, kind, colour]),
    decides,
    counts: state.counts.map((count, index) => ({ ...count, count: counts[index] })),
  };
}

/**
 * A picture of a piece for a button.
 * @param {Piece} piece
 */
function picture(piece) {
  const svg = draw("svg", { viewBox: "0 0 100 100", class: "palette-piece", "aria-hidden": "true" });
  drawPiece(svg, piece, { x: 50, y: 50 }, 100, gradients(svg));
  return svg;
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

  const desk = new Desk({ onPlace: (place) => put(place), label: t("setup.board") });
  const fixed = new Set(current.board.places.filter((place) => place.kind === "dot").map((place) => place.name));
  const show = () => desk.showPieces(current.board, pieces, fixed);
  /** @param {string} place */
  const put = (place) => {
    if (fixed.has(place)) return;
    pieces = touched(pieces, place, brush);
    const now = pieces.get(place);
    say(said, `${place}: ${now ? pieceName(now) : t("setup.empty")}`);
    show();
  };

  /** @type {HTMLButtonElement[]} */
  const brushes = [...palette, null].map((piece) => {
    const name = piece ? pieceName(piece) : t("setup.erase");
    const made = button("", "", () => take(piece), { class: "brush", "aria-label": name, title: name, "data-piece": piece ? `${piece.colour} ${piece.kind}` : "none" });
    made.append(piece ? picture(piece) : "✕");
    return made;
  });
  /** @param {Piece | null} piece */
  const take = (piece) => {
    brush = piece;
    [...palette, null].forEach((each, index) => brushes[index].setAttribute("aria-pressed", String(each === brush)));
  };
  take(brush);

  const seats = current.seats.map((seat) => /** @type {[string, string]} */ ([String(seat.seat), seatName(seat)]));
  const decides = choose("setup-decides", seats, String(current.decides ?? 1));
  const counts = current.counts.map((count, index) => h("input", { id: `setup-count-${index}`, type: "number", min: 0, max: 200, value: String(count.count) }));
  /** @param {State} state @param {Map<string, Piece>} on */
  const startFrom = (state, on) => {
    pieces = new Map(on);
    decides.value = String(state.decides ?? 1);
    state.counts.forEach((count, index) => (counts[index].value = String(count.count)));
    show();
  };

  /** @param {"analyse" | "play"} how */
  const finish = async (how) => {
    try {
      const request = requestOf(current, pieces, Number(decides.value), counts.map((input) => Number(input.value)));
      const { state } = await post("/api/compose", request);
      onDone(state, how);
    } catch (error) {
      say(said, why(error));
    }
  };

  show();
  fill(
    host,
    h("div", { class: "desk-side" }, desk.host),
    h(
      "div",
      { class: "side" },
      part(
        t("setup.title"),
        h("p", { class: "faint" }, t("setup.how")),
        h("div", { class: "palette", role: "group", "aria-label": t("setup.palette") }, brushes),
        said,
        h(
          "div",
          { class: "buttons", role: "group", "aria-label": t("setup.from") },
          button("setup-empty", t("setup.fromEmpty"), () => startFrom(initial, new Map())),
          button("setup-initial", t("setup.fromInitial"), () => startFrom(initial, piecesOf(initial.board))),
          button("setup-current", t("setup.fromCurrent"), () => startFrom(current, piecesOf(current.board))),
        ),
        labelled(t("setup.decides"), decides),
        counts.length > 0 ? h("fieldset", { class: "counts" }, h("legend", {}, t("setup.counts")), current.counts.map((count, index) => labelled(countName(count), counts[index]))) : null,
        h(
          "div",
          { class: "buttons" },
          button("setup-done", t("setup.analyse"), () => finish("analyse"), { class: "primary" }),
          button("setup-play", t("analyse.playFromHere"), () => finish("play")),
          button("setup-cancel", t("setup.cancel"), onCancel),
        ),
      ),
    ),
  );
  brushes[0]?.focus();
}

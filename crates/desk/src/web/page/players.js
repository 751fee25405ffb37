// @ts-check
// Who plays at a table: names, colours, clocks, what each has beside the board, and whose turn it is.

import { drawPiece, element, gradients } from "./board.js";
import { fill, h, say } from "./dom.js";
import { countText, toldCounts } from "./names.js";
import { nameOf } from "./table_state.js";
import { colourName, t } from "./texts.js";

/**
 * @typedef {import("./types.d.ts").SeenGame} GameView
 * @typedef {import("./types.d.ts").State} State
 */

/**
 * A small picture of a piece.
 * @param {import("./types.d.ts").Piece} piece
 */
export function pieceIcon(piece) {
  const svg = element("svg", { viewBox: "0 0 24 24", class: "piece-icon", "aria-hidden": "true" });
  drawPiece(svg, piece, { x: 12, y: 12 }, 27, gradients(svg));
  return svg;
}

/**
 * The counts of a seat: of several seats with one colour the first shows them.
 * @param {State} state
 * @param {number} index
 */
function countsOf({ counts, seats }, index) {
  const { colour } = seats[index];
  const first = seats.findIndex((seat) => seat.colour === colour);
  return first === index ? toldCounts(counts).filter((count) => count.colour === colour) : [];
}

/** @param {{ why: string } & { winners: number[] } | null} ended @param {number} seat */
function outcome(ended, seat) {
  if (!ended) return null;
  return ended.winners.length === 0 ? t("player.draw") : ended.winners.includes(seat) ? t("player.won") : null;
}

export class Players {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** @type {HTMLElement[]} */
    this.clocks = [];
  }

  /**
   * @param {GameView} table
   * @param {State} state which is looked at
   */
  show(table, state) {
    this.clocks = table.seats.map(() => h("span", { class: "clock", role: "timer", "aria-live": "off", hidden: !table.remainingMs }));
    const shared = toldCounts(state.counts).filter(({ colour }) => !colour);
    const score = state.match ? t("match.score", { first: state.match.points[0], second: state.match.points[1], target: state.match.target, round: state.match.round }) : "";
    fill(
      this.host,
      h("ul", { class: "players" }, ...table.seats.map((_, index) => this.player(table, state, index))),
      shared.length > 0 && h("p", { class: "counts faint" }, shared.map(countText).join(" · ")),
      score !== "" && h("p", { id: "match", class: "counts" }, score),
    );
  }

  /**
   * @param {GameView} table
   * @param {State} state
   * @param {number} index
   */
  player(table, state, index) {
    const isNow = state === table.state;
    const seat = index + 1;
    const { colour, eliminated } = state.seats[index];
    const isNext = state.decides === seat && !(isNow && table.ended);
    const result = isNow ? outcome(table.ended, seat) : null;
    const name = nameOf({ ...table, state }, seat, colourName);
    const notes = [
      name !== colourName(colour) && colourName(colour),
      ...countsOf(state, index).map(countText),
      eliminated && t("player.out"),
      result,
    ].filter(Boolean);
    const thinking = isNow && table.thinking === seat && t("player.thinking");
    return h(
      "li",
      { class: `player ${isNext ? "next" : ""} ${eliminated ? "out" : ""} ${result ? "won" : ""}`, "data-seat": seat, "aria-current": isNext ? "true" : null },
      pieceIcon({ kind: "stone", shape: "disc", colour }),
      h(
        "span",
        { class: "player-text" },
        h("span", { class: "player-name" }, name),
        h("span", { class: "player-notes" }, notes.join(" · "), thinking && h("span", { class: "passing" }, notes.length > 0 && " · ", thinking)),
      ),
      isNext && h("span", { class: "turn-sign" }, h("span", { class: "unseen" }, t("player.turn"))),
      this.clocks[index],
    );
  }

  /**
   * @param {string[]} texts
   * @param {boolean[]} low
   */
  showTimes(texts, low) {
    this.clocks.forEach((clock, index) => {
      say(clock, texts[index] ?? "");
      clock.classList.toggle("low", low[index] ?? false);
    });
  }
}

// The page of a reviewed game: playback, the curve of win probability, variations.

const data = JSON.parse(document.getElementById("data").textContent);
const { review, positions, variations } = data;
const by = (id) => document.getElementById(id);
/** Halves go to the even number, so that what a turn leaves and what the next one finds sum to 100. */
const percent = (share) => {
  const hundredths = Math.round(1e4 * share) / 100;
  const whole = Math.floor(hundredths + 0.5);
  return `${hundredths + 0.5 === whole && whole % 2 === 1 ? whole - 1 : whole} %`;
};
const board = new Board(by("board"), data.board);
const last = positions.length - 1;
let now = 0;
let variation = null;
let timer = null;

function button(text, label, onClick) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  if (label) made.setAttribute("aria-label", label);
  made.addEventListener("click", onClick);
  return made;
}

const nameOf = (seat) => data.names[seat - 1] || `${data.colours[seat - 1]} (seat ${seat})`;
if (!review) document.querySelectorAll(".reviewed").forEach((part) => (part.hidden = true));

// The list of turns.
const turns = data.turns.map((turn, index) => {
  const made = button(`${index + 1}. ${turn.turn}${turn.mark ?? ""}`, null, () => go(index + 1));
  const item = document.createElement("li");
  item.append(made);
  by("turns").append(item);
  return made;
});

// The table of the seats.
for (const seat of review?.seats ?? []) {
  const row = document.createElement("tr");
  const head = document.createElement("th");
  head.scope = "row";
  head.textContent = nameOf(seat.seat);
  row.append(head);
  const accuracy = seat.accuracy === null ? "–" : seat.accuracy.toFixed(1);
  for (const text of [accuracy, ...["!", "?!", "?", "??"].map((mark) => seat.marks[mark]), seat.winsMissed]) {
    row.append(Object.assign(document.createElement("td"), { textContent: text }));
  }
  by("seats").append(row);
}

// The curve.
const WIDTH = 600;
const HEIGHT = 160;
const curve = element("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img" }, by("curve"));
element("title", {}, curve).textContent = data.curveTitle;
element("rect", { class: "frame", x: 0.5, y: 0.5, width: WIDTH - 1, height: HEIGHT - 1 }, curve);
const xOf = (index) => (last === 0 ? WIDTH / 2 : (index * WIDTH) / last);
const yOf = (share) => HEIGHT * (1 - share);
const shares = review?.curve ?? positions.map(() => data.even);
const path = shares.map((share, index) => `${xOf(index).toFixed(1)},${yOf(share).toFixed(1)}`);
element("polygon", { class: "area", points: `0,${HEIGHT} ${path.join(" ")} ${WIDTH},${HEIGHT}` }, curve);
element("line", { class: "even", x1: 0, x2: WIDTH, y1: yOf(data.even), y2: yOf(data.even) }, curve);
element("polyline", { class: "share", points: path.join(" ") }, curve);
data.turns.forEach((turn, index) => {
  if (turn.mark === null) return;
  const kind = turn.mark === "!" ? "mark good" : "mark";
  const at = { cx: xOf(index + 1), cy: yOf(shares[index + 1]) };
  element("circle", { class: kind, ...at, r: turn.mark === "??" ? 5 : 3.5 }, curve);
});
const cursor = element("line", { class: "now", y1: 0, y2: HEIGHT }, curve);
curve.addEventListener("click", (event) => {
  const box = curve.getBoundingClientRect();
  go(Math.round(((event.clientX - box.left) / box.width) * last));
});

/** What is said of a turn. */
function sentence(index) {
  if (index === 0) return "The start.";
  const { turn: played, mark: signs, comment } = data.turns[index - 1];
  const head = `${index}. ${played}${signs ?? ""} by ${nameOf(data.seats[index - 1])}`;
  if (!review) return comment ? `${head}: ${comment}` : `${head}.`;
  const turn = review.turns[index - 1];
  const mark = { "!": ", the only good turn", "?!": ", an inaccuracy", "?": ", a mistake", "??": ", a blunder" }[turn.mark] ?? "";
  let text = `${head}${mark}: ${percent(turn.after)}`;
  if (turn.loss > 0) text += `, ${percent(turn.before)} with ${turn.best}, so it gave away ${(100 * turn.loss).toFixed(1)} %`;
  text += ".";
  if (turn.gaveAway) text += ` It gave away a proved ${turn.gaveAway}.`;
  else if (turn.winMissed) text += ` A ${turn.proved ? "proved " : ""}win in ${turn.mate} plies was missed.`;
  else if (turn.proved) text += " That is proved.";
  return text;
}

/** Says it, and shows the variation that would have been better. */
function describe(index) {
  by("turn").textContent = sentence(index);
  const line = by("variation");
  line.replaceChildren();
  variations[index - 1]?.forEach((state, place) => {
    const made = button(state.turn, `Variation: ${state.turn}`, () => showVariation(index - 1, place));
    line.append(made);
  });
}

function showVariation(index, place) {
  stop();
  variation = place;
  const state = variations[index][place];
  board.show(state.pieces, state.touched, `Variation after ${state.turn}`, state.text);
  by("caption").textContent = `Variation: ${state.text}`;
  [...by("variation").children].forEach((made, i) => made.setAttribute("aria-current", i === place));
}

function go(index) {
  now = Math.max(0, Math.min(last, index));
  variation = null;
  const state = positions[now];
  const title = now === 0 ? "The first position" : `The position after turn ${now}`;
  board.show(state.pieces, state.touched, title, state.text);
  by("caption").textContent = state.text;
  by("counts").textContent = state.counts;
  describe(now);
  turns.forEach((made, i) => made.setAttribute("aria-current", i + 1 === now));
  if (now > 0) {
    const list = by("turns");
    const item = turns[now - 1].parentElement;
    if (item.offsetTop < list.scrollTop || item.offsetTop + item.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = item.offsetTop - list.clientHeight / 2;
    }
  }
  cursor.setAttribute("x1", xOf(now));
  cursor.setAttribute("x2", xOf(now));
  by("first").disabled = by("back").disabled = now === 0;
  by("next").disabled = by("last").disabled = now === last;
}

function stop() {
  clearInterval(timer);
  timer = null;
  by("play").textContent = "▶ Play";
}

function play() {
  if (timer !== null) return stop();
  if (now === last) go(0);
  by("play").textContent = "❚❚ Pause";
  timer = setInterval(() => {
    go(now + 1);
    if (now === last) stop();
  }, 900);
}

/** On paper each mistake has a diagram: the position before it, what was played, and what would have been better. */
function drawDiagrams() {
  const host = by("diagrams");
  if (host.childElementCount > 0) return;
  const say = (name, text, parent) => parent.append(Object.assign(document.createElement(name), { textContent: text }));
  const diagram = (state, touched, better, title, texts) => {
    const figure = document.createElement("figure");
    const place = document.createElement("div");
    const caption = document.createElement("figcaption");
    figure.append(place, caption);
    host.append(figure);
    const drawn = new Board(place, data.board);
    drawn.show(state.pieces, touched, title, state.text);
    drawn.mark("better", better, 0.36, drawn.marks);
    texts.filter((text) => text).forEach((text) => say("p", text, caption));
  };
  const mistakes = data.turns.flatMap((turn, index) => (["?!", "?", "??"].includes(turn.mark) ? [index + 1] : []));
  if (mistakes.length > 0) {
    say("h2", review ? "Mistakes" : "Marked turns", host);
    say("p", `A solid circle marks what was played${review ? ", a dashed one what would have been better" : ""}.`, host);
  }
  for (const index of mistakes) {
    const [before, line] = [positions[index - 1], variations[index - 1] ?? []];
    const better = line.length > 0 ? `Better: ${line.map((state) => state.turn).join(" ")}` : "";
    diagram(before, positions[index].touched, line[0]?.touched ?? [], `Before turn ${index}`, [sentence(index), better, before.text, before.counts]);
  }
  say("h2", "The end", host);
  const end = positions[last];
  diagram(end, end.touched, [], "The last position", [last > 0 ? sentence(last) : "", end.text, end.counts]);
}
addEventListener("beforeprint", drawDiagrams);

const step = (to) => () => {
  stop();
  go(to());
};
by("first").addEventListener("click", step(() => 0));
by("back").addEventListener("click", step(() => now - 1));
by("next").addEventListener("click", step(() => now + 1));
by("last").addEventListener("click", step(() => last));
by("play").addEventListener("click", play);
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  stop();
  go(to);
});
go(0);

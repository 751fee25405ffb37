// @ts-check
// The controls of the analysis: on and off, how many lines, heat map, threats, time, settings; and what the search says.

import { button, h, say } from "./dom.js";
import { optionForm } from "./option_form.js";
import { remember, remembered } from "./store.js";
import { t } from "./texts.js";
import { choose, labelled, tick } from "./widgets.js";

/** The options of an analysis; the strength of play is none of them. */
const SETTINGS = ["Search", "Threads", "Hash"];
const TIMES = [2, 5, 10, 30, 60, 300, 1800, 3600];

/** @param {number} count */
const short = (count) => (count >= 1e6 ? `${(count / 1e6).toFixed(1)} M` : count >= 1e4 ? `${Math.round(count / 1e3)} k` : String(count));

export class EnginePanel {
  /** @param {import("./types").ServerInfo} info @param {() => void} onChange what is asked of the engine has changed */
  constructor(info, onChange) {
    this.longest = info.longestAnalysisMs;
    /** It begins as it was left. */
    this.isOn = remembered("analysisOn", true);
    this.wanted = remembered("analysis", {
      multipv: 3,
      heat: false,
      threats: false,
      seconds: 60,
      settings: /** @type {Record<string, string>} */ ({}),
    });
    // An option that the server no longer offers is not asked for.
    const offered = info.options.filter((option) => SETTINGS.includes(option.name));
    const known = offered.map((option) => option.name);
    this.wanted.settings = Object.fromEntries(Object.entries(this.wanted.settings).filter(([name]) => known.includes(name)));
    const set = (/** @type {Partial<typeof this.wanted>} */ change) => {
      Object.assign(this.wanted, change);
      // Another tab may have changed something else.
      remember("analysis", { ...this.wanted, ...remembered("analysis", {}), ...change });
      onChange();
    };
    this.toggle = button("analysis-toggle", t("analyse.title"), () => this.turn(!this.isOn), { role: "switch", "aria-keyshortcuts": "a", class: "toggle" });
    this.facts = h("p", { id: "engine-facts", class: "facts" });
    this.heatWords = h("p", { id: "heat-words", class: "facts" });
    this.threat = h("p", { id: "threat", class: "facts" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.onChange = onChange;
    const times = TIMES.filter((seconds) => 1000 * seconds <= this.longest);
    if (times.length === 0) times.push(this.longest / 1000);
    const seconds = times.includes(this.wanted.seconds) ? this.wanted.seconds : (times.filter((each) => each <= 60).at(-1) ?? times[0]);
    this.wanted.seconds = seconds;
    const named = (/** @type {number} */ each) =>
      each < 60 ? t("analyse.seconds", { count: each }) : t("analyse.minutes", { count: each / 60 });
    const most = choose("multipv", ["1", "2", "3", "4", "5"].map((each) => [each, each]), String(this.wanted.multipv), (value) =>
      set({ multipv: Number(value) }),
    );
    const time = choose("analysis-time", times.map((each) => [String(each), named(each)]), String(seconds), (value) =>
      set({ seconds: Number(value) }),
    );
    const form = optionForm(offered, this.wanted.settings, (settings) => set({ settings }));
    this.host = h("div", { class: "engine-panel" },
      h("div", { class: "controls-row" }, this.toggle,
        labelled(t("analyse.multipv"), most),
        labelled(t("analyse.time"), time),
        tick("heat", t("analyse.heat"), this.wanted.heat, (heat) => set({ heat })),
        tick("threats", t("analyse.threats"), this.wanted.threats, (threats) => set({ threats })),
      ),
      this.facts, this.threat, this.heatWords, this.problem,
      h("details", { class: "settings" }, h("summary", {}, t("analyse.settings")), form),
    );
    this.showState();
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    remember("analysisOn", isOn);
    this.showState();
    this.onChange();
  }

  showState() {
    this.toggle.setAttribute("aria-checked", String(this.isOn));
    say(this.problem, "");
    if (!this.isOn) say(this.facts, "");
  }

  /** What is asked of the engine besides the position. */
  request() {
    const { multipv, heat, threats, seconds, settings } = this.wanted;
    return { multipv, decisions: heat, threats, timeMs: Math.min(this.longest, 1000 * seconds), settings };
  }

  /** @param {import("./types").AnalysisEvent} event */
  showNews({ answer }) {
    const info = answer.rootInfo;
    if (!info) return say(this.facts, t("analyse.over"));
    const { timeMs = 0 } = info;
    const speed = info.nps ?? (timeMs > 0 ? (1000 * info.nodes) / timeMs : 0);
    const words = [
      info.search, t("analyse.depth", { depth: info.depth, most: info.seldepth }), t("analyse.nodes", { nodes: short(info.nodes) }),
      speed > 0 ? t("analyse.speed", { speed: short(Math.round(speed)) }) : "", `${(timeMs / 1000).toFixed(1)} s`,
      answer.isDuringSearch ? "" : t("analyse.done"),
    ];
    say(this.facts, words.filter(Boolean).join(" · "));
  }

  /** @param {string} text */
  showProblem(text) {
    say(this.problem, text);
  }
}

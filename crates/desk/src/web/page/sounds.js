// @ts-check
// Sounds of a game, made by the browser: no file holds them. Loaded where they are on.

/** @typedef {"turn" | "capture" | "low" | "end"} Sound */

/** A tone: what it begins with and ends with, in Hz, when and how long it sounds, in seconds, and how loud. @typedef {[number, number, number, number, number]} Tone */

/** @type {Record<Sound, Tone[]>} */
const TONES = {
  turn: [[310, 120, 0, 0.09, 0.5], [900, 300, 0, 0.03, 0.2]],
  capture: [[310, 120, 0, 0.09, 0.5], [240, 90, 0.11, 0.12, 0.5], [800, 240, 0.11, 0.03, 0.2]],
  low: [[880, 880, 0, 0.12, 0.25], [880, 880, 0.2, 0.12, 0.25]],
  end: [[392, 392, 0, 0.25, 0.25], [494, 494, 0.14, 0.25, 0.25], [587, 587, 0.28, 0.5, 0.25]],
};
/** What would be heard so much later, in milliseconds, is not played. */
const LATE = 400;

/** @type {AudioContext | null} */
let context = null;

/** Plays a sound, once the browser lets the page be heard. @param {Sound} sound */
export async function play(sound) {
  const asked = performance.now();
  try {
    context ??= new AudioContext();
    if (context.state !== "running") await context.resume();
  } catch {
    // There is nothing to hear it with.
    return;
  }
  if (performance.now() - asked > LATE) return;
  for (const tone of TONES[sound]) sing(context, tone);
}

/** @param {AudioContext} audio @param {Tone} tone */
function sing(audio, [from, to, after, length, loud]) {
  const [begin, end] = [audio.currentTime + after, audio.currentTime + after + length];
  const [voice, volume] = [audio.createOscillator(), audio.createGain()];
  voice.frequency.setValueAtTime(from, begin);
  voice.frequency.exponentialRampToValueAtTime(to, end);
  volume.gain.setValueAtTime(0.0001, begin);
  volume.gain.exponentialRampToValueAtTime(loud, begin + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  voice.connect(volume).connect(audio.destination);
  voice.start(begin);
  voice.stop(end + 0.02);
}

// @ts-check
// What the levels of quintet are called.

import { t } from "./texts.js";

/** The lowest level of each name. @type {[number, string][]} */
const NAMES = [[20, "full"], [15, "master"], [11, "strong"], [7, "club"], [3, "casual"], [0, "beginner"]];

/** @param {number} level */
export const levelName = (level) => t(`level.${NAMES.find(([least]) => level >= least)?.[1] ?? "beginner"}`);

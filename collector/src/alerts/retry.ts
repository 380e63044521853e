import { DAY_MS, HOUR_MS } from "../../../src/base/durations.ts";
import type { NextStep } from "../store/index.ts";
import type { AnswerWord } from "./send.ts";

/** How long delivery is tried, in milliseconds. */
export const PATIENCE_MS: number = DAY_MS;
const FIRST_WAIT_MS = 10_000;
const GROWTH = 3;
const LONGEST_WAIT_MS = HOUR_MS;
/** Each wait is this much shorter or longer, so that what failed together is not tried together. */
const JITTER = 0.2;

/** Answers that another try would not change. */
const FINAL: ReadonlySet<AnswerWord> = new Set(["rejected", "redirected", "private_address", "unreadable"]);

export interface Tried {
  readonly answer: AnswerWord;
  /** How often it was tried, this time included. */
  readonly attempts: number;
  readonly until: number;
  readonly now: number;
  /** From 0 to 1. */
  readonly random: number;
}

/** What comes after an attempt. */
export function nextStep({ answer, attempts, until, now, random }: Tried): NextStep {
  if (answer === "delivered") return { status: "delivered", doneAt: now };
  if (FINAL.has(answer)) return { status: "failed", doneAt: now };
  // This process stops: the next one sends it.
  if (answer === "stopped") return { status: "pending", nextAt: now };
  const nextAt = now + waitAfter(attempts, random);
  return nextAt < until ? { status: "pending", nextAt } : { status: "gave_up", doneAt: now };
}

/** In milliseconds. */
export function waitAfter(attempts: number, random: number): number {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * GROWTH ** (attempts - 1));
  return Math.round(wait * (1 - JITTER + 2 * JITTER * random));
}

import { HOUR_MS, MINUTE_MS } from "../base/durations.ts";
import { type Models, tokensOf, totalOf } from "../contract/index.ts";
import { totalCostOf } from "../prices/index.ts";
import type { LimitView } from "../report/index.ts";
import { short } from "../text/numbers.ts";
import { roughLength, toTenMinutes } from "../text/times.ts";
import { visible } from "../text/visible.ts";
import { clockTime, dayName, localDay } from "./times.ts";

export const SEPARATOR = " | ";
/** Limits that are older get their age beside them. Three refreshes. */
const FRESH_MS = 45 * MINUTE_MS;
/** A limit of one model is worth its place on a narrow screen if this little of it is left. */
const LITTLE_LEFT = 10;
export const NO_DATA = "no refresh yet";
const NO_LIMITS = "no limits known";

/** What a status line shows. */
export interface LineFacts {
  readonly limits: readonly LimitView[];
  /** When the oldest of them was fetched, in epoch milliseconds. */
  readonly fetchedAt: number;
  /** Whether nothing is saved. */
  readonly isEmpty: boolean;
  /** The current Toronto day, and what was used on it by model. */
  readonly day: string;
  readonly models: Models;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A part of the line, from the longest form to the shortest. An empty form leaves the part out. */
type Forms = readonly [full: string, ...shorter: string[]];

/** The longest form of the line that fits, without control characters. @param columns at least 1 */
export function statusLine(facts: LineFacts, columns: number): string {
  const { limits, now, isEmpty } = facts;
  const main = limits.filter(isMain).sort((a, b) => Number(isWeek(a)) - Number(isWeek(b)));
  const others = limits.filter((view) => !isMain(view));
  const lines = layouts(
    main.length === 0 ? [[isEmpty ? NO_DATA : NO_LIMITS]] : main.map((view) => limitForms(view, now)),
    others.map((view) => ({ forms: limitForms(view, now), isUrgent: isUrgent(view) })),
    [ageText(facts), costText(facts)],
  );
  return lines.find((line) => widthOf(line) <= columns) ?? (lines.at(-1) ?? "").slice(0, columns);
}

/** At most as many columns as the line takes: a character that is not ASCII may take two. */
function widthOf(line: string): number {
  return line.length + line.replace(/[\x20-\x7E]/g, "").length;
}

interface Other {
  readonly forms: Forms;
  readonly isUrgent: boolean;
}

/** The line in every layout, the most complete first. */
function layouts(
  main: readonly Forms[],
  others: readonly Other[],
  [age, cost]: readonly [string, string],
): string[] {
  const urgent = others.filter(({ isUrgent }) => isUrgent);
  const form = (list: readonly Forms[], index: number) =>
    list.map((forms) => forms[index] ?? forms.at(-1) ?? "");
  const of = (list: readonly Other[]) => list.map(({ forms }) => forms);
  const join = (...parts: readonly (readonly string[])[]) =>
    parts
      .flat()
      .filter((part) => part !== "")
      .join(SEPARATOR);
  return [
    join(form(main, 0), form(of(others), 0), [age, cost]),
    join(form(main, 0), form(of(others), 1), [age, cost]),
    join(form(main, 0), form(of(urgent), 1), [age, cost]),
    join(form(main, 1), form(of(urgent), 1), [age, cost]),
    join(form(main, 1), [age, cost]),
    join(form(main, 1), [cost]),
    join(form(main, 1)),
    join(form(main, 2)),
    join(form(main, 3)),
    join(form(main, 4)),
    join(form(main.slice(-1), 4)),
  ];
}

/**
 * `week 17% left, out Sun 20:10`; without the time unless it runs out; with `week 17%` for one that does not; then all without
 * times; and all as `week 17%`.
 */
function limitForms({ item: { kind, model, resetsAt }, left, outlook }: LimitView, now: number): Forms {
  const name = visible(shortName(kind, model));
  if (left === undefined) return [`${name} unknown`, ""];
  const { forecast } = outlook;
  const [least, short] = [`${name} ${left}% left`, `${name} ${left}%`];
  if (forecast.status === "runs_out") {
    const out = `${least}, out ${clockTime(toTenMinutes(Date.parse(forecast.runsOutAt)), now)}`;
    return [out, out, out, least, short];
  }
  const resets = resetsAt === null ? "" : `, resets ${clockTime(Date.parse(resetsAt), now)}`;
  return [`${least}${resets}`, least, short, least, short];
}

function shortName(kind: string, model: string | null): string {
  if (kind === "session" && model === null) return "5h";
  const isWeekly = kind === "weekly" || kind.startsWith("weekly_");
  if (model !== null) return isWeekly ? `week ${model}` : `${kind.replaceAll("_", " ")} ${model}`;
  return kind === "weekly_all" || kind === "weekly" ? "week" : kind.replaceAll("_", " ");
}

function isMain({ item: { kind, model } }: LimitView): boolean {
  return model === null && (kind === "session" || kind === "weekly_all");
}

function isWeek({ item: { kind } }: LimitView): boolean {
  return kind === "weekly_all";
}

function isUrgent({ left, outlook: { forecast } }: LimitView): boolean {
  return forecast.status === "runs_out" || (left ?? LITTLE_LEFT) < LITTLE_LEFT;
}

function ageText({ limits, fetchedAt, now }: LineFacts): string {
  const age = limits.length === 0 ? 0 : now - fetchedAt;
  return age <= FRESH_MS ? "" : `limits ${roughLength(Math.max(age, HOUR_MS))} old`;
}

/** `$28.56 today`; the tokens if no model has a price; empty if nothing was used. */
function costText({ day, models, now }: LineFacts): string {
  const uses = Object.entries(models).map(([model, counts]) => ({ model, day, counts }));
  const tokens = tokensOf(totalOf(Object.values(models)));
  if (tokens === 0) return "";
  // The days of the record are Toronto's. Nothing is called today where it is another day.
  const when = day === localDay(now) ? "today" : `on ${dayName(day)}`;
  const cost = totalCostOf(uses);
  if (cost.status === "no_price") return `${short(tokens)} tokens ${when}`;
  const [low, high] = [cents(cost.low), cents(cost.high)];
  return `$${low}${high === low ? "" : `-${high}`}${cost.unpriced.tokens > 0 ? "+" : ""} ${when}`;
}

/** Rounded as the reports are: by the shortest decimal of the number, without loading `Intl`. */
function cents(usd: number): string {
  const [text, exponent = "0"] = String(usd).split("e");
  return Number(`${Math.round(Number(`${text}e${Number(exponent) + 2}`))}e-2`).toFixed(2);
}

import { vendor } from "#vendor";
import { whyNotFresh } from "../../report/index.ts";
import { painter, type Screen } from "../../text/screen.ts";
import { sentence } from "../../text/sentence.ts";
import { fromNow, localTime } from "../../text/times.ts";
import { command, wrap } from "../../text/width.ts";
import type { StatusView } from "./facts.ts";
import { limitLines, type TextFacts } from "./limits-text.ts";
import { problemsOf } from "./problems.ts";
import type { Status } from "./schema.ts";
import { usageLines } from "./usage-text.ts";

export interface StatusTextOptions {
  /** What to know before the figures, as clauses. */
  readonly notes?: readonly string[];
  /** Default: the machine's. */
  readonly timeZone?: string;
  /** Whether the schedule runs. Default: if the service does. */
  readonly isRefreshing?: boolean;
}

/** The status for people. Pure. */
export function statusText(
  view: StatusView,
  screen: Screen,
  { notes = [], timeZone, isRefreshing = view.status.service.status === "running" }: StatusTextOptions = {},
): string {
  const { status, uses } = view;
  const facts = { now: Date.parse(status.at), screen, paint: painter(screen), timeZone };
  const isKnown = status.lastBeat !== null || status.usage.today.counts !== null;
  const parts = [
    notes.flatMap((note) => wrap(sentence(note), screen.columns, "", command)),
    headLines(status, isRefreshing, facts),
    limitsPart(view, facts),
    isKnown ? usageLines(uses, facts) : [],
    status.lastBeat === null ? [] : lastLine(status, facts),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

/** The program, when it last refreshed, and when it will again. */
function headLines(
  { lastBeat, nextBeat, service }: Status,
  isRefreshing: boolean,
  { now, screen, paint, timeZone }: TextFacts,
): string[] {
  if (lastBeat === null) return [];
  const time = (at: string) => localTime(Date.parse(at), now, timeZone);
  const last = `refreshed ${time(lastBeat.at)} (${fromNow(Date.parse(lastBeat.at), now)})`;
  const next = isRefreshing && nextBeat !== null ? `next ${time(nextBeat)}` : SERVICE_WORDS[service.status];
  const [first = "", ...rest] = wrap(`${vendor.program}  ${last}, ${next}`, screen.columns);
  return [first.replace(vendor.program, paint("bold", vendor.program)), ...rest];
}

const SERVICE_WORDS: Readonly<Record<Status["service"]["status"], string>> = {
  running: "service running",
  starting: "service starting",
  stopped: "service not running",
  failed: "service failed",
  not_installed: "service not installed",
  unknown: "service unknown",
};

function limitsPart(
  { status: { limits, lastBeat, keychain }, limits: views }: StatusView,
  facts: TextFacts,
): string[] {
  if (views.length > 0) return limitLines(views, facts);
  if (limits === null || lastBeat === null) return [];
  const why = whyNotFresh(limits, Date.parse(lastBeat.at), facts.now, facts.timeZone, keychain);
  return wrap(why ?? "The plan has no limits.", facts.screen.columns).map((line) =>
    facts.paint("yellow", line),
  );
}

/** One line, only if something is wrong. */
function lastLine(status: Status, { screen, paint, timeZone }: TextFacts): string[] {
  const [first, ...more] = problemsOf(status, timeZone);
  if (first === undefined) return [];
  const others = more.length === 0 ? "" : ` And ${more.length} more: run "${vendor.program} doctor".`;
  return wrap(`${first}${others}`, screen.columns, "! ").map((line) => paint("yellow", line));
}

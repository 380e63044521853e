import { plural } from "../../base/words.ts";
import { describeFailure, pushFailure } from "../../failures.ts";
import { short } from "../../text/numbers.ts";
import { painter, type Screen } from "../../text/screen.ts";
import { sentence } from "../../text/sentence.ts";
import { dayName, fromNow, localTime } from "../../text/times.ts";
import { padEnd, table, widthOf, wrap } from "../../text/width.ts";
import { NO_REFRESH } from "../saved-state.ts";
import { limitsText, type TextFacts } from "./limits-text.ts";
import type { DayUse, Service, Status } from "./schema.ts";

const INDENT = "  ";

/** The status for people. Pure. @param timeZone default: the machine's */
export function statusText(status: Status, screen: Screen, timeZone?: string): string {
  const facts = { now: Date.parse(status.at), screen, paint: painter(screen), timeZone };
  const parts = [
    status.lastBeat === null ? wrap(sentence(NO_REFRESH), screen.columns) : [],
    limitsText(status, facts),
    status.lastBeat === null ? [] : usageText(status, facts),
    runText(status, facts),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

const KINDS = [
  ["input", "inputTokens"],
  ["output", "outputTokens"],
  ["cache write", "cacheCreationTokens"],
  ["cache read", "cacheReadTokens"],
] as const;

function usageText({ usage }: Status, { screen, paint }: TextFacts): string[] {
  const days: [string, DayUse][] = [
    [`today, ${dayName(usage.today.day)}`, usage.today],
    [`yesterday, ${dayName(usage.yesterday.day)}`, usage.yesterday],
  ];
  const heading = paint("bold", "Tokens used (days in Toronto time)");
  const head = ["", "requests", ...KINDS.map(([name]) => name)];
  const lines = table(
    [
      head,
      ...days.map(([name, { counts }]) => [
        name,
        ...(counts === null
          ? head.slice(1).map(() => "-")
          : [counts.requests, ...KINDS.map(([, key]) => counts[key])].map(short)),
      ]),
    ],
    INDENT,
  );
  if (lines.every((line) => widthOf(line) <= screen.columns)) return [heading, ...lines];
  return [
    heading,
    ...days.flatMap(([name, { counts }]) => {
      if (counts === null) return [`${INDENT}${name}: no record yet`];
      const kinds = KINDS.map(([kind, key]) => `${kind} ${short(counts[key])}`).join(", ");
      return [
        `${INDENT}${name}: ${plural(counts.requests, "request", short(counts.requests))}`,
        ...wrap(kinds, screen.columns, INDENT.repeat(2)),
      ];
    }),
  ];
}

function runText(status: Status, { now, screen, paint, timeZone }: TextFacts): string[] {
  const when = (at: string) =>
    `${localTime(Date.parse(at), now, timeZone)} (${fromNow(Date.parse(at), now)})`;
  const { lastBeat, nextBeat, push, service } = status;
  const isRunning = service.status === "running";
  const rows: [string, string][] = [
    ["Last refresh", lastBeat === null ? "none yet" : `${when(lastBeat.at)}${readErrorsOf(lastBeat)}`],
    ["Next refresh", nextBeat === null ? "unknown" : `${when(nextBeat)}${isRunning ? "" : IF_RUNNING}`],
    ["Last push", pushText(push, when)],
    ["Service", SERVICE_TEXT[service.status](service)],
  ];
  const width = Math.max(...rows.map(([name]) => widthOf(name))) + 2;
  return rows.flatMap(([name, text]) => wrap(text, screen.columns, paint("bold", padEnd(name, width))));
}

const IF_RUNNING = ", if the daemon is running";

function readErrorsOf({ readErrors }: NonNullable<Status["lastBeat"]>): string {
  return readErrors === 0 ? "" : `, ${plural(readErrors, "read error")}`;
}

function pushText({ isSet, last }: Status["push"], when: (at: string) => string): string {
  if (!isSet) return "off (no collector set)";
  if (last === null) return "none yet";
  if (last.outcome === "delivered") return `delivered ${when(last.at)}`;
  const before =
    last.lastDeliveredAt === null ? "none delivered yet" : `last delivered ${when(last.lastDeliveredAt)}`;
  return `failed ${when(last.at)}, ${before}: ${describeFailure(pushFailure(last.outcome))}`;
}

const SERVICE_TEXT: Readonly<Record<Service["status"], (service: Service) => string>> = {
  running: ({ manager }) => `running (${manager})`,
  starting: ({ manager }) => `starting (${manager})`,
  stopped: ({ manager }) => `installed, not running (${manager})`,
  failed: ({ manager }) => `failed (${manager})`,
  not_installed: () => "not installed",
  unknown: ({ manager }) =>
    manager === null ? "neither systemd nor launchd is running" : `cannot reach ${manager}`,
};

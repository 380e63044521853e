import { forecastWords, type LimitView, resetOf } from "../../../src/report/index.ts";
import { limitName } from "../../../src/text/limit-name.ts";
import { duration, localTime, zoneWords } from "../../../src/text/times.ts";
import { visible } from "../../../src/text/visible.ts";
import type { WatchedMachine } from "../store/index.ts";
import type { DueReset } from "./due-resets.ts";
import { type Candidate, toleranceOf } from "./known.ts";

/** An alert for people. */
export interface Words {
  readonly title: string;
  readonly body: string;
}

const ALL = 100;

/** @param owner whose limit it is @param timeZone that of this machine unless given */
export function limitWords(due: Candidate, owner: string, view: LimitView, timeZone?: string): Words {
  const { at: now, what } = due;
  const percent = view.item.percent ?? 0;
  const limit = `${visible(owner)}: ${view.name}`;
  const forecast = forecastWords(view, now, timeZone);
  const reset = resetOf(view.item);
  const time = reset === undefined ? undefined : localTime(reset, now, timeZone);
  const says = view.outlook.forecast.status !== "unknown" && forecast !== undefined;
  const resets =
    time === undefined ? "When it resets is unknown." : `It resets ${at(time)} (${zoneWords(timeZone)}).`;
  const title = what === "runs_out" ? `${limit} runs out before its reset` : `${limit} is ${percent}% used`;
  const left = percent >= ALL ? "Nothing is left." : `${ALL - percent}% is left.`;
  return { title, body: [left, resets, ...(says ? [`Forecast: ${forecast}.`] : [])].join(" ") };
}

export function resetWords(due: DueReset, owner: string, timeZone?: string): Words {
  const { kind, model, reading, windowAt, reached, at: now } = due;
  const isNew =
    reading?.percent != null && Math.abs((reading.resetsAt ?? 0) - (windowAt ?? 0)) > toleranceOf(due);
  const left = isNew ? `${ALL - (reading.percent ?? 0)}% is left now.` : "All of it is left.";
  const ended =
    windowAt === null || windowAt > now
      ? "It reset earlier than announced."
      : `It reset ${at(localTime(windowAt, now, timeZone))} (${zoneWords(timeZone)}).`;
  return {
    title: `${visible(owner)}: ${limitName({ kind, model })} has reset`,
    body: `${ended} At most ${reached}% was used. ${left}`,
  };
}

export function silenceWords({ name, seen }: WatchedMachine, now: number, timeZone?: string): Words {
  return {
    title: `${visible(name)} has been silent for ${duration(now - seen)}`,
    body: `Its last push arrived ${at(localTime(seen, now, timeZone))} (${zoneWords(timeZone)}). Machines push every 15 minutes while they are on.`,
  };
}

export const TEST_WORDS: Words = {
  title: "Test of agent-usage collector",
  body: "This channel works. Nothing is wrong.",
};

/** `at 11:15`, but `on Tue 24 Nov, 11:15`. */
function at(time: string): string {
  return `${time.includes(" ") ? "on" : "at"} ${time}`;
}

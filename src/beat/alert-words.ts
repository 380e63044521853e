import type { Alert, AlertWords } from "../alert/index.ts";
import { limitName } from "../text/limit-name.ts";
import { localTime } from "../text/times.ts";

/** An alert for people: which limit, how much is used, and when it runs out and resets. */
export function alertWords(alert: Alert, now: number): AlertWords {
  const { percent, resetsAt, forecast, test } = alert;
  const time = (instant: string) => localTime(Date.parse(instant), now);
  const sentences = [
    ...(test ? ["This is a test."] : []),
    ...(forecast.runsOutAt === undefined ? [] : [`Runs out about ${time(forecast.runsOutAt)}.`]),
    ...(resetsAt === null ? [] : [`Resets ${time(resetsAt)}.`]),
  ];
  return { title: `${limitName(alert)}: ${percent}% used`, text: sentences.join(" ") };
}

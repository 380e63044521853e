import { shortTime } from "../../text/times.ts";
import type { LimitView } from "../limits/view.ts";
import { forecastWords, resetOf } from "../limits/words.ts";

/** The page's headline: what matters most about the limits. Undefined without a figure. */
export function verdictOf(views: readonly LimitView[], now: number, timeZone?: string): string | undefined {
  const [first] = views;
  if (first === undefined || first.left === undefined) return undefined;
  const { name, left, item, outlook } = first;
  const reset = resetOf(item);
  if (left === 0) {
    const until = reset !== undefined && reset > now ? ` until ${shortTime(reset, now, timeZone)}` : "";
    return `${name}: used up${until}`;
  }
  if (outlook.forecast.status === "runs_out")
    return `${name}: ${forecastWords(first, now, timeZone)?.split(";")[0]}`;
  if (views.every((view) => view.outlook.forecast.status === "on_pace"))
    return views.length === 1
      ? `${name}: lasts until the reset`
      : "On pace: every limit lasts until its reset";
  return `${name}: ${left}% left`;
}

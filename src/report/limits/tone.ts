import type { Item } from "../../contract/index.ts";
import type { Outlook } from "../../forecast/index.ts";

/** How worrying a limit is. */
export type Tone = "green" | "yellow" | "red";

const SEVERITIES: readonly (readonly [RegExp, Tone])[] = [
  [/crit|high|error|exceed|reject|block|danger|reached/i, "red"],
  [/warn|medium|elevat/i, "yellow"],
  [/normal|ok|low|info|none/i, "green"],
];
const NEARLY_ALL = 90;
const MUCH = 75;
const ALL = 100;

/** By the forecast; without one by the vendor's severity, else by the percent. A limit that is used up is red. */
export function toneOf(item: Item, { forecast }: Outlook): Tone {
  if ((item.percent ?? 0) >= ALL) return "red";
  switch (forecast.status) {
    case "runs_out":
      return "red";
    case "on_pace":
      return forecast.percentAtReset >= NEARLY_ALL ? "yellow" : "green";
    case "unknown":
      return toneOfSeverity(item) ?? toneOfPercent(item.percent ?? 0);
  }
}

function toneOfSeverity({ severity }: Item): Tone | undefined {
  return SEVERITIES.find(([words]) => severity !== undefined && words.test(severity))?.[1];
}

function toneOfPercent(percent: number): Tone {
  if (percent >= NEARLY_ALL) return "red";
  return percent >= MUCH ? "yellow" : "green";
}

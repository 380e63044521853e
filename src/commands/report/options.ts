import { isDay, torontoDay } from "../../base/calendar.ts";
import type { Options } from "../../cli/index.ts";
import type { By, Span } from "../../report/index.ts";

export type Form =
  | { readonly as: "table" | "json" | "csv" }
  /** `-` for standard output. */
  | { readonly as: "html"; readonly file: string };

export type ReportOptions =
  | { readonly status: "ok"; readonly span: Span; readonly by: By; readonly form: Form }
  | { readonly status: "wrong"; readonly message: string };

/** Reads the report's options. The message names the first that is wrong and what it must be. */
export function readOptions(given: Options, now: number): ReportOptions {
  const text = (name: string) => given.get(name)?.toString();
  const [days, since, by, file] = [text("days"), text("since"), text("by"), text("html")];
  if (days !== undefined && !/^[1-9]\d{0,3}$/.test(days))
    return wrong("--days must be a whole number from 1 to 9999");
  if (since !== undefined && !isDay(since)) return wrong("--since must be a date (YYYY-MM-DD)");
  if (since !== undefined && since > torontoDay(now)) return wrong("--since must not be after today");
  if (by !== undefined && by !== "day" && by !== "model") return wrong("--by must be day or model");
  if (file === "") return wrong("--html needs a file name, or - for standard output");
  const rivals = (names: readonly string[]) => names.filter((name) => given.has(name)).length > 1;
  if (rivals(["days", "since"])) return wrong("--days and --since cannot be combined");
  if (rivals(["json", "csv", "html"])) return wrong("--json, --csv and --html cannot be combined");
  if (rivals(["by", "html"]))
    return wrong("--by and --html cannot be combined: the page shows both days and models");
  return {
    status: "ok",
    span: { ...(days !== undefined && { days: Number(days) }), ...(since !== undefined && { since }) },
    by: by ?? "day and model",
    form:
      file === undefined
        ? { as: given.has("json") ? "json" : given.has("csv") ? "csv" : "table" }
        : { as: "html", file },
  };
}

function wrong(message: string): ReportOptions {
  return { status: "wrong", message };
}

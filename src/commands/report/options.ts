import { addDays, isDay, torontoDay } from "../../base/calendar.ts";
import type { Options } from "../../cli/index.ts";
import { type By, byOf, type Selection, type Span } from "../../report/index.ts";

/** A number of days: `7` or `7d`. */
const DAYS = /^([1-9]\d{0,3})d?$/i;
const LIMIT = /^[1-9]\d{0,5}$/;

/** What `--by` accepts. Projects, sessions and hours are read from the transcripts. */
export const BY = ["day", "week", "month", "model", "project", "session", "hour"] as const;

/** What a table shows unless told otherwise: the last week by day. */
const TABLE_DAYS = 7;
const WINDOW = "window";
const EVERYTHING: By = ["day", "model"];

export type Form =
  | { readonly as: "table"; readonly isFull: boolean }
  | { readonly as: "json" | "csv"; readonly hasCost: boolean }
  /** `-` for standard output. */
  | {
      readonly as: "html";
      readonly file: string;
      readonly isOpened: boolean;
      /** Whether the page reloads itself. */
      readonly reloads: boolean;
    };

export interface ReportRequest {
  readonly span: Span;
  readonly by: By;
  readonly selection: Selection;
  /** Whether only the current 5-hour session is reported. */
  readonly isWindow: boolean;
  /** The most groups of the first key. */
  readonly limit?: number;
  readonly form: Form;
}

export type ReportOptions =
  | ({ readonly status: "ok" } & ReportRequest)
  | { readonly status: "wrong"; readonly message: string };

/** Reads the report's options. The message names the first that is wrong and what it must be. */
export function readOptions(given: Options, now: number): ReportOptions {
  const form = formOf(given);
  const span = spanOf(given, torontoDay(now));
  if (typeof span === "string") return wrong(span);
  const by = textOf(given, "by");
  const keys = by === undefined ? undefined : byOf(by, BY);
  if (by !== undefined && keys === undefined)
    return wrong(`--by must be one or two of ${BY.join(", ")}, such as project,model`);
  const limit = textOf(given, "limit");
  if (limit !== undefined && !LIMIT.test(limit)) return wrong("--limit must be a whole number from 1");
  const problem = conflictOf(given, form, keys);
  if (problem !== undefined) return wrong(problem);
  const model = textOf(given, "model");
  const project = textOf(given, "project");
  const isShort = form.as === "table" && !form.isFull;
  const hasSpan = ["days", "since", "until"].some((name) => given.has(name));
  return {
    status: "ok",
    span: isShort && !hasSpan ? { days: TABLE_DAYS } : span,
    by: keys ?? (isShort ? ["day"] : EVERYTHING),
    selection: { ...(model !== undefined && { model }), ...(project !== undefined && { project }) },
    isWindow: isWindow(given),
    ...(limit !== undefined && { limit: Number(limit) }),
    form,
  };
}

function textOf(given: Options, name: string): string | undefined {
  return given.get(name)?.toString();
}

/** Whether `--since window` was given. */
function isWindow(given: Options): boolean {
  return textOf(given, "since")?.toLowerCase() === WINDOW;
}

function formOf(given: Options): Form {
  const file = textOf(given, "html");
  if (file !== undefined)
    return { as: "html", file, isOpened: given.has("open"), reloads: given.has("reload") };
  const hasCost = given.has("cost");
  if (given.has("json")) return { as: "json", hasCost };
  return given.has("csv") ? { as: "csv", hasCost } : { as: "table", isFull: given.has("full") };
}

/** The span, or what is wrong with it. */
function spanOf(given: Options, today: string): Span | string {
  const [days, since, until] = [textOf(given, "days"), textOf(given, "since"), textOf(given, "until")];
  const count = days === undefined ? undefined : DAYS.exec(days)?.[1];
  if (days !== undefined && count === undefined)
    return "--days must be a whole number from 1 to 9999, such as 7 or 7d";
  const first = since === undefined || isWindow(given) ? undefined : dayOf(since, today);
  if (since !== undefined && first === undefined && !isWindow(given)) {
    const [, last] = DAYS.exec(since) ?? [];
    const better = last === undefined ? "" : `; for the last ${last} days, use --days ${last}`;
    return `--since must be a date (YYYY-MM-DD), today, yesterday or window${better}`;
  }
  const last = until === undefined ? undefined : dayOf(until, today);
  if (until !== undefined && last === undefined)
    return "--until must be a date (YYYY-MM-DD), today or yesterday";
  if (first !== undefined && first > today) return "--since must not be after today";
  if (first !== undefined && last !== undefined && first > last) return "--since must not be after --until";
  return {
    ...(count !== undefined && { days: Number(count) }),
    ...(first !== undefined && { since: first }),
    ...(last !== undefined && { until: last < today ? last : today }),
  };
}

/** Options that cannot be combined. */
function conflictOf(given: Options, form: Form, by: By | undefined): string | undefined {
  const rivals = (names: readonly string[]) => names.filter((name) => given.has(name)).length > 1;
  if (rivals(["days", "since"])) return "--days and --since cannot be combined";
  if (rivals(["json", "csv", "html"])) return "--json, --csv and --html cannot be combined";
  if (given.has("open") && (form.as !== "html" || form.file === "-"))
    return "--open needs a page to open: --html FILE";
  if (form.as === "table") return undefined;
  if (given.has("full")) return "--full is for the table; --json, --csv and --html have every figure";
  if (form.as !== "html") return undefined;
  if (isWindow(given)) return "--html and --since window cannot be combined";
  if (form.file === "") return "--html needs a file name, or - for standard output";
  if (by !== undefined && !(by.length === 1 && by[0] === "week"))
    return "with --html, --by can only be week: the page shows both days and models";
  const filter = ["model", "project", "limit"].find((name) => given.has(name));
  return filter === undefined ? undefined : `--html and --${filter} cannot be combined`;
}

/** A date, or a name for one. */
function dayOf(text: string, today: string): string | undefined {
  switch (text.toLowerCase()) {
    case "today":
      return today;
    case "yesterday":
      return addDays(today, -1);
    default:
      return isDay(text) ? text : undefined;
  }
}

function wrong(message: string): ReportOptions {
  return { status: "wrong", message };
}

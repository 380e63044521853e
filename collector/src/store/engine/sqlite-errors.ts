import { StoreUnavailable, type Trouble } from "./unavailable.ts";

/** SQLite's primary result codes that say something about the file or the machine, not about the statement. */
const TROUBLES: Readonly<Record<number, Trouble>> = {
  5: "busy",
  6: "busy",
  7: "disk",
  8: "read_only",
  9: "disk",
  10: "disk",
  11: "corrupt",
  13: "full",
  14: "disk",
  15: "busy",
  26: "corrupt",
};

/** What an error of SQLite means. Errors that are bugs, such as a broken constraint, are returned as they are. */
export function sqliteTrouble(error: unknown): unknown {
  const code = resultCode(error);
  const trouble = code === undefined ? undefined : TROUBLES[code & 0xff];
  return trouble === undefined ? error : new StoreUnavailable(trouble, error);
}

/** `errcode` in node:sqlite; `rawCode` in libsql, or the end of its message if a file cannot be opened. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const { errcode, rawCode } = error as { errcode?: unknown; rawCode?: unknown };
  const code = errcode ?? rawCode ?? Number(/^ConnectionFailed\(.*: (\d+)"\)$/.exec(error.message)?.[1]);
  return typeof code === "number" && !Number.isNaN(code) ? code : undefined;
}

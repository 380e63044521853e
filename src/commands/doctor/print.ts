import { plural } from "../../base/words.ts";
import { painter, type Screen } from "../../text/screen.ts";
import { visible } from "../../text/visible.ts";
import { command, widthOf, wrap } from "../../text/width.ts";
import type { Check } from "./check.ts";

const WORDS = { ok: "ok     ", warning: "warning", failure: "FAILURE" } as const;
const COLORS = { ok: "green", warning: "yellow", failure: "red" } as const;

/** One line per check, its fix below it, and the totals at the end. */
export function describeChecks(checks: readonly Check[], screen: Screen): string {
  const { columns, hasBars, glyphs } = screen;
  const paint = painter(screen);
  const marks = (hasBars && glyphs.marks) || WORDS;
  const lines = checks.flatMap(({ id, status, message, fix }) => {
    const mark = marks[status];
    const arrow = `${" ".repeat(widthOf(mark))}   -> `;
    return [
      ...wrap(`${id}: ${visible(message)}`, columns, `${paint(COLORS[status], mark)} `, command),
      ...(fix === undefined ? [] : wrap(visible(fix), columns, arrow, command)),
    ];
  });
  const count = (wanted: Check["status"]) => checks.filter(({ status }) => status === wanted).length;
  lines.push(
    `${count("ok")} ok, ${plural(count("warning"), "warning")}, ${plural(count("failure"), "failure")}`,
  );
  return `${lines.join("\n")}\n`;
}

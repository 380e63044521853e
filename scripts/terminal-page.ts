import { escaped } from "../src/report/index.ts";

/** The colors of a terminal by the number that sets them, on a light and on a dark screen. */
const COLORS: Readonly<Record<number, readonly [light: string, dark: string]>> = {
  31: ["#c6212c", "#ff7b72"],
  32: ["#177a4c", "#56d364"],
  33: ["#8a5a00", "#e3b341"],
  36: ["#0b6e8a", "#76e3ea"],
};
const BOLD = 1;
const DIM = 2;
const BOLD_OFF = 22;
const CODE = /\x1B\[(\d+)m/;

/** A page that shows a command and what it printed as a terminal does, in the reader's color scheme. */
export function terminalPage(command: string, printed: string): string {
  const rules = Object.entries(COLORS).map(
    ([code, [light, dark]]) => `.c${code}{color:light-dark(${light},${dark})}`,
  );
  return `<!doctype html><meta charset="utf-8"><title>${escaped(command)}</title>
<style>:root{color-scheme:light dark}
body{margin:0;background:light-dark(#ffffff,#161b22);color:light-dark(#1f2328,#e6edf3)}
pre{margin:0;padding:18px 22px;font:15px/1.4 "DejaVu Sans Mono",Menlo,monospace}
b{font-weight:700}i{font-style:normal;color:light-dark(#59636e,#9198a1)}${rules.join("")}</style>
<pre>$ ${escaped(command)}
${spans(printed)}</pre>`;
}

/** Each text that a number of SGR sets off, as an element. */
function spans(printed: string): string {
  const [first = "", ...rest] = printed.split(CODE);
  let [isBold, isDim, color] = [false, false, 0];
  let html = escapedLines(first);
  for (let index = 0; index < rest.length; index += 2) {
    const code = Number(rest[index]);
    if (code === BOLD) isBold = true;
    else if (code === DIM) isDim = true;
    else if (code === BOLD_OFF) [isBold, isDim] = [false, false];
    else color = code in COLORS ? code : 0;
    const text = escapedLines(rest[index + 1] ?? "");
    const colored = color === 0 ? text : `<span class="c${color}">${text}</span>`;
    const dimmed = isDim ? `<i>${colored}</i>` : colored;
    html += isBold ? `<b>${dimmed}</b>` : dimmed;
  }
  return html;
}

function escapedLines(text: string): string {
  return text.split("\n").map(escaped).join("\n");
}

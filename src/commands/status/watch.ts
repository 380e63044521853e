import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";

/** How often the screen is drawn again. A refresh comes every 15 minutes; the times on the screen change each minute. */
const REDRAW_MS = 15_000;

const HIDE_CURSOR = "\u001B[?25l";
const SHOW_CURSOR = "\u001B[?25h";
const CLEAR = "\u001B[2J";
const HOME = "\u001B[H";
const CLEAR_LINE = "\u001B[K";
const CLEAR_BELOW = "\u001B[J";

/** A terminal to draw on. */
export interface Terminal extends NodeJS.EventEmitter {
  readonly rows?: number;
  readonly write: (text: string) => unknown;
}

/**
 * Draws a text again and again, and when the terminal's size changes, until the signal is aborted. Lines are drawn over,
 * so that nothing flickers.
 * @param textNow undefined ends the watch
 */
export async function watch(
  terminal: Terminal,
  textNow: () => Promise<string | undefined>,
  signal: AbortSignal,
): Promise<void> {
  terminal.write(`${HIDE_CURSOR}${CLEAR}`);
  try {
    while (!signal.aborted) {
      const text = await textNow();
      if (text === undefined) return;
      terminal.write(frameOf(text, terminal.rows ?? Number.POSITIVE_INFINITY));
      await change(terminal, signal);
    }
  } finally {
    terminal.write(`${SHOW_CURSOR}\n`);
  }
}

/** A text that is higher than the screen would scroll it, so its last lines are left out. */
function frameOf(text: string, rows: number): string {
  const lines = text
    .trimEnd()
    .split("\n")
    .slice(0, rows - 1);
  return `${HOME}${lines.map((line) => `${line}${CLEAR_LINE}\n`).join("")}${CLEAR_BELOW}`;
}

/** Resolves when it is time to draw again. */
async function change(terminal: Terminal, stopped: AbortSignal): Promise<void> {
  const done = new AbortController();
  const signal = AbortSignal.any([stopped, done.signal]);
  try {
    await Promise.race([pause(REDRAW_MS, undefined, { signal }), once(terminal, "resize", { signal })]);
  } catch (error) {
    if (!stopped.aborted) throw error;
  } finally {
    done.abort();
  }
}

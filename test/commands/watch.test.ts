// The screen of `status --watch`.
import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test } from "node:test";
import { watch } from "../../src/commands/status/watch.ts";

/** A terminal of this height, and what was written to it. */
function aTerminal(rows?: number) {
  const written: string[] = [];
  const terminal = Object.assign(new EventEmitter(), {
    ...(rows !== undefined && { rows }),
    write: (text: string) => written.push(text),
  });
  return { terminal, written };
}

test("a change of the terminal's size draws the screen again, over the old one", async () => {
  const { terminal, written } = aTerminal();
  const stop = new AbortController();
  let frames = 0;
  await watch(
    terminal,
    async () => {
      frames++;
      setImmediate(() => (frames === 3 ? stop.abort() : terminal.emit("resize")));
      return `frame ${frames}\n`;
    },
    stop.signal,
  );
  const drawn = written.filter((text) => text.includes("frame"));
  assert.deepEqual(
    drawn,
    [1, 2, 3].map((frame) => `\u001B[Hframe ${frame}\u001B[K\n\u001B[J`),
  );
  assert.equal(written.at(-1), "\u001B[?25h\n");
  assert.equal(terminal.listenerCount("resize"), 0);
});

test("a text higher than the terminal is cut at its end", async () => {
  const { terminal, written } = aTerminal(3);
  const stop = new AbortController();
  await watch(
    terminal,
    async () => {
      stop.abort();
      return "one\ntwo\nthree\nfour\n";
    },
    stop.signal,
  );
  assert.match(written.join(""), /one.*\n.*two/);
  assert.doesNotMatch(written.join(""), /three/);
});

test("it ends if there is nothing to show", async () => {
  const { terminal, written } = aTerminal();
  await watch(terminal, async () => undefined, new AbortController().signal);
  assert.equal(written.at(-1), "\u001B[?25h\n");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { progressLine } from "../../src/text/progress.ts";

const MB = 1_000_000;

/** A terminal, or not, with a clock that a test moves, and what it shows. */
function terminal({ isTTY = true, columns = 80 } = {}) {
  const clock = { ms: 0 };
  const shown = { text: "", writes: 0 };
  const stream = {
    isTTY,
    columns,
    write(text: string) {
      shown.writes++;
      shown.text = text.replace("\r\u001B[K", "");
    },
  };
  const line = progressLine(stream, () => clock.ms);
  const tell = (files: number, at: number): void => {
    clock.ms = at;
    line({ files, ofFiles: 4000, bytes: files * MB, ofBytes: 4000 * MB });
  };
  return { tell, shown };
}

test("a long scan shows its files, bytes and rate", () => {
  const { tell, shown } = terminal();
  tell(1, 0);
  tell(1200, 1000);
  assert.equal(shown.text, "Scanning: 1200 of 4000 files, 1.2 GB of 4.0 GB, 1.2 GB/s");
});

test("a short scan shows nothing", () => {
  const { tell, shown } = terminal();
  tell(1, 0);
  tell(2000, 499);
  tell(4000, 600);
  assert.equal(shown.writes, 0);
});

test("the line is gone when the scan is done", () => {
  const { tell, shown } = terminal();
  tell(1, 0);
  tell(1200, 1000);
  tell(4000, 2000);
  assert.equal(shown.text, "");
});

test("the line changes ten times a second at most", () => {
  const { tell, shown } = terminal();
  for (let ms = 0; ms < 2000; ms++) tell(1 + ms, ms);
  assert.equal(shown.writes, 15);
});

test("the line is cut to a narrow terminal", () => {
  const { tell, shown } = terminal({ columns: 40 });
  tell(1, 0);
  tell(1200, 1000);
  assert.equal(shown.text.length, 39);
});

test("where there is no terminal nothing is written", () => {
  const { tell, shown } = terminal({ isTTY: false });
  tell(1, 0);
  tell(1200, 1000);
  tell(4000, 2000);
  assert.equal(shown.writes, 0);
});

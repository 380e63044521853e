import assert from "node:assert/strict";
import { test } from "node:test";
import { progressLine } from "../../src/text/progress.ts";

const MB = 1_000_000;

/** A stream, a terminal or not, with a clock that the test moves, and what it shows. */
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
  const report = (files: number, at: number): void => {
    clock.ms = at;
    line({ files, ofFiles: 4000, bytes: files * MB, ofBytes: 4000 * MB });
  };
  return { report, shown };
}

test("a long scan shows its files, bytes and rate", () => {
  const { report, shown } = terminal();
  report(1, 0);
  report(1200, 1000);
  assert.equal(shown.text, "Scanning: 1200 of 4000 files, 1.2GB of 4.0GB, 1.2GB/s");
});

test("a short scan shows nothing", () => {
  const { report, shown } = terminal();
  report(1, 0);
  report(2000, 499);
  report(4000, 600);
  assert.equal(shown.writes, 0);
});

test("the line is cleared when the scan is done", () => {
  const { report, shown } = terminal();
  report(1, 0);
  report(1200, 1000);
  report(4000, 2000);
  assert.equal(shown.text, "");
});

test("the line changes at most ten times a second", () => {
  const { report, shown } = terminal();
  for (let ms = 0; ms < 2000; ms++) report(1 + ms, ms);
  assert.equal(shown.writes, 15);
});

test("a narrow terminal cuts the line", () => {
  const { report, shown } = terminal({ columns: 40 });
  report(1, 0);
  report(1200, 1000);
  assert.equal(shown.text.length, 39);
});

test("without a terminal nothing is written", () => {
  const { report, shown } = terminal({ isTTY: false });
  report(1, 0);
  report(1200, 1000);
  report(4000, 2000);
  assert.equal(shown.writes, 0);
});

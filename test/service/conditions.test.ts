// What people can mend is said once, not every 15 minutes, and once more when it is mended.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Log } from "../../src/base/edges.ts";
import { conditionLog } from "../../src/service/conditions.ts";

/** A condition log, and what came through it. */
function conditions() {
  const lines: string[] = [];
  const to = (level: string) => (_fields: object, message: string) => void lines.push(`${level} ${message}`);
  const target: Log = { debug: to("debug"), info: to("info"), warn: to("warn"), error: to("error") };
  return { log: conditionLog(target), said: () => lines.filter((text) => !text.startsWith("debug")), lines };
}

const full = { condition: "saving", code: "ENOSPC" };
const inOrder = { condition: "saving", mended: true };

test("a condition is said at once", () => {
  const { log, said } = conditions();
  log.error(full, "the disk is full");
  assert.deepEqual(said(), ["error the disk is full"]);
});

test("a condition that stays is said once, for those who look closer at debug level", () => {
  const { log, lines } = conditions();
  for (let beat = 0; beat < 96; beat++) log.error({ ...full }, "the disk is full");
  assert.deepEqual(lines.slice(0, 2), ["error the disk is full", "debug the disk is full"]);
  assert.equal(new Set(lines.slice(1)).size, 1);
});

test("a condition that changed is said again", () => {
  const { log, said } = conditions();
  log.error(full, "the disk is full");
  log.error({ ...full, code: "EROFS" }, "the disk is full");
  log.warn({ ...full, code: "EROFS" }, "the disk is full");
  log.warn({ ...full, code: "EROFS" }, "the disk is odd");
  assert.deepEqual(said(), [
    "error the disk is full",
    "error the disk is full",
    "warn the disk is full",
    "warn the disk is odd",
  ]);
});

test("once mended that is said once, at info level", () => {
  const { log, said } = conditions();
  log.error(full, "the disk is full");
  log.debug(inOrder, "saving: in order");
  log.debug(inOrder, "saving: in order");
  assert.deepEqual(said(), ["error the disk is full", "info saving: in order"]);
});

test("what was never wrong is not said to be mended", () => {
  const { log, said } = conditions();
  log.debug(inOrder, "saving: in order");
  assert.deepEqual(said(), []);
});

test("a condition that comes back after it was mended is said again", () => {
  const { log, said } = conditions();
  for (let time = 0; time < 2; time++) {
    log.error(full, "the disk is full");
    log.debug(inOrder, "saving: in order");
  }
  assert.deepEqual(said(), [
    "error the disk is full",
    "info saving: in order",
    "error the disk is full",
    "info saving: in order",
  ]);
});

test("one condition that is mended leaves another said", () => {
  const { log, said } = conditions();
  log.error(full, "the disk is full");
  log.warn({ condition: "push" }, "no collector");
  log.debug(inOrder, "saving: in order");
  log.warn({ condition: "push" }, "no collector");
  assert.deepEqual(said(), ["error the disk is full", "warn no collector", "info saving: in order"]);
});

test("lines of no condition pass each time, as they are", () => {
  const { log, lines } = conditions();
  for (let beat = 0; beat < 2; beat++) {
    log.info({ seq: 1 }, "beat done");
    log.debug({}, "a detail");
  }
  assert.deepEqual(lines, ["info beat done", "debug a detail", "info beat done", "debug a detail"]);
});

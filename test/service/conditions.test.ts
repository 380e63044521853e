// A problem that people can fix is logged once, not every 15 minutes, and once more when it is resolved.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Log } from "../../src/base/edges.ts";
import { conditionLog } from "../../src/service/daemon/conditions.ts";

/** A condition log, and the lines that it passed on; `logged` leaves out those at debug level. */
function conditions() {
  const lines: string[] = [];
  const to = (level: string) => (_fields: object, message: string) => void lines.push(`${level} ${message}`);
  const target: Log = { debug: to("debug"), info: to("info"), warn: to("warn"), error: to("error") };
  return {
    log: conditionLog(target),
    logged: () => lines.filter((text) => !text.startsWith("debug")),
    lines,
  };
}

const full = { condition: "saving", code: "ENOSPC" };
const resolved = { condition: "saving", resolved: true };

test("a condition is logged immediately", () => {
  const { log, logged } = conditions();
  log.error(full, "the disk is full");
  assert.deepEqual(logged(), ["error the disk is full"]);
});

test("a condition that lasts is logged once; its repeats are logged at debug level", () => {
  const { log, lines } = conditions();
  for (let beat = 0; beat < 96; beat++) log.error({ ...full }, "the disk is full");
  assert.deepEqual(lines.slice(0, 2), ["error the disk is full", "debug the disk is full"]);
  assert.equal(new Set(lines.slice(1)).size, 1);
});

test("a condition that changed is logged again", () => {
  const { log, logged } = conditions();
  log.error(full, "the disk is full");
  log.error({ ...full, code: "EROFS" }, "the disk is full");
  log.warn({ ...full, code: "EROFS" }, "the disk is full");
  log.warn({ ...full, code: "EROFS" }, "the disk is failing");
  assert.deepEqual(logged(), [
    "error the disk is full",
    "error the disk is full",
    "warn the disk is full",
    "warn the disk is failing",
  ]);
});

test("a resolved condition is logged once, at info level", () => {
  const { log, logged } = conditions();
  log.error(full, "the disk is full");
  log.debug(resolved, "saving: ok");
  log.debug(resolved, "saving: ok");
  assert.deepEqual(logged(), ["error the disk is full", "info saving: ok"]);
});

test("a condition that never occurred is not logged as resolved", () => {
  const { log, logged } = conditions();
  log.debug(resolved, "saving: ok");
  assert.deepEqual(logged(), []);
});

test("a condition that returns after it was resolved is logged again", () => {
  const { log, logged } = conditions();
  for (let time = 0; time < 2; time++) {
    log.error(full, "the disk is full");
    log.debug(resolved, "saving: ok");
  }
  assert.deepEqual(logged(), [
    "error the disk is full",
    "info saving: ok",
    "error the disk is full",
    "info saving: ok",
  ]);
});

test("resolving one condition leaves another one as logged", () => {
  const { log, logged } = conditions();
  log.error(full, "the disk is full");
  log.warn({ condition: "push" }, "no collector");
  log.debug(resolved, "saving: ok");
  log.warn({ condition: "push" }, "no collector");
  assert.deepEqual(logged(), ["error the disk is full", "warn no collector", "info saving: ok"]);
});

test("lines without a condition pass unchanged every time", () => {
  const { log, lines } = conditions();
  for (let beat = 0; beat < 2; beat++) {
    log.info({ seq: 1 }, "refresh done");
    log.debug({}, "a detail");
  }
  assert.deepEqual(lines, ["info refresh done", "debug a detail", "info refresh done", "debug a detail"]);
});

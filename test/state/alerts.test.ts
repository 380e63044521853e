// What was raised comes back from its file, and whatever else is in its place counts as nothing (rule ALERT-3).
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import fc from "fast-check";
import { noteAlerts, readAlerts } from "../../src/state/alerts/file.ts";
import { stateFolder } from "../../src/state/folder/state-folder.ts";
import { failAt, failingFiles } from "../support/failing-files.ts";
import { at, HOUR, NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { modeOf, namesIn } from "../support/state-disk.ts";

const raised = (threshold: number | "forecast", fields: object = {}) => ({
  kind: "session",
  group: "session",
  model: null,
  threshold,
  at: at(NOW),
  resetsAt: at(NOW + HOUR),
  ...fields,
});
const ALERTS = [raised(80), raised("forecast", { model: "Large", resetsAt: null })];

test("alerts come back as they were noted, from a file with mode 600", async (t) => {
  const folder = stateFolder(await temporaryFolder(t));
  assert.equal(await readAlerts(folder), undefined);
  await noteAlerts(folder, ALERTS);
  assert.deepEqual(await readAlerts(folder), ALERTS);
  assert.equal(await modeOf(folder.names.alerts), 0o600);
});

test("a file that is cut at any byte counts as none, except without its newline only", async (t) => {
  const folder = stateFolder(await temporaryFolder(t));
  await noteAlerts(folder, ALERTS);
  const intact = await readFile(folder.names.alerts);
  for (let length = 0; length < intact.length - 1; length++) {
    await writeFile(folder.names.alerts, intact.subarray(0, length));
    assert.equal(await readAlerts(folder), undefined, `cut at ${length}`);
  }
});

test("any bytes in its place count as none", async (t) => {
  const folder = stateFolder(await temporaryFolder(t));
  const bytes = fc.oneof(
    fc.uint8Array(),
    fc.json().map((text) => Buffer.from(text)),
    fc.jsonValue().map((value) => Buffer.from(JSON.stringify({ schemaVersion: 1, raised: value }))),
  );
  const property = fc.asyncProperty(bytes, async (content) => {
    await writeFile(folder.names.alerts, content);
    assert.equal(await readAlerts(folder), undefined);
  });
  await fc.assert(property, { numRuns: 50 });
});

test("a write that fails at any call leaves the old alerts or the new ones, and never rejects", async (t) => {
  for (let index = 0, isClean = false; !isClean; index++) {
    const dir = await temporaryFolder(t);
    await noteAlerts(stateFolder(dir), ALERTS.slice(0, 1));
    const { files, calls, openHandles } = failingFiles(failAt(index, "ENOSPC"));
    await noteAlerts(stateFolder(dir, files), ALERTS);
    assert.ok([1, 2].includes((await readAlerts(stateFolder(dir)))?.length ?? 0), calls[index]?.label);
    assert.deepEqual(await namesIn(dir), ["alerts.json"], calls[index]?.label);
    assert.equal(openHandles(), 0);
    isClean = calls.length <= index;
  }
});

// The agent's version (rule SCAN-19).
import assert from "node:assert/strict";
import test from "node:test";
import { UNUSUAL_VERSIONS } from "../../bench/corpus/unusual-values.ts";
import { line } from "../support/transcript.ts";
import { scanLines, scanOf } from "../support/usage/scans.ts";

const OLD = "2026-11-20T10:00:00Z";
const NEW = "2026-11-20T11:00:00Z";

test("without transcripts there is no version", async (t) => {
  assert.equal((await scanOf(t, {})).agentVersion, null);
});

test("the version is the one on the newest line, at any position", async (t) => {
  const files = {
    "a.jsonl": [line({ at: NEW, version: "2.1.90" }), line({ at: OLD, version: "2.2.0" })],
    "b.jsonl": [line({ at: OLD, version: "3.0.0" })],
  };
  assert.equal((await scanOf(t, files)).agentVersion, "2.1.90");
});

test("the newest line is found by its instant, not by the text of its timestamp", async (t) => {
  const lines = [
    line({ at: "2026-11-20T12:00:00+09:00", version: "1.0.0" }),
    line({ at: "2026-11-20T11:00:00-05:00", version: "2.0.0" }),
  ];
  assert.equal((await scanLines(t, ...lines)).agentVersion, "2.0.0");
});

test("a newer line without a version does not hide an older one with a version", async (t) => {
  const lines = [line({ at: OLD, version: "2.1.90" }), line({ at: NEW, version: undefined })];
  assert.equal((await scanLines(t, ...lines)).agentVersion, "2.1.90");
});

test("the version also counts on a request's copy that is not its best line", async (t) => {
  const lines = [
    line({ at: OLD, version: "1.0.0", output: 9 }),
    line({ at: NEW, version: "2.0.0", output: 1 }),
  ];
  assert.equal((await scanLines(t, ...lines)).agentVersion, "2.0.0");
});

test("the version on a line that does not count is ignored", async (t) => {
  const lines = [
    line({ at: OLD, version: "1.0.0" }),
    line({ at: NEW, version: "2.0.0", type: "user" }),
    line({ at: NEW, version: "3.0.0", model: "<synthetic>" }),
    line({ at: NEW, version: "4.0.0", usage: null }),
    line({ at: "2026-11-22T11:00:00Z", version: "5.0.0" }),
    line({ at: "2026-09-01T11:00:00Z", version: "6.0.0" }),
  ];
  assert.equal((await scanLines(t, ...lines)).agentVersion, "1.0.0");
});

test("the version on a line before the oldest day of the scan is ignored", async (t) => {
  const files = { "a.jsonl": [line({ at: "2026-11-19T04:59:59.999Z" })] };
  assert.equal((await scanOf(t, files, { since: "2026-11-19" })).agentVersion, null);
  assert.equal((await scanOf(t, files, { since: "2026-11-18" })).agentVersion, "2.1.90");
});

test("among lines of the same instant, the version is that of the first one read", async (t) => {
  const files = { "b.jsonl": [line({ version: "2.0.0" })], "a.jsonl": [line({ version: "1.0.0" })] };
  assert.equal((await scanOf(t, files)).agentVersion, "1.0.0");
});

for (const [raw, version] of UNUSUAL_VERSIONS) {
  test(`the version ${raw?.slice(0, 30) ?? "left out"} ${version === undefined ? "is ignored" : "is used"}`, async (t) => {
    const text = line({ version: raw === undefined ? undefined : "HERE" }).replace('"HERE"', raw ?? "");
    assert.equal((await scanLines(t, text)).agentVersion, version ?? null);
  });
}

// Whatever the state, the settings and the input are, there is one line and exit code 0 (rules STATUSLINE-1, STATUSLINE-2).
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmod, mkdir, symlink, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { encodeState } from "../../src/state/disk/codec.ts";
import { at, HOUR, item, okLimits, stateWith } from "../support/fixtures.ts";
import { HOME_PATHS, makeHome } from "../support/home.ts";
import { type Input, lineOf } from "../support/statusline.ts";

const LIMITS = okLimits(Date.now(), [item({ percent: 20, resetsAt: at(Date.now() + 3 * HOUR) })]);
const STATE = encodeState(stateWith({ lastGoodLimits: LIMITS }));

for (const [what, input] of Object.entries({
  "never ends": { open: "" },
  "never ends after half an object": { open: '{"rate_limits":' },
  "never stops": "flood",
  "is closed": "closed",
  "is empty": { text: "" },
  "is no JSON": { text: "\u0000\u001B[2J not json\n" },
  "is nested too deep": { text: "[".repeat(500_000) },
  "is longer than a megabyte": { text: " ".repeat(3_000_000) },
  "is a folder": { path: "/" },
} satisfies Record<string, Input>)) {
  test(`an input that ${what}: one line with what is saved`, async (t) => {
    const { env } = await makeHome(t, { state: STATE });
    assert.match(await lineOf({ env, input }), /^5h 80% left/);
  });
}

test("an input of any bytes: one line", async (t) => {
  const { env } = await makeHome(t, { state: STATE });
  const property = fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (text) => {
    assert.match(await lineOf({ env, input: { text } }), /^5h /);
  });
  await fc.assert(property, { numRuns: 8 });
});

const OTHER = JSON.stringify({ ...(JSON.parse(STATE) as object), program: "other" });
const NEWER = JSON.stringify({ ...(JSON.parse(STATE) as object), schemaVersion: 2 });
const ODD = JSON.stringify({
  ...(JSON.parse(STATE) as object),
  days: { "2026-11-20": { models: { a: { inputTokens: 1.5 }, b: null, __proto__: 7 } } },
  lastGoodLimits: {
    fetchedAt: "soon",
    items: [null, 7, { kind: "session", group: 1 }, { kind: "session", group: "s", percent: 1e300 }],
  },
});

for (const [what, state] of Object.entries({
  empty: "",
  "cut short": STATE.slice(0, 200),
  "nested too deep": "[".repeat(1_000_000),
  "of another program": OTHER,
  "of a newer version": NEWER,
  "full of odd values": ODD,
  "no object": "[7]",
})) {
  test(`a state that is ${what}: one line`, async (t) => {
    const { env } = await makeHome(t, { state });
    assert.match(await lineOf({ env }), /^no (?:refresh yet|limits known)/);
  });
}

test("a corrupt state is replaced by the previous one", async (t) => {
  const { env } = await makeHome(t, { state: STATE.slice(0, 200), previous: STATE });
  assert.match(await lineOf({ env }), /^5h 80% left/);
});

test("a state cut at any byte, or with any byte changed: one line", async (t) => {
  const home = await makeHome(t, { state: STATE });
  const damages = fc.record({ at: fc.nat(STATE.length - 1), byte: fc.option(fc.nat(255)) });
  const property = fc.asyncProperty(damages, async ({ at: place, byte }) => {
    const bytes = Buffer.from(STATE);
    if (byte !== null) bytes[place] = byte;
    await writeFile(home.names.state, byte === null ? bytes.subarray(0, place) : bytes);
    await lineOf({ env: home.env });
  });
  await fc.assert(property, { numRuns: 10 });
});

for (const [what, history] of Object.entries({
  "no JSON": "x",
  "full of odd rows": JSON.stringify({
    schemaVersion: 1,
    program: "agent-usage",
    limits: [null, { kind: "session", group: "session", model: 7 }],
    readings: [
      7,
      null,
      [],
      [0, 1, 2, 3],
      [1, 50, 1e300, null],
      [1, -1, 5, 5],
      [9, 1, 1, 1],
      ["x", {}, [], ""],
    ],
  }),
})) {
  test(`a history that is ${what}: the limits without it`, async (t) => {
    const home = await makeHome(t, { state: STATE });
    await writeFile(home.names.history, history);
    assert.match(await lineOf({ env: home.env }), /^5h 80% left/);
  });
}

test("a pipe, a folder, an endless device, a loop of links or a huge file in place of the state, the history or the settings holds nothing up", async (t) => {
  const home = await makeHome(t, { state: STATE });
  const settings = join(home.dir, HOME_PATHS.settings);
  await mkdir(dirname(settings), { recursive: true });
  const put = {
    pipe: (path: string) => execFileSync("mkfifo", [path]),
    folder: (path: string) => mkdir(path),
    device: (path: string) => symlink("/dev/zero", path),
    loop: (path: string) => symlink(path, path),
    huge: async (path: string) => {
      await writeFile(path, "");
      await truncate(path, 50_000_000_000);
    },
  };
  for (const place of ["state", "history", "settings"] as const) {
    for (const [what, make] of Object.entries(put)) {
      const { env, dir, names } = await makeHome(t, { ...(place !== "state" && { state: STATE }) });
      const path = place === "settings" ? join(dir, HOME_PATHS.settings) : names[place];
      await mkdir(dirname(path), { recursive: true });
      await make(path);
      assert.match(
        await lineOf({ env }),
        place === "state" ? /^no refresh yet$/ : /^5h 80% left/,
        `${what} ${place}`,
      );
    }
  }
});

test("settings that are wrong, unreadable or name a strange folder: one line", async (t) => {
  for (const text of [
    "{",
    "[]",
    '{"stateDir":7}',
    '{"stateDir":"relative"}',
    '{"stateDir":"/\\u0000"}',
    '{"other":1}',
  ]) {
    const home = await makeHome(t, { state: STATE });
    await home.put(HOME_PATHS.settings, text);
    assert.match(await lineOf({ env: home.env }), /^5h 80% left/, text);
  }
  const home = await makeHome(t, { state: STATE, settings: {} });
  await chmod(join(home.dir, HOME_PATHS.settings), 0o000);
  assert.match(await lineOf({ env: home.env }), /^5h 80% left/);
});

test("without a home folder, or with a home that does not exist: one line", async () => {
  for (const HOME of ["", "relative", "/nonexistent"]) await lineOf({ env: { HOME } });
});

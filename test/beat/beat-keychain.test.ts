// A beat with the login in the macOS Keychain, as the daemon and `beat` run it.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { DETAILS } from "../../src/limits/fetch.ts";
import { Keychain } from "../../src/limits/keychain/keychain.ts";
import { BEAT_AT, makeWorld, type World } from "../support/beat-world.ts";
import { HOUR } from "../support/fixtures.ts";
import { fakeSecurity, ITEM, itemText, KEYCHAIN_TOKEN, printing } from "../support/keychain.ts";

const FRESH = printing(itemText({ expiresAt: Date.parse(BEAT_AT) + 8 * HOUR }));

function keychainOf(world: World, program: string): Keychain {
  const notePath = join(world.stateDir, "keychain.json");
  return new Keychain({ item: ITEM, notePath, security: { program } });
}

/** A beat of a world without a credentials file. */
async function beatWith(t: Parameters<typeof makeWorld>[0], script: string) {
  const world = await makeWorld(t);
  const { program, calls, answer } = await fakeSecurity(t, script);
  const keychain = keychainOf(world, program);
  const config = {
    ...world.config,
    credentials: "keychain",
    credentialsPath: join(world.home, "none"),
  } as const;
  const beat = (at?: string) => world.beat({ config, keychain, ...(at !== undefined && { at }) });
  return { world, beat, calls, answer };
}

test("the token of the Keychain goes to the usage URL only, and is in no file, log line or push", async (t) => {
  const { world, beat } = await beatWith(t, FRESH);
  const result = await beat();
  assert.equal(result.status === "done" && result.limits.status, "ok");
  assert.deepEqual(
    world.calls.filter(({ headers, body }) => JSON.stringify([headers, body]).includes(KEYCHAIN_TOKEN))
      .length,
    1,
  );
  const files = await readdir(world.stateDir);
  const texts = await Promise.all(
    files.map((name) => readFile(join(world.stateDir, name), "utf8").catch(() => "")),
  );
  assert.doesNotMatch(
    [...texts, ...world.logged, JSON.stringify(result)].join("\n"),
    new RegExp(KEYCHAIN_TOKEN),
  );
});

test("a daemon's beats read the Keychain once while the token is valid", async (t) => {
  const { beat, calls } = await beatWith(t, FRESH);
  await beat();
  await beat("2026-11-20T17:15:00.000Z");
  assert.equal((await calls()).length, 1);
});

test("after a 401 the next beat reads the Keychain again", async (t) => {
  const { world, beat, calls } = await beatWith(t, FRESH);
  world.vendor.answer({ status: 401, body: "" });
  await beat();
  await beat("2026-11-20T17:15:00.000Z");
  assert.equal((await calls()).length, 2);
});

for (const [script, failure, detail, words] of [
  ["exit 44", "absent", "no_credentials", "the Keychain has no login of the coding agent"],
  ["exit 36", "locked", "parse_error", "the Keychain is locked"],
  ["exit 51", "denied", "parse_error", "macOS denied access"],
  [printing("nothing"), "malformed", "parse_error", "cannot be read"],
] as const) {
  test(`${failure}: the detail is from the closed list, and the log and the result say why`, async (t) => {
    const { world, beat } = await beatWith(t, script);
    const result = await beat();
    assert.ok(result.status === "done");
    assert.deepEqual(
      [result.limits.status, result.limits.detail, result.keychain],
      ["unavailable", detail, failure],
    );
    assert.ok((DETAILS as readonly string[]).includes(detail));
    const warned = world.logged.find((line) => line.startsWith("warn") && line.includes("no new limits"));
    assert.ok(warned?.includes(words), warned);
    const push = world.calls.at(-1)?.body ?? "";
    assert.doesNotMatch(push, /keychain/i);
  });
}

test("if the limits are off, the Keychain is not read", async (t) => {
  const world = await makeWorld(t);
  const { program, calls } = await fakeSecurity(t, FRESH);
  const config = { ...world.config, credentials: "keychain" } as const;
  await world.beat({
    config,
    keychain: keychainOf(world, program),
    env: { HOME: world.home, AGENT_USAGE_LIMITS: "off" },
  });
  assert.deepEqual(await calls(), []);
});

test("with a file as credentials, the Keychain is not read", async (t) => {
  const world = await makeWorld(t);
  const result = await world.beat();
  assert.equal(result.status === "done" && result.limits.status, "ok");
  assert.ok(!(await readdir(world.stateDir)).includes("keychain.json"));
});

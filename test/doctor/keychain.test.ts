// What doctor and status say of a login in the macOS Keychain.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { gatherKeychain, judgeKeychain } from "../../src/commands/doctor/keychain.ts";
import { savedKeychainFailure } from "../../src/commands/keychain.ts";
import type { LimitsResult } from "../../src/contract/index.ts";
import { limitsFailure } from "../../src/failures/index.ts";
import { writeNote } from "../../src/limits/keychain/note.ts";
import { whyNotFresh } from "../../src/report/index.ts";
import { resolveConfig } from "../../src/settings/index.ts";
import { stateFolder } from "../../src/state/index.ts";
import { runChild } from "../support/child.ts";
import { HOUR, NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { fakeSecurity, ITEM, itemText, KEYCHAIN_TOKEN, printing } from "../support/keychain.ts";

async function judged(t: Parameters<typeof fakeSecurity>[0], script: string, note = false) {
  const { program, folder } = await fakeSecurity(t, script);
  const notePath = join(folder, "keychain.json");
  if (note) await writeNote(notePath, "locked", NOW);
  return judgeKeychain(await gatherKeychain(ITEM, notePath, { program, timeoutMs: 500 }), NOW);
}

for (const [script, words, fix] of [
  ["exit 44", "the Keychain has no login", "log in with the coding agent, then agent-usage install --now"],
  ["exit 36", "the Keychain is locked", "run security unlock-keychain"],
  ["exit 51", "macOS denied access", "log in with the coding agent again"],
  ["sleep 600", "the Keychain did not answer in time", "log in with the coding agent again"],
  [printing("?"), "cannot be read", "log in with the coding agent again"],
] as const) {
  test(`doctor: ${words}, with the item's name and a fix`, async (t) => {
    const [check, ...more] = await judged(t, script);
    assert.deepEqual([check?.id, check?.status, more], ["credentials", "failure", []]);
    assert.ok(check?.message.includes(words), check?.message);
    assert.ok(check?.message.endsWith('(item "Agent-credentials", account "me")'));
    assert.ok(check?.fix?.startsWith(fix), check?.fix);
  });
}

test("doctor says when the token expires, and never prints it", async (t) => {
  const checks = await judged(t, printing(itemText({ expiresAt: NOW + 2 * HOUR })));
  assert.match(checks[0]?.message ?? "", /^the access token expires in 2 h$/);
  assert.doesNotMatch(JSON.stringify(checks), new RegExp(KEYCHAIN_TOKEN));
});

test("if it can be read again, doctor says that refreshes still wait, and how to end that", async (t) => {
  const [, waits] = await judged(t, printing(itemText({ expiresAt: NOW + 2 * HOUR })), true);
  assert.deepEqual([waits?.status, waits?.fix], ["warning", "agent-usage install --now"]);
});

test("status shows why the last read failed", async (t) => {
  const dir = await temporaryFolder(t);
  const folder = stateFolder(dir);
  const settings = { ...resolveConfig({ stateDir: dir }, { HOME: dir }), credentials: "keychain" } as const;
  assert.equal(await savedKeychainFailure(settings, folder), undefined);
  await writeNote(folder.names.keychain, "locked", NOW);
  const keychain = await savedKeychainFailure(settings, folder);
  const limits: LimitsResult = { status: "unavailable", detail: "parse_error", fetchedAt: null, items: [] };
  assert.match(
    whyNotFresh(limits, NOW, NOW, "UTC", keychain) ?? "",
    /the Keychain is locked, or cannot be unlocked from here \(SSH\)\. Fix: run security unlock-keychain/,
  );
});

for (const why of ["no_credentials", "token_expired", "parse_error"]) {
  test(`without the setting, a Mac says at ${why} that the Keychain is not read, and how to change that`, () => {
    const { what, fix } = limitsFailure(why, "not_read");
    assert.match(what, /the macOS Keychain, which is not read$/);
    assert.match(
      fix ?? "",
      /^set "credentials": "keychain" in the settings file \(AGENT_USAGE_CREDENTIALS=keychain\)/,
    );
  });
}

test("a failure that the login does not explain keeps its own words", () => {
  assert.deepEqual(limitsFailure("http_429", "not_read"), limitsFailure("http_429"));
});

test("on a Mac, the program for Claude Code says so in status and in doctor", async () => {
  const program = `
    const { savedKeychainFailure } = await load("src/commands/keychain.ts");
    const { judgeCredentials } = await load("src/commands/doctor/credentials.ts");
    const file = { status: "unreadable", code: "ENOENT" };
    const [check] = judgeCredentials({ path: "/c", isChosen: false, file }, 0, "darwin");
    const folder = { names: {} };
    const saved = await Promise.all(["darwin", "linux"].map((platform) => savedKeychainFailure({ credentials: "file" }, folder, platform)));
    console.log(JSON.stringify({ saved, check }));`;
  const { saved, check } = (await runChild(program, { conditions: ["claude-code"] })) as {
    saved: unknown;
    check: { message: string; fix: string };
  };
  assert.deepEqual(saved, ["not_read", null]);
  assert.match(check.message, /the macOS Keychain, which is not read$/);
  assert.match(
    check.fix,
    /^set "credentials": "keychain" in the settings file \(AGENT_USAGE_CREDENTIALS=keychain\)/,
  );
});

// Reading an item with `security`: every answer it was seen to give (rules KEYCHAIN-3 and KEYCHAIN-4).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { readLogin } from "../../src/limits/keychain/keychain.ts";
import { SECURITY, SECURITY_TIMEOUT_MS } from "../../src/limits/keychain/security.ts";
import { runChild } from "../support/child.ts";
import { asHex, fakeSecurity, ITEM, itemText, KEYCHAIN_TOKEN, printing } from "../support/keychain.ts";

test("it is macOS's own program, by its absolute path, with a limit of 2 s", () => {
  assert.deepEqual([SECURITY, SECURITY_TIMEOUT_MS], ["/usr/bin/security", 2_000]);
});

test("it is called once, and only to find and print the item", async (t) => {
  const { program, calls } = await fakeSecurity(t, printing(itemText()));
  await readLogin(ITEM, { program });
  assert.deepEqual(await calls(), ["find-generic-password -s Agent-credentials -a me -w"]);
});

const LOGIN = { status: "ok", accessToken: KEYCHAIN_TOKEN, expiresAt: 7 };

for (const [what, output, expected] of [
  ["JSON", itemText({ expiresAt: 7 }), LOGIN],
  ["JSON in hex, because of one é", asHex(itemText({ expiresAt: 7, name: "é" })), LOGIN],
  ["JSON in hex, because of a newline", asHex(`${itemText({ expiresAt: 7 })}\n`), LOGIN],
  ["a login beside the tokens of MCP servers", itemText({ expiresAt: 7 }, { mcpOAuth: { a: 1 } }), LOGIN],
  ["the tokens of MCP servers only", '{"mcpOAuth":{"a":{"accessToken":"other"}}}', { status: "no_login" }],
  ["a login with an empty token", itemText({ accessToken: "" }), { status: "no_login" }],
  ["nothing", "", { status: "malformed" }],
  ["half of a JSON text", itemText().slice(0, 20), { status: "malformed" }],
  ["hex of something else", asHex("not JSON"), { status: "malformed" }],
  ["an odd number of hex digits", asHex(itemText()).slice(1), { status: "malformed" }],
  ["a number, which is JSON and hex", "1234", { status: "malformed" }],
  ["a list", "[1]", { status: "malformed" }],
] as const) {
  test(`${what}: ${expected.status}`, async (t) => {
    const { program } = await fakeSecurity(t, printing(output));
    assert.deepEqual(await readLogin(ITEM, { program }), expected);
  });
}

for (const [code, status] of [
  [44, "absent"],
  [36, "locked"],
  [51, "denied"],
  [128, "denied"],
  [1, "failed"],
  [50, "failed"],
] as const) {
  test(`exit status ${code} means ${status}`, async (t) => {
    const { program } = await fakeSecurity(t, `${printing(itemText())}\nexit ${code}`);
    assert.deepEqual(await readLogin(ITEM, { program }), { status });
  });
}

test("a `security` that does not exist, or cannot be run, is a failure", async () => {
  for (const program of ["/nowhere/security", "/"]) {
    assert.deepEqual(await readLogin(ITEM, { program }), { status: "failed" });
  }
});

test("a `security` that prints without end is stopped", async (t) => {
  const { program } = await fakeSecurity(t, "yes 0123456789abcdef");
  assert.deepEqual(await readLogin(ITEM, { program, timeoutMs: 60_000 }), { status: "failed" });
});

/** Waits behind a dialog, with a child process that holds its output open. */
const HANGING = 'sleep 600 &\necho "$$ $!" > "$0.pids"\nwait';

test("one that waits for a dialog is killed after the limit, with every process that it started", {
  timeout: 30_000,
}, async (t) => {
  const { program, folder } = await fakeSecurity(t, HANGING);
  assert.deepEqual(await readLogin(ITEM, { program, timeoutMs: 500 }), { status: "timeout" });
  const pids = readFileSync(join(folder, "security.pids"), "utf8").trim().split(" ").map(Number);
  assert.equal(pids.length, 2);
  for (const pid of pids) while (!hasEnded(pid)) await setImmediate();
});

test("one whose child process holds the output open is ended by the limit too", async (t) => {
  const { program } = await fakeSecurity(t, "sleep 600 &\nexit 0");
  assert.deepEqual(await readLogin(ITEM, { program, timeoutMs: 500 }), { status: "timeout" });
});

test("a signal ends it at once", async (t) => {
  const { program } = await fakeSecurity(t, HANGING);
  const stop = new AbortController();
  const reading = readLogin(ITEM, { program, timeoutMs: 60_000, signal: stop.signal });
  stop.abort();
  assert.deepEqual(await reading, { status: "aborted" });
  assert.deepEqual(await readLogin(ITEM, { program, signal: stop.signal }), { status: "aborted" });
});

test("a process that exits meanwhile leaves none of it behind", { timeout: 60_000 }, async (t) => {
  const { program, folder } = await fakeSecurity(t, HANGING);
  const code = `
    const { readItem } = await load("src/limits/keychain/security.ts");
    const { readFileSync } = await import("node:fs");
    void readItem({ service: "s", account: "a" }, { program: "${program}", timeoutMs: 60_000 });
    const look = setInterval(() => {
      try {
        const pids = readFileSync("${join(folder, "security.pids")}", "utf8").trim().split(" ");
        if (pids.length < 2) return;
        clearInterval(look);
        process.stdout.write(JSON.stringify(pids.map(Number)), () => process.exit());
      } catch {}
    }, 20);`;
  const pids = (await runChild(code)) as number[];
  for (const pid of pids) while (!hasEnded(pid)) await setImmediate();
});

/** Whether a process is gone, or killed and not yet collected by its parent. */
function hasEnded(pid: number): boolean {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1];
    return state?.startsWith("Z") ?? true;
  } catch {
    return true;
  }
}

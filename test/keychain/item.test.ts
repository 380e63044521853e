// Which item holds the login, for each way to set the coding agent's folder (rule KEYCHAIN-2).
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { userInfo } from "node:os";
import { test } from "node:test";
import { keychainItem } from "../../src/limits/keychain/item.ts";
import { runChild } from "../support/child.ts";

const FACTS = {
  service: "Agent-credentials",
  account: "agent-user",
  folderVariable: "AGENT_SECURE_CONFIG_DIR",
} as const;
const MOVED = "AGENT_CONFIG_DIR";

const itemOf = (env: Readonly<Record<string, string>>) => keychainItem(env, FACTS, MOVED);
const suffixed = (path: string) =>
  `Agent-credentials-${createHash("sha256").update(path).digest("hex").slice(0, 8)}`;
const serviceOf = (env: Readonly<Record<string, string>>) => itemOf({ USER: "me", ...env })?.service;

test("without a variable the service has no suffix", () => {
  assert.deepEqual(itemOf({ USER: "me" }), { service: "Agent-credentials", account: "me" });
});

test("a folder that is set gives a suffix, even the default one; an empty variable gives none", () => {
  assert.equal(serviceOf({ [MOVED]: "/home/me/.agent" }), suffixed("/home/me/.agent"));
  assert.equal(serviceOf({ [MOVED]: "" }), "Agent-credentials");
});

test("the path counts as it is given: with a slash at its end it is another item", () => {
  assert.notEqual(serviceOf({ [MOVED]: "/a/" }), serviceOf({ [MOVED]: "/a" }));
});

test("the path is normalized to NFC first", () => {
  assert.equal(serviceOf({ [MOVED]: "/Bu\u0308ro" }), suffixed("/B\u00fcro"));
});

test("the variable for the Keychain's folder overrides the other; empty, there is no suffix", () => {
  assert.equal(serviceOf({ [MOVED]: "/a", AGENT_SECURE_CONFIG_DIR: "/b" }), suffixed("/b"));
  assert.equal(serviceOf({ [MOVED]: "/a", AGENT_SECURE_CONFIG_DIR: "" }), "Agent-credentials");
});

for (const [user, account] of [
  ["me.too_1-2", "me.too_1-2"],
  ["jürgen", "agent-user"],
  ["my name", "agent-user"],
  ["-", "-"],
] as const) {
  test(`the user ${user} has the account ${account}`, () => {
    assert.equal(itemOf({ USER: user })?.account, account);
  });
}

test("without USER the account is the system's name for the user", () => {
  assert.equal(itemOf({})?.account, userInfo().username);
});

test("the program for Claude Code reads Claude Code's item; the other has none", async () => {
  const program = `
    const { keychainItem } = await load("src/limits/keychain/item.ts");
    const found = [{}, { CLAUDE_CONFIG_DIR: "/c" }, { CLAUDE_CONFIG_DIR: "/c", CLAUDE_SECURESTORAGE_CONFIG_DIR: "" }];
    console.log(JSON.stringify(found.map((env) => keychainItem({ USER: "me", ...env }) ?? null)));`;
  const service = "Claude Code-credentials";
  const suffix = createHash("sha256").update("/c").digest("hex").slice(0, 8);
  assert.deepEqual(await runChild(program, { conditions: ["claude-code"] }), [
    { service, account: "me" },
    { service: `${service}-${suffix}`, account: "me" },
    { service, account: "me" },
  ]);
  assert.deepEqual(await runChild(program), [null, null, null]);
});

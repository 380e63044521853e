// Secrets as they are made and looked up, and the limit on failures.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { FailureLimiter, hashOf, isAllowed, makeSecret, prefixOf } from "../src/auth/index.ts";

const KEY = randomBytes(32);
const KINDS = ["token", "code", "key", "link", "session", "share", "shareSession"] as const;

test("a secret is found by its hash, and the stored part holds no more than 8 of its characters", () => {
  const { secret, stored } = makeSecret("token", KEY);
  assert.equal(hashOf("token", secret, KEY), stored.hash);
  assert.equal(stored.prefix.length, 8);
  assert.equal(prefixOf(secret), stored.prefix);
  assert.ok(!stored.hash.includes(secret.slice(4)));
});

test("no secret is looked up as one of another kind", () => {
  for (const kind of KINDS) {
    const { secret } = makeSecret(kind, KEY);
    for (const other of KINDS) assert.equal(hashOf(other, secret, KEY) !== undefined, other === kind);
  }
});

test("changing the letters of a kind does not make it another kind's secret", () => {
  const { secret, stored } = makeSecret("code", KEY);
  assert.notEqual(hashOf("token", secret.replace("auc_", "aut_"), KEY), stored.hash);
});

test("another key gives another hash", () => {
  const { secret, stored } = makeSecret("key", KEY);
  assert.notEqual(hashOf("key", secret, randomBytes(32)), stored.hash);
});

for (const text of [
  "",
  "aut_",
  "aut_short",
  `aut_${"x".repeat(44)}`,
  `aut_${"x".repeat(42)}\n`,
  "é".repeat(47),
]) {
  test(`${JSON.stringify(text)} is no token`, () => assert.equal(hashOf("token", text, KEY), undefined));
}

test("an address may fail 60 times a minute, and others are not held up by it", async () => {
  let now = 0;
  const limiter = FailureLimiter.ofAddresses({ clock: () => now });
  const fail = () => limiter.fail("192.0.2.1");
  for (let count = 0; count < 60; count++) assert.equal(await fail(), false);
  assert.equal(await fail(), true);
  assert.equal(await limiter.isBlocked("192.0.2.1"), true);
  assert.equal(await limiter.fail("192.0.2.2"), false);
  now += 60_000;
  assert.equal(await limiter.isBlocked("192.0.2.1"), false);
  assert.equal(await fail(), false);
});

test("attempts count from their start, and those that were no failures are taken back", async () => {
  const limiter = FailureLimiter.ofAccounts({ clock: () => 0 });
  const takeBack = await Promise.all(Array.from({ length: 10 }, () => limiter.attempt("ada")));
  assert.equal(await limiter.attempt("ada"), undefined);
  assert.equal(await limiter.isBlocked("ada"), true);
  takeBack[0]?.();
  assert.equal(await limiter.isBlocked("ada"), false);
  assert.equal(await limiter.fail("ada"), false);
  assert.equal(await limiter.fail("ada"), true);
});

test("all addresses of an IPv6 /64 count as one", async () => {
  const limiter = FailureLimiter.ofAddresses({ clock: () => 0 });
  for (let count = 0; count < 60; count++) await limiter.fail(`2001:db8:1:2::${count.toString(16)}`);
  assert.equal(await limiter.fail("2001:db8:1:2:ffff:ffff:ffff:ffff"), true);
  assert.equal(await limiter.fail("2001:db8:1:3::1"), false);
});

test("who may do what", () => {
  const callers = {
    stranger: { kind: "stranger" },
    "API key": { kind: "key", scope: "api", name: "n" },
    "metrics key": { kind: "key", scope: "metrics", name: "n" },
    viewer: { kind: "person", role: "viewer", name: "n", session: null },
    admin: { kind: "person", role: "admin", name: "n", session: null },
    "share link": { kind: "share", page: "/limits", from: "2026-11-01", to: "2026-11-22" },
  } as const;
  const needs = ["read", "metrics", "view", "self", "change", "administer"] as const;
  const allowed = Object.entries(callers).map(([name, caller]) => [
    name,
    needs.filter((need) => isAllowed(caller, need, "/limits")),
  ]);
  assert.deepEqual(Object.fromEntries(allowed), {
    stranger: [],
    "API key": ["read"],
    "metrics key": ["metrics"],
    viewer: ["read", "view", "self"],
    admin: ["read", "view", "self", "change", "administer"],
    "share link": ["view"],
  });
  for (const path of ["/", "/machines", "/limits/", "/limits.csv", undefined]) {
    assert.equal(isAllowed(callers["share link"], "view", path), false, path);
  }
});

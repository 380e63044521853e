// Strangers who guess a password do not lock out a browser that its owner signed in with.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../../test/support/folder.ts";
import { FailureLimiter, KNOWN_MS, knownBrowser, makeKnownBrowser, Passwords } from "../src/auth/index.ts";
import { openStore } from "../src/store/index.ts";
import { checkPassword } from "../src/web/sign-in/sign-in.ts";

const KEY = Buffer.alloc(32, 1);
const NOW = Date.UTC(2026, 10, 22);

test("a browser is known to whoever signed in with it, for a year, and not if its cookie was changed", () => {
  const cookie = makeKnownBrowser("ada", NOW, KEY);
  const id = knownBrowser(cookie, "ada", NOW, KEY);
  assert.equal(id?.length, 22);
  assert.equal(knownBrowser(cookie, "ada", NOW + KNOWN_MS - 1, KEY), id);
  assert.equal(knownBrowser(cookie, "ada", NOW + KNOWN_MS, KEY), undefined);
  assert.equal(knownBrowser(cookie, "bob", NOW, KEY), undefined);
  assert.equal(knownBrowser(cookie, "ada", NOW, Buffer.alloc(32, 2)), undefined);
  const later = cookie.replace(String(NOW + KNOWN_MS), String(NOW + KNOWN_MS + 1));
  for (const changed of [later, `B${cookie.slice(1)}`, `${cookie}A`, cookie.slice(0, -1), ""])
    if (changed !== cookie) assert.equal(knownBrowser(changed, "ada", NOW, KEY), undefined, changed);
});

test("guesses of strangers, of each known browser and of each account are counted apart, 10 a minute", async (t) => {
  const opened = await openStore({
    database: `sqlite:${join(await temporaryFolder(t), "c.db")}`,
    makeAuthority: async () => ({ certificate: "", key: "" }),
  });
  assert.ok(opened.status === "open");
  t.after(() => opened.store.close());
  const context = {
    store: opened.store,
    limiter: FailureLimiter.ofAddresses(),
    accounts: FailureLimiter.ofAccounts(),
    passwords: new Passwords(),
    clock: () => NOW,
  };
  const cheap = "$scrypt$ln=4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA";
  const guess = (from: string, known?: string) => checkPassword("ada", "x", cheap, { from, known }, context);
  const guesses = async (count: number, known?: string) => {
    for (let n = 0; n < count; n++) assert.equal(await guess(`192.0.2.${n}`, known), "wrong");
  };
  await guesses(10);
  assert.equal(await guess("192.0.2.10"), "too_many");
  await guesses(10, "laptop");
  assert.equal(await guess("192.0.2.11", "laptop"), "too_many");
  await guesses(1, "phone");
});

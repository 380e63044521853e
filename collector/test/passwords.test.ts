// Which passwords are taken, and how they are kept.
import assert from "node:assert/strict";
import { scryptSync } from "node:crypto";
import { test } from "node:test";
import { Passwords, passwordProblem } from "../src/auth/index.ts";

for (const [password, problem] of [
  ["elevenchars", "too_short"],
  ["🔑".repeat(11), "too_short"],
  ["x".repeat(257), "too_long"],
  ["qwerty123456", "common"],
  ["1QAZ2wsx3edc", "common"],
  ["Password-2026!", "common"],
  ["passwordpassword", "common"],
  ["aaaaaaaaaaaaaaaa", "common"],
  ["012345678901234", "common"],
  ["Ada.Lovelace1815", "common"],
  ["correct horse battery", undefined],
  ["tr0ub4dor&3xyz", undefined],
] as const) {
  test(`${JSON.stringify(password.slice(0, 30))} is ${problem ?? "taken"}`, () => {
    assert.equal(passwordProblem(password, "ada.lovelace"), problem);
  });
}

const ADDRESS = { from: "192.0.2.1" };
const passwords = new Passwords();
const hash = (await passwords.hash("correct horse battery ﬁ", ADDRESS)) ?? "";

test("a password is kept as a salted hash with its parameters, and is right once typed again", async () => {
  assert.match(hash, /^\$scrypt\$ln=15,r=8,p=3\$[\w+/]{22}\$[\w+/]{43}$/);
  // The same letters, as another keyboard may send them.
  assert.equal(await passwords.verify("correct horse battery fi", hash, ADDRESS), "right");
  assert.equal(await passwords.verify("correct horse battery f", hash, ADDRESS), "wrong");
});

test("parameters of another version are those of the hash", async () => {
  const old = "$scrypt$ln=4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$";
  const key = scryptSync("correct horse battery", Buffer.alloc(16), 32, { N: 16, r: 1, p: 1 });
  const stored = old + key.toString("base64").replace("=", "");
  assert.equal(await passwords.verify("correct horse battery", stored, ADDRESS), "right");
});

test("without a stored hash, every password is wrong", async () => {
  for (const stored of [null, "", "$scrypt$"])
    assert.equal(await passwords.verify("x", stored, ADDRESS), "wrong");
});

test("passwords that come faster than they are compared are sent away, soonest those of one address", async () => {
  const cheap = "$scrypt$ln=4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA";
  const busy = async (addresses: readonly string[]) => {
    const all = await Promise.all(addresses.map((from) => passwords.verify("x", cheap, { from })));
    return all.filter((result) => result === "busy").length;
  };
  assert.equal(await busy(Array.from({ length: 10 }, (_, index) => `2001:db8::${index}`)), 7);
  assert.equal(await busy(Array.from({ length: 30 }, (_, index) => `192.0.2.${index}`)), 18);
  assert.equal(await busy([ADDRESS.from]), 0);
});

test("who is known is not sent away, however many strangers wait, and comes before them", async () => {
  const order: string[] = [];
  const compare = async (from: string, isKnown: boolean) => {
    const stored = "$scrypt$ln=4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA";
    const verdict = await passwords.verify("x", stored, { from, isKnown });
    order.push(`${isKnown ? "known" : "stranger"} ${verdict}`);
  };
  const strangers = Array.from({ length: 12 }, (_, index) => compare(`192.0.2.${index}`, false));
  await Promise.all([...strangers, compare("192.0.2.1", true)]);
  assert.deepEqual(order.slice(0, 3), ["stranger wrong", "known wrong", "stranger wrong"]);
  assert.equal(order.length, 13);
});

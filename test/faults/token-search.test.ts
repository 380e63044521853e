// The search for tokens itself: if it missed any, the tests that expect none would prove nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { formsFound, LEAK_LENGTH, SECRETS, sightings } from "../support/secrets.ts";

const TOKEN = SECRETS.access;
const each = (text: string, write: (code: number) => string) =>
  Array.from(text, (character) => write(character.charCodeAt(0))).join("");
const hex = (code: number) => code.toString(16).padStart(2, "0");

const FORMS: Readonly<Record<string, (text: string) => string | Buffer>> = {
  plain: (text) => text,
  hex: (text) => Buffer.from(text).toString("hex"),
  base64: (text) => Buffer.from(`Bearer ${text};`).toString("base64"),
  base64url: (text) => Buffer.from(`Bearer: ${text}?>?>`).toString("base64url"),
  "percent-encoded": (text) => each(text, (code) => `%${hex(code)}`),
  "JSON-escaped": (text) => each(text, (code) => `\\u00${hex(code)}`),
  "UTF-16": (text) => Buffer.from(text, "utf16le"),
};

for (const [form, write] of Object.entries(FORMS)) {
  test(`finds a token written as ${form} among other bytes`, () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0]), Buffer.from(write(TOKEN)), Buffer.from("\u00e9\n")]);
    assert.ok(formsFound(bytes, TOKEN).includes(form));
  });

  test(`finds any ${LEAK_LENGTH} characters of a token written as ${form}`, () => {
    for (let start = 0; start + LEAK_LENGTH <= TOKEN.length; start++) {
      const part = TOKEN.slice(start, start + LEAK_LENGTH);
      assert.ok(formsFound(write(part), TOKEN).includes(form), part);
    }
  });

  test(`does not report a different token written as ${form}`, () => {
    assert.deepEqual(formsFound(write(SECRETS.refresh), TOKEN), []);
  });
}

for (const [what, text] of [
  ["in capitals", TOKEN.toUpperCase()],
  ["in capital hex", Buffer.from(TOKEN).toString("hex").toUpperCase()],
  ["as a URL's password", new URL(`https://user:${TOKEN}@127.0.0.1`).href],
  ["as a URL's query", `https://127.0.0.1/?${String(new URLSearchParams({ t: TOKEN }))}`],
  ["percent-encoded twice", encodeURIComponent(each(TOKEN, (code) => `%${hex(code)}`))],
  ["as JSON within JSON", JSON.stringify(JSON.stringify({ x: TOKEN }))],
  ["in base64 after one byte", Buffer.from(`x${TOKEN}`).toString("base64")],
  ["in base64 after two bytes", Buffer.from(`xy${TOKEN}`).toString("base64")],
] as const) {
  test(`finds a token ${what}`, () => assert.notDeepEqual(formsFound(text, TOKEN), []));
}

test(`does not report fewer than ${LEAK_LENGTH} characters of a token`, () => {
  assert.deepEqual(formsFound(TOKEN.slice(5, 5 + LEAK_LENGTH - 1), TOKEN), []);
});

test("reports the place, the token's name and its form", () => {
  const places = { log: `x ${SECRETS.push} y`, state: "nothing" };
  assert.deepEqual(sightings(places), ["log: push, plain"]);
});

// Any bytes at all. AGENT_USAGE_LONG_TESTS=1 for 100,000 bodies of each kind.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { aBody, bytes } from "../../../test/support/store/wire.ts";
import { readSnapshot } from "../../src/ingest/index.ts";

const numRuns = process.env["AGENT_USAGE_LONG_TESTS"] === "1" ? 100_000 : 2_000;

/** Never throws, and what is read can be stored. */
function assertRead(body: Uint8Array): void {
  const result = readSnapshot(body);
  if (result.status !== "ok") return;
  const text = JSON.stringify(result.snapshot);
  assert.ok(!text.includes("\\u0000"), "a NUL");
  assert.ok(!/\\ud[89a-f]/i.test(text), "a lone surrogate");
  const { days, seq } = result.snapshot;
  assert.ok(Number.isSafeInteger(seq));
  assert.equal(new Set(days.map(({ day }) => day)).size, days.length);
  for (const { models } of days) {
    for (const count of Object.values(models).flatMap((counts) => Object.values(counts))) {
      assert.ok(Number.isSafeInteger(count) && count >= 0);
    }
  }
}

test("any bytes are read or refused", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (body) => assertRead(body)),
    { numRuns },
  );
});

test("any JSON is read or refused", () => {
  fc.assert(
    fc.property(fc.json(), (text) => assertRead(Buffer.from(text))),
    { numRuns },
  );
});

/** Each place in a value, as the keys that lead to it. */
function placesIn(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [[]];
  const inner = Object.entries(value).flatMap(([key, each]) =>
    placesIn(each).map((place) => [key, ...place]),
  );
  return [[], ...inner];
}

const PLACES = placesIn(aBody()).filter((place) => place.length > 0);

const hostile = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "\0",
    "\ud800",
    "__proto__",
    "",
    "x".repeat(257),
    -0,
    1e308,
    2 ** 53,
    -1,
    0.5,
    null,
    [],
    {},
  ),
  fc.integer(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

test("a correct body with any value anywhere is read or refused", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...PLACES), hostile), { maxLength: 3 }), (changes) => {
      const body = aBody();
      for (const [place, value] of changes) {
        const inner = place.slice(0, -1).reduce((at, key) => at?.[key], body);
        if (typeof inner === "object" && inner !== null) inner[place.at(-1) ?? ""] = structuredClone(value);
      }
      assertRead(bytes(body));
    }),
    { numRuns },
  );
});

test("a correct body with any byte changed is read or refused", () => {
  const body = bytes(aBody());
  fc.assert(
    fc.property(fc.nat(body.byteLength - 1), fc.integer({ min: 0, max: 255 }), (place, byte) => {
      const changed = Buffer.from(body);
      changed[place] = byte;
      assertRead(changed);
    }),
    { numRuns },
  );
});

test("a body nested as deeply as 64 KiB allow is refused, with a NUL at its bottom too", () => {
  for (const bottom of ["1", '"\\u0000"']) {
    const depth = 32_000;
    const body = Buffer.from(`${"[".repeat(depth)}${bottom}${"]".repeat(depth)}`);
    assert.equal(readSnapshot(body).status, "invalid_snapshot");
  }
});

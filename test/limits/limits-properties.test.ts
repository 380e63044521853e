// Properties of every input, each checked on at least 10,000 inputs.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Item } from "../../src/contract/index.ts";
import { parseUsage } from "../../src/limits/parse.ts";
import { NOW } from "../support/fixtures.ts";
import { ACCESS_TOKEN } from "../support/home.ts";
import { assertKeepsPromises, callLimits, fakeFetch, systemError } from "../support/limits-call.ts";
import { LAW_RUNS } from "../support/runs.ts";

/** Any text of UTF-16 units, often about as long as the limit, with surrogate pairs and lone surrogates. */
const unit = fc.oneof(
  fc.constantFrom("😀", "a", "\uD83D", "\uDE00"),
  fc.nat(0xffff).map((code) => String.fromCharCode(code)),
);
const text = fc.oneof(
  fc.string({ unit, maxLength: 12 }),
  fc
    .tuple(fc.integer({ min: 120, max: 130 }), fc.string({ unit, maxLength: 12 }))
    .map(([length, tail]) => "a".repeat(length) + tail),
);
const any = fc.jsonValue({ maxDepth: 3 });
const mostly = <T>(usual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: any });
const date = fc.date({ noInvalidDate: true }).map((value) => value.toISOString());
const resets_at = mostly(fc.oneof(date, fc.double(), text, fc.constantFrom(0, 1e11, 1e11 - 1, null)));
const entry = fc.record(
  {
    kind: mostly(text),
    group: mostly(text),
    percent: mostly(fc.double()),
    severity: mostly(text),
    resets_at,
    scope: mostly(fc.record({ model: mostly(fc.record({ display_name: mostly(text) })) })),
    is_active: any,
    unlisted: any,
  },
  { requiredKeys: [] },
);
const window = mostly(fc.record({ utilization: mostly(fc.double()), resets_at }));
const usage = fc.record(
  { limits: mostly(fc.array(mostly(entry), { maxLength: 16 })), five_hour: window, seven_day: window },
  { requiredKeys: [] },
);
const body = fc.oneof({ weight: 4, arbitrary: usage }, { weight: 1, arbitrary: any });

const isText = (value: unknown): value is string => typeof value === "string" && value.length <= 128;

function assertItem({ kind, group, percent, severity, resetsAt, model, ...rest }: Item): void {
  assert.deepEqual(rest, {});
  assert.ok(isText(kind) && kind !== "");
  assert.ok(isText(group));
  assert.ok(percent === undefined || (Number.isInteger(percent) && percent >= 0 && percent <= 100));
  assert.ok(!Object.is(percent, -0));
  assert.ok(severity === undefined || isText(severity));
  assert.ok(resetsAt === null || (isText(resetsAt) && !Number.isNaN(Date.parse(resetsAt))));
  assert.ok(model === null || (isText(model) && model !== ""));
}

test("parseUsage never throws, and its items keep rules ITEM-1 to ITEM-8 and have no other key", () => {
  const property = fc.property(body, (value) => {
    const items = parseUsage(value);
    assert.ok(items.length <= 12);
    for (const item of items) {
      assertItem(item);
      assert.deepEqual(JSON.parse(JSON.stringify(item)), item, "no key is there without a value");
    }
  });
  fc.assert(property, LAW_RUNS);
});

test("a text of whole characters is never cut inside one, and only past 128", () => {
  const whole = fc.tuple(fc.nat(130), fc.string({ unit: "binary", minLength: 1 }));
  const property = fc.property(whole, ([length, tail]) => {
    const kind = "a".repeat(length) + tail;
    const cut = parseUsage({ limits: [{ kind }] })[0]?.kind ?? "";
    assert.ok(kind.startsWith(cut));
    assert.doesNotMatch(cut, /\p{Surrogate}/u);
    assert.ok(kind.length <= 128 ? cut === kind : cut.length === 128 || cut.length === 127);
  });
  fc.assert(property, LAW_RUNS);
});

const decode = (bytes: Uint8Array) => Buffer.from(bytes).toString("utf8");
const bytes = fc.uint8Array({ maxLength: 400 });

test("fetchLimits never rejects, whatever bytes are in the credentials file", async () => {
  const oauth = mostly(
    fc.record({ accessToken: mostly(text), expiresAt: mostly(fc.double()) }, { requiredKeys: [] }),
  );
  const file = fc.record({ agentAiOauth: oauth }).map((value) => JSON.stringify(value));
  const torn = fc.tuple(file, fc.nat(60)).map(([whole, length]) => whole.slice(0, length));
  const property = fc.asyncProperty(fc.oneof(bytes.map(decode), file, torn), async (content) => {
    assertKeepsPromises(await callLimits({ readFile: () => content }));
  });
  await fc.assert(property, LAW_RUNS);
});

test("fetchLimits never rejects, whatever bytes the response has", async () => {
  const answers = fc.oneof(
    bytes,
    body.map((value) => JSON.stringify(value)),
  );
  const property = fc.asyncProperty(answers, fc.integer({ min: 200, max: 599 }), async (content, status) => {
    const bodiless = [204, 205, 304].includes(status);
    const { fetch } = fakeFetch(() => new Response(bodiless ? null : content, { status }));
    assertKeepsPromises(await callLimits({ fetch }));
  });
  await fc.assert(property, LAW_RUNS);
});

/** Anything that can be thrown, and errors with a secret in every field. */
const secret = fc.constantFrom(ACCESS_TOKEN, "AbortError", "TimeoutError", "http_200", "ENOENT", "");
const thrown = fc.oneof(
  fc.anything(),
  fc
    .record({ name: secret, message: secret, code: secret, status: secret })
    .map((fields) => Object.assign(new Error(fields.message), fields)),
);

test("fetchLimits never rejects, whatever fetch throws: the detail is timeout or network", async () => {
  const property = fc.asyncProperty(thrown, fc.boolean(), async (value, sync) => {
    const fetch = () => {
      if (sync) throw value;
      return Promise.reject(value);
    };
    const result = await callLimits({ fetch });
    assertKeepsPromises(result);
    assert.ok(result.detail === "network" || result.detail === "timeout");
  });
  await fc.assert(property, LAW_RUNS);
});

test("fetchLimits never rejects, whatever readFile throws", async () => {
  const property = fc.asyncProperty(fc.oneof(thrown, secret.map(systemError)), async (value) => {
    const result = await callLimits({ readFile: () => Promise.reject(value) });
    assertKeepsPromises(result);
    assert.ok(result.detail === "no_credentials" || result.detail === "parse_error");
  });
  await fc.assert(property, LAW_RUNS);
});

test("a token is used exactly until expiresAt", async () => {
  const property = fc.asyncProperty(fc.integer({ min: -5, max: 5 }), async (offset) => {
    const expiresAt = NOW + offset;
    const readFile = () => JSON.stringify({ agentAiOauth: { accessToken: ACCESS_TOKEN, expiresAt } });
    assert.equal((await callLimits({ readFile })).status, offset > 0 ? "ok" : "token_expired");
  });
  await fc.assert(property);
});

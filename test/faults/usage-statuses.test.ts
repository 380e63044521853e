// Statuses and failed requests of a real server (rules FETCH-6, FETCH-13, FETCH-14).
// A redirect is a failed request; every other status is reported.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCESS_TOKEN } from "../support/home.ts";
import { type Behavior, startHostile } from "../support/hostile.ts";
import { callLimits, failed, ITEM, USAGE } from "../support/limits-call.ts";
import { freePort, ledTo } from "../support/loopback.ts";

const NETWORK = failed("unavailable", "network");
const withUsage = (status: string) =>
  `HTTP/1.1 ${status} X\r\ncontent-type: application/json\r\ncontent-length: ${USAGE.length}\r\n\r\n${USAGE}`;
const answers = (text: string): Behavior => ({ act: (socket) => socket.end(text) });

const HTTP_ERRORS = [
  300, 304, 305, 306, 309, 400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413,
]
  .concat([
    414, 415, 416, 417, 418, 421, 422, 423, 425, 426, 428, 429, 431, 451, 499, 500, 501, 502, 503, 504, 505,
  ])
  .concat([508, 511, 520, 529, 598, 599]);

test("a status outside 200-299 and within 100-599: http_<status> after one request", async (t) => {
  const vendor = await startHostile(t);
  for (const status of HTTP_ERRORS) {
    void vendor.play(answers(withUsage(`${status}`)));
    assert.deepEqual(await callLimits({ fetch: vendor.fetch }), failed("http_error", `http_${status}`));
    assert.equal(vendor.requests.length, 1, `${status}`);
  }
});

test("a status of 600 to 999: http_error with bad_response after one request", async (t) => {
  const vendor = await startHostile(t);
  for (const status of [600, 601, 700, 999]) {
    void vendor.play(answers(withUsage(`${status}`)));
    assert.deepEqual(await callLimits({ fetch: vendor.fetch }), failed("http_error", "bad_response"));
    assert.equal(vendor.requests.length, 1, `${status}`);
  }
});

test("a status of 200 to 299 with items: ok", async (t) => {
  const vendor = await startHostile(t);
  for (const status of [200, 201, 202, 203, 206, 207, 226, 299]) {
    void vendor.play(answers(withUsage(`${status}`)));
    assert.deepEqual((await callLimits({ fetch: vendor.fetch })).items, [ITEM], `${status}`);
  }
});

test("a status of 204 or 205, without a body: bad_response", async (t) => {
  const vendor = await startHostile(t);
  for (const status of [204, 205]) {
    void vendor.play(answers(`HTTP/1.1 ${status} X\r\ncontent-length: 0\r\n\r\n`));
    assert.deepEqual(await callLimits({ fetch: vendor.fetch }), failed("unavailable", "bad_response"));
  }
});

test("a status that is not a three-digit number: network after one request", async (t) => {
  const vendor = await startHostile(t);
  for (const status of ["0", "20", "2000", "-1", "abc", "2 00", ""]) {
    void vendor.play(answers(withUsage(status)));
    assert.deepEqual(await callLimits({ fetch: vendor.fetch }), NETWORK, status);
    assert.equal(vendor.requests.length, 1, status);
  }
});

for (const status of [100, 102, 103, 110, 199]) {
  test(`an interim status of ${status} is ignored, and the next one counts`, async (t) => {
    const vendor = await startHostile(t);
    const interim = `HTTP/1.1 ${status} X\r\n\r\n`;
    for (const [text, expected] of [
      [interim, NETWORK],
      [`${interim}${withUsage("429")}`, failed("http_error", "http_429")],
    ] as const) {
      void vendor.play(answers(text));
      assert.deepEqual(await callLimits({ fetch: vendor.fetch }), expected);
      assert.equal(vendor.requests.length, 1);
    }
  });
}

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect with ${status}: network, and the token goes nowhere else`, async (t) => {
    const [vendor, elsewhere] = [await startHostile(t), await startHostile(t)];
    const { port } = new URL(elsewhere.origin);
    const places = ["/elsewhere", `${elsewhere.origin}/a`, `http://127.0.0.1:${port}/b`, "//x y", ""];
    for (const place of places) {
      void vendor.play(answers(withUsage(`${status}`).replace("\r\n", `\r\nlocation: ${place}\r\n`)));
      assert.deepEqual(await callLimits({ fetch: vendor.fetch }), NETWORK, place);
      assert.deepEqual([vendor.requests.length, elsewhere.requests.length], [1, 0], place);
      assert.equal(vendor.requests[0]?.split(ACCESS_TOKEN).length, 2);
    }
  });
}

test("no server listens: network", async () => {
  const port = await freePort();
  assert.deepEqual(await callLimits({ fetch: ledTo(`https://127.0.0.1:${port}`, "") }), NETWORK);
});

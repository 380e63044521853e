// What a server receives: this Node's real fetch, over a connection on this machine.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import type { Fetch } from "../../src/base/edges.ts";
import { ACCESS_TOKEN } from "../support/home.ts";
import { callLimits, failed, USAGE, VERSION } from "../support/limits-call.ts";

/** A server on this machine, and a real fetch that goes to it whatever the URL. */
async function serve(t: TestContext, status: number) {
  const seen: (string | undefined)[][] = [];
  const server = createServer(({ method, url, headers }, response) => {
    seen.push([
      method,
      url,
      headers.authorization,
      headers["user-agent"],
      headers.accept,
      headers["content-length"],
    ]);
    response.writeHead(status, status === 200 ? {} : { location: "/other" }).end(USAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const real = globalThis.fetch;
  const fetch: Fetch = (url, init) => {
    const { pathname } = new URL(url);
    return real(`http://127.0.0.1:${port}${pathname}`, init);
  };
  return { fetch, seen };
}

test("over a real connection the server gets the method, the path and the headers", async (t) => {
  const { fetch, seen } = await serve(t, 200);
  assert.equal((await callLimits({ fetch })).status, "ok");
  const wanted = [
    "GET",
    "/api/oauth/usage",
    `Bearer ${ACCESS_TOKEN}`,
    `agent-code/${VERSION}`,
    "application/json",
  ];
  assert.deepEqual(seen, [[...wanted, undefined]]);
});

for (const status of [301, 302, 303, 307, 308]) {
  test(`a real redirect with ${status} is a network failure, and the token is not sent again`, async (t) => {
    const { fetch, seen } = await serve(t, status);
    assert.deepEqual(await callLimits({ fetch }), failed("unavailable", "network"));
    assert.equal(seen.length, 1);
  });
}

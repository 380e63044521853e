// A request that is not whole within 20 seconds gets 408. Takes 20 seconds: only with AGENT_USAGE_LONG_TESTS=1.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect as connectTcp } from "node:net";
import { test } from "node:test";
import { connect } from "node:tls";
import { runCollector } from "../../test/support/collector-program.ts";

const skip = process.env["AGENT_USAGE_LONG_TESTS"] === "1" ? false : "takes 20 seconds";
const HEAD = "POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
/** What is sent at once, and what is sent again and again. */
const SLOW: Readonly<Record<string, readonly [string, string]>> = {
  "half of a line": ["POST /jo", ""],
  "headers without an end": [HEAD, ""],
  "headers that never end": [HEAD, "A: a\r\n"],
  "half of a body": [`${HEAD}Content-Length: 100\r\n\r\n{`, ""],
  "a body byte by byte": [`${HEAD}Content-Length: 60000\r\n\r\n`, " "],
  "chunks that never end": [`${HEAD}Transfer-Encoding: chunked\r\n\r\n`, "1\r\n \r\n"],
};

test("a request that is not whole in time gets 408 and its connection is closed; others go on", {
  skip,
}, async (t) => {
  const collector = await runCollector(t);
  const ca = await readFile(collector.caFile);
  const { port } = new URL(collector.url);
  const answers = Object.entries(SLOW).map(async ([name, [first, again]]) => {
    const socket = connect({ host: "localhost", port: Number(port), ca });
    socket.on("error", () => {});
    await once(socket, "secureConnect");
    socket.write(first);
    const drip = setInterval(() => again !== "" && socket.writable && socket.write(again), 500);
    t.after(() => clearInterval(drip));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += String(chunk);
    });
    await once(socket, "close");
    clearInterval(drip);
    return [name, /^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/.test(answer) ? 408 : answer];
  });
  const silent = connectTcp(Number(port), "localhost");
  t.after(() => silent.destroy());
  assert.equal((await collector.send("GET", "/livez")).status, 200);
  assert.deepEqual(
    Object.fromEntries(await Promise.all(answers)),
    Object.fromEntries(Object.keys(SLOW).map((name) => [name, 408])),
  );
  // Who says nothing at all, not even what TLS begins with, is sent away as soon.
  if (!silent.closed) await once(silent, "close", { signal: AbortSignal.timeout(10_000) });
});

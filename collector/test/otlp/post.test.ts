// One request to an OpenTelemetry receiver.
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import { listen } from "../../../test/support/loopback.ts";
import { post } from "../../src/otlp/post.ts";

test("an answer whose headers never end is given up in time", async (t) => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("HTTP/1.1 200 OK\r\n");
    const drip = setInterval(() => socket.write("A: a\r\n"), 10);
    socket.on("close", () => clearInterval(drip));
  });
  const port = await listen(t, server);
  const posted = await post(
    { url: `http://127.0.0.1:${port}/`, headers: {} },
    "{}",
    new AbortController().signal,
    300,
  );
  assert.deepEqual(posted, { status: "again", problem: "no answer in time", waitMs: 0 });
});

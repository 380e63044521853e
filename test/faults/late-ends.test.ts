// A daemon whose collector breaks off its answer long after the push ended: neither the beat nor the daemon fails.
import assert from "node:assert/strict";
import { once } from "node:events";
import type { Socket } from "node:net";
import { test } from "node:test";
import { startHostile } from "../support/hostile.ts";
import { usedHome } from "../support/observed-beat.ts";
import { DAEMON, startProgram } from "../support/program.ts";

const SIX_TIMES = Array(6).fill("gzip").join();

for (const [name, head] of [
  ["200", "200 OK"],
  ["500", "500 X"],
  ["a redirect", "302 X\r\nlocation: /x"],
  ["407", "407 X"],
  ["a body compressed six times", `200 OK\r\ncontent-encoding: ${SIX_TIMES}`],
] as const) {
  test(`a collector that answers ${name} and hangs up in the body after the beat`, async (t) => {
    const collector = await startHostile(t);
    const sockets: Socket[] = [];
    void collector.play({
      act: (socket) => {
        sockets.push(socket);
        socket.write(`HTTP/1.1 ${head}\r\ncontent-length: 1000\r\n\r\nx`);
      },
    });
    const { env } = await usedHome(t);
    const daemon = await startProgram(t, DAEMON, [], {
      env: {
        ...env,
        AGENT_USAGE_LIMITS: "off",
        AGENT_USAGE_BASE_URL: collector.origin,
        NODE_EXTRA_CA_CERTS: collector.caFile,
      },
    });
    await daemon.waitForLine(/refresh done/);
    const [socket] = sockets;
    assert.ok(socket);
    if (!socket.closed) {
      socket.end();
      // The daemon has noticed once it has closed its side too.
      await once(socket, "close");
    }
    daemon.child.kill("SIGTERM");
    const { code, stderr } = await daemon.ended;
    assert.deepEqual([code, stderr], [0, ""]);
  });
}

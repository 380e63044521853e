// How many connections may be open at once.
import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { bareApp } from "../src/server/index.ts";

const MOST = 4;
const skip = process.platform === "linux" ? false : "only Linux has more than one address on loopback";

/** A server with a limit of four connections. @returns its port, and what it logged */
async function limited(t: TestContext, trustProxy?: readonly string[]) {
  const logged: string[] = [];
  const log = { warn: (_fields: object, message: string) => void logged.push(message) };
  const app = bareApp({ log: log as never }, { maxConnections: MOST, trustProxy });
  app.get("/", async () => "here");
  await app.listen({ host: "127.0.0.1", port: 0 });
  t.after(() => app.close());
  const address = app.server.address();
  assert.ok(typeof address === "object" && address !== null);
  return { port: address.port, logged };
}

async function get(port: number, agent?: Agent): Promise<string> {
  const call = request({ host: "127.0.0.1", port, agent: agent ?? false }).end();
  const [response] = await once(call, "response");
  return text(response);
}

const closed = async (port: number, localAddress: string): Promise<void> => {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  socket.on("error", () => {});
  await once(socket, "close");
};

test("one address that has a quarter of all connections gets no more, and others still do", {
  skip,
}, async (t) => {
  const { port, logged } = await limited(t);
  const silent = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.2" });
  t.after(() => silent.destroy());
  await once(silent, "connect");
  await closed(port, "127.0.0.2");
  assert.equal(await get(port), "here");
  assert.match(logged.join(), /^one address /);
  silent.destroy();
});

test("at the limit a new connection is closed, and those between two requests make room", async (t) => {
  const { port, logged } = await limited(t, ["127.0.0.1"]);
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  await Promise.all(Array.from({ length: MOST }, () => get(port, agent)));
  await closed(port, "127.0.0.1");
  assert.equal(await get(port), "here");
  assert.equal(logged.length, 1);
});

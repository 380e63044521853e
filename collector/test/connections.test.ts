// How many connections may be open at once.
import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { bareApp } from "../src/server/index.ts";

const MOST = 3;

/** A server with a limit of three connections. @returns its port, and what it logged */
async function limited(t: TestContext) {
  const logged: string[] = [];
  const log = { warn: (_fields: object, message: string) => void logged.push(message) };
  const app = bareApp({ log: log as never }, { maxConnections: MOST });
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

test("at the limit a new connection is closed, and those between two requests make room", async (t) => {
  const { port, logged } = await limited(t);
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  await Promise.all(Array.from({ length: MOST }, () => get(port, agent)));
  const tooMany = connect(port, "127.0.0.1");
  tooMany.on("error", () => {});
  await once(tooMany, "close");
  assert.equal(await get(port), "here");
  assert.equal(logged.length, 1);
});

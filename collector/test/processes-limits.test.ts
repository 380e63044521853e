// The limits on failed secrets and passwords, at two real collectors on one PostgreSQL: they hold for both together.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type RunningCollector, runCollector } from "../../test/support/collector-program.ts";
import { sharedServer } from "../../test/support/store/databases.ts";
import { postgresMissing } from "../../test/support/store/postgres.ts";
import { FORM } from "./support/people.ts";

const skip = await postgresMissing();

async function twoCollectors(t: TestContext) {
  const env = { AGENT_USAGE_COLLECTOR_DATABASE: await (await sharedServer()).createDatabase() };
  return [await runCollector(t, { env }), await runCollector(t, { env })] as const;
}

test("an account may fail 10 times a minute, at two collectors together", { skip }, async (t) => {
  const both = await twoCollectors(t);
  const login = async (collector: RunningCollector, name: string) => {
    const { status } = await collector.send("POST", "/login", {
      headers: { ...FORM, origin: collector.url },
      body: new URLSearchParams({ name, password: "a wrong password" }).toString(),
    });
    return status;
  };
  // One after the other: passwords that come at once are sent away before they are compared.
  for (let n = 0; n < 5; n++) for (const collector of both) assert.equal(await login(collector, "ada"), 401);
  for (const collector of both) assert.equal(await login(collector, "ada"), 429);
  assert.equal(await login(both[0], "ben"), 401);
});

test("an address may fail 60 times a minute, at two collectors together", { skip }, async (t) => {
  const both = await twoCollectors(t);
  const key = await both[0].key();
  const read = async (collector: RunningCollector, token: string) =>
    (await collector.send("GET", "/api/v1/machines", { token })).status;
  const failing = both.flatMap((collector) => Array.from({ length: 30 }, () => read(collector, "wrong")));
  for (const status of await Promise.all(failing)) assert.equal(status, 401);
  for (const collector of both) {
    assert.equal(await read(collector, "wrong"), 429);
    assert.equal(await read(collector, key), 200);
  }
});

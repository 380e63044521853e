// Every route by every kind of caller: one kind of secret is never accepted as another.
import assert from "node:assert/strict";
import { test } from "node:test";
import { runCollector } from "../../test/support/collector-program.ts";
import { SNAPSHOT } from "../../test/support/collector-snapshot.ts";
import { ROUTES } from "../src/api/index.ts";

test("each route answers those that it is for, and 401 to all others", async (t) => {
  const collector = await runCollector(t);
  const json = async (...args: string[]) => JSON.parse((await collector.command(...args, "--json")).stdout);
  const { code } = await collector.invite("--uses", "2");
  const join = async (id: string) => {
    const machine = { id, label: "desk", os: "linux" };
    const { body } = await collector.send("POST", "/join", {
      body: { code, program: "agent-usage", machine },
    });
    return (JSON.parse(body) as { token: string }).token;
  };
  const { link } = await json("admin");
  const callers = {
    nobody: undefined,
    machine: await join("a3bb189e-8bf9-4c5d-9a55-111111111111"),
    api: (await json("key", "create", "--name", "a")).key as string,
    metrics: (await json("key", "create", "--name", "m", "--metrics")).key as string,
    code: (await collector.invite()).code,
    link: String(link).split("#")[1],
    "machine's id": "1",
    "key's name": "a",
  };
  for (const route of ROUTES) {
    for (const [caller, token] of Object.entries(callers)) {
      const { status } = await collector.send(route.method.toUpperCase(), route.path, {
        ...(token !== undefined && { token }),
        ...(route.method === "post" && { body: {} }),
      });
      const isAllowed = route.who === "anyone" || route.who === caller;
      // An empty body: what is wrong with it shows that the caller was let in.
      const expected = isAllowed ? (route.method === "post" ? 422 : route.status) : 401;
      assert.equal(status, expected, `${caller}: ${route.method} ${route.path}`);
    }
  }
});

test("a revoked machine gets 403, and a new code brings it back with another token", async (t) => {
  const collector = await runCollector(t);
  const machine = { id: "a3bb189e-8bf9-4c5d-9a55-111111111111", label: "desk", os: "linux" };
  const join = async () => {
    const { code } = await collector.invite();
    const { body } = await collector.send("POST", "/join", {
      body: { code, program: "agent-usage", machine },
    });
    return (JSON.parse(body) as { token: string }).token;
  };
  const push = async (token: string) => {
    const { status, body } = await collector.send("POST", "/agent-usage", { token, body: {} });
    return [status, JSON.parse(body).error.code];
  };
  const token = await join();
  assert.equal((await collector.command("machine", "revoke", "1")).code, 0);
  assert.deepEqual(await push(token), [403, "revoked"]);
  const fresh = await join();
  assert.deepEqual(await push(fresh), [422, "invalid_snapshot"]);
  assert.deepEqual(await push(token), [401, "invalid_token"]);
});

test("a revoked key reads nothing more", async (t) => {
  const collector = await runCollector(t);
  const { stdout } = await collector.command("key", "create", "--name", "grafana");
  const read = async () => (await collector.send("GET", "/api/v1/machines", { token: stdout.trim() })).status;
  assert.equal(await read(), 200);
  assert.equal((await collector.command("key", "revoke", "grafana")).code, 0);
  assert.equal(await read(), 401);
});

test("a code that was revoked joins nothing", async (t) => {
  const collector = await runCollector(t);
  const machine = { id: "a3bb189e-8bf9-4c5d-9a55-111111111111", label: "desk", os: "linux" };
  const join = async (code: string) =>
    (await collector.send("POST", "/join", { body: { code, program: "agent-usage", machine } })).status;
  const { code } = await collector.invite();
  assert.equal((await collector.command("invite", "revoke", code)).code, 0);
  assert.equal(await join(code), 401);

  const { code: other } = await collector.invite();
  const { stdout } = await collector.command("invite", "list");
  const [listed = ""] = stdout.split(" ");
  assert.ok(listed.startsWith("auc_") && other.startsWith(listed), stdout);
  assert.equal((await collector.command("invite", "revoke", listed)).code, 0);
  assert.equal(await join(other), 401);
});

test("a machine that joins again gets another token, and the old one ends once the new one is used", async (t) => {
  const collector = await runCollector(t);
  const { machine, program } = SNAPSHOT;
  const join = async () => {
    const { code } = await collector.invite();
    const { body } = await collector.send("POST", "/join", { body: { code, program, machine } });
    return (JSON.parse(body) as { token: string }).token;
  };
  const push = async (token: string) =>
    (await collector.send("POST", "/agent-usage", { token, body: SNAPSHOT })).status;
  const old = await join();
  const fresh = await join();
  assert.deepEqual([await push(old), await push(fresh), await push(old)], [204, 204, 401]);
});

test("a token used for another machine gets 409, and nothing of it is kept", async (t) => {
  const collector = await runCollector(t);
  const { code } = await collector.invite();
  const { machine, program } = SNAPSHOT;
  const { body } = await collector.send("POST", "/join", { body: { code, program, machine } });
  const { token } = JSON.parse(body) as { token: string };
  const other = { ...SNAPSHOT, machine: { ...machine, id: "a3bb189e-8bf9-4c5d-9a55-999999999999" } };
  const pushed = await collector.send("POST", "/agent-usage", { token, body: other });
  assert.deepEqual([pushed.status, JSON.parse(pushed.body).error.code], [409, "other_machine"]);
  const read = await collector.send("GET", "/api/v1/usage?from=2026-11-01&to=2026-11-02", {
    token: await collector.key(),
  });
  assert.deepEqual(JSON.parse(read.body).rows, []);
});

// `/readyz`, which strangers may ask for, and which writes to the database.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { routeHealth } from "../src/server/health.ts";
import { bareApp } from "../src/server/index.ts";
import { StoreUnavailable } from "../src/store/index.ts";

function anApp(t: TestContext) {
  const line = () => {};
  const app = bareApp({ log: { debug: line, info: line, warn: line, error: line } }, {});
  t.after(() => app.close());
  return app;
}

test("however many ask at once whether the store is ready, it is asked once, and the next time again", async (t) => {
  const app = anApp(t);
  const answers: ((error?: Error) => void)[] = [];
  const ready = () =>
    new Promise<void>((resolve, reject) => {
      answers.push((error) => (error === undefined ? resolve() : reject(error)));
    });
  routeHealth(app, { store: { ready } });
  for (const [round, error, status] of [
    [1, undefined, 200],
    [2, new StoreUnavailable("disk"), 503],
    [3, undefined, 200],
  ] as const) {
    const replies = Array.from({ length: 5 }, () =>
      app.inject({ path: "/readyz", headers: { host: "localhost" } }),
    );
    while (answers.length < round) await new Promise((resolve) => setImmediate(resolve));
    // All five have arrived once a later request is answered.
    await app.inject({ path: "/livez", headers: { host: "localhost" } });
    answers[round - 1]?.(error);
    for (const reply of await Promise.all(replies)) assert.equal(reply.statusCode, status);
    assert.equal(answers.length, round);
  }
});

test("a store that says nothing is answered for in time, and is not asked again until it has answered", async (t) => {
  const app = anApp(t);
  const answers: (() => void)[] = [];
  const ready = () => new Promise<void>((resolve) => answers.push(resolve));
  routeHealth(app, { store: { ready }, readyMs: 1 });
  const ask = async () => (await app.inject({ path: "/readyz", headers: { host: "localhost" } })).statusCode;
  assert.deepEqual([await ask(), await ask()], [503, 503]);
  assert.equal(answers.length, 1);
  answers[0]?.();
  await ask();
  assert.equal(answers.length, 2);
});

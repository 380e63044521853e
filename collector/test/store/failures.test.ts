// Failed secrets, counted by several processes on one database.
import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { openOrFail, runBeside, STORE_OPTIONS, sharedServer } from "../../../test/support/store/databases.ts";
import { postgresMissing } from "../../../test/support/store/postgres.ts";
import { FailureLimiter } from "../../src/auth/index.ts";

const skip = await postgresMissing();
const ADDRESS = "192.0.2.1";

test("an address may fail 60 times a minute at all processes together, and an account 10 times", {
  skip,
}, async (t) => {
  const options = { ...STORE_OPTIONS, database: await (await sharedServer()).createDatabase() };
  const stores = [await openOrFail(t, options), await openOrFail(t, options), await openOrFail(t, options)];
  const limiters = stores.map(({ failures }) => FailureLimiter.ofAddresses({ shared: failures }));
  const failAtEach = async (times: number) => {
    const failing = limiters.flatMap((limiter) => Array.from({ length: times }, () => limiter.fail(ADDRESS)));
    return (await Promise.all(failing)).filter((isTooMany) => isTooMany).length;
  };
  assert.equal(await failAtEach(20), 0);
  for (const limiter of limiters) assert.equal(await limiter.isBlocked(ADDRESS), true);
  assert.equal(await failAtEach(2), 6);
  for (const limiter of limiters) assert.equal(await limiter.fail("192.0.2.2"), false);

  const fresh = (of = 0) => FailureLimiter.ofAccounts({ shared: stores[of]?.failures });
  const [first, second, third] = [fresh(0), fresh(1), fresh(2)];
  const attempts = await Promise.all(
    Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? first : second).attempt("anna")),
  );
  const begun = attempts.filter((takeBack) => takeBack !== undefined);
  assert.equal(begun.length, 10);
  assert.equal(await third.attempt("anna"), undefined);
  begun[0]?.();
  while (await fresh().isBlocked("anna"));
  assert.notEqual(await fresh().attempt("anna"), undefined);
  assert.equal(await fresh().isBlocked("anna"), true);
  assert.equal(await second.isBlocked("ben"), false);

  // A process that did not count itself learns when the minute is over.
  await runBeside(options, ["update failure set since = since - 60000"]);
  const late = FailureLimiter.ofAddresses({ shared: stores[0]?.failures });
  assert.equal(await late.isBlocked(ADDRESS), false);
  assert.equal(await late.fail(ADDRESS), false);
});

test("a flood of failures is a few writes, and what is written names nobody", { skip }, async (t) => {
  const options = { ...STORE_OPTIONS, database: await (await sharedServer()).createDatabase() };
  const { failures } = await openOrFail(t, options);
  await runBeside(options, [
    "create sequence writes",
    "create function count_write() returns trigger language plpgsql as $$ begin perform nextval('writes'); return null; end $$",
    "create trigger count_write after insert on failure for each statement execute function count_write()",
  ]);
  const limiter = FailureLimiter.ofAddresses({ shared: failures });
  const flood = Array.from({ length: 3_000 }, (_, n) => limiter.fail(`198.51.100.${n % 50}`));
  assert.ok((await Promise.all(flood)).every((isTooMany) => !isTooMany));
  // From here on, nothing is written for it.
  for (let n = 0; n < 100; n++) assert.equal(await limiter.fail("198.51.100.7"), true);

  const client = new pg.Client({ connectionString: options.database });
  await client.connect();
  t.after(() => client.end());
  const { rows } = await client.query("select key, (select last_value from writes) as writes from failure");
  assert.equal(rows.length, 50);
  assert.ok(Number(rows[0].writes) < 10, `${rows[0].writes} writes`);
  assert.ok(rows.every(({ key }) => /^[\w-]{43}$/.test(key)));
});

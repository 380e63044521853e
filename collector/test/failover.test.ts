// Machines push over TLS while the primary of PostgreSQL is killed and its synchronous standby promoted.
import assert from "node:assert/strict";
import { test } from "node:test";
import { runCollector } from "../../test/support/collector-program.ts";
import { Load } from "../../test/support/failover/load.ts";
import { postgresMissing, startPostgres, startStandby } from "../../test/support/store/postgres.ts";

const skip = await postgresMissing();

test("after the primary was killed under load, everything acknowledged is there and pushes go on without a restart", {
  skip,
}, async (t) => {
  const primary = await startPostgres();
  t.after(() => primary.remove());
  const url = await primary.createDatabase();
  const standby = await startStandby(primary);
  t.after(() => standby.remove());
  await primary.query("alter system set synchronous_standby_names = '*'");
  await primary.query("select pg_reload_conf()");
  const synchronous = "select 1 from pg_stat_replication where sync_state = 'sync'";
  while ((await primary.query(synchronous)).rows.length === 0);

  const database = url.replace("@", `@127.0.0.1:${standby.port},`);
  const collector = await runCollector(t, { env: { AGENT_USAGE_COLLECTOR_DATABASE: database } });
  const load = await Load.of([collector], 4);
  load.start();
  await load.more(50);
  await primary.stop("SIGKILL");
  await standby.query("select pg_promote()");
  await load.more(50);
  await load.stop();
  await load.isKept();
  const { code, stdout } = await collector.command("doctor", "--verify");
  assert.equal(code, 0, stdout);
  t.diagnostic(
    `${load.acknowledged} acknowledged, ${load.refused} refused, longest wait ${Math.round(load.longestWait)} ms`,
  );
});

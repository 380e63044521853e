// Failovers under load, with Debian's Patroni. AGENT_USAGE_LONG_TESTS=1, and AGENT_USAGE_FAILOVERS=50 for the full run.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { runCollector } from "../../test/support/collector-program.ts";
import { Cluster, clusterMissing } from "../../test/support/failover/cluster.ts";
import type { ClusterNode } from "../../test/support/failover/cluster-node.ts";
import { Load } from "../../test/support/failover/load.ts";
import { temporaryFolder } from "../../test/support/folder.ts";

const FAILOVERS = Number(process.env["AGENT_USAGE_FAILOVERS"] ?? 6);
/** How long pushes may wait once another server was promoted, in milliseconds. */
const MOST_WAIT_MS = 30_000;

interface Kind {
  readonly name: string;
  readonly break: (node: ClusterNode) => Promise<void> | void;
  readonly repair: (node: ClusterNode) => Promise<void> | void;
}

const KINDS: readonly [Kind, ...Kind[]] = [
  { name: "server killed", break: (node) => node.kill(), repair: () => {} },
  { name: "machine hangs", break: (node) => node.stop(), repair: (node) => node.goOn() },
  { name: "cut off from all", break: (node) => node.cut(true), repair: (node) => node.restore() },
  { name: "cut off from the others", break: (node) => node.cut(false), repair: (node) => node.restore() },
  { name: "disk full", break: (node) => node.fill(), repair: (node) => node.makeRoom() },
  { name: "switched over", break: (node) => node.switchOver(), repair: () => {} },
];

interface Row {
  readonly kind: string;
  readonly acknowledged: number;
  readonly refused: number;
  /** Seconds without any acknowledged push, from the break on. */
  readonly waited: number;
  /** The part of it after the promotion, in seconds. */
  readonly afterPromotion: number;
}

test("nothing acknowledged is lost, and pushes go on by themselves, whatever happens to the primary", {
  skip: clusterMissing(),
}, async (t) => {
  const cluster = await Cluster.start();
  t.after(() => cluster.remove());
  await cluster.settled();
  const file = join(await temporaryFolder(t), "database");
  await writeFile(file, cluster.url("postgres"), { mode: 0o600 });
  const env = { AGENT_USAGE_COLLECTOR_DATABASE_FILE: file };
  const collector = await runCollector(t, { env });
  const load = await Load.of([collector, await runCollector(t, { env })], 8, { pauseMs: 20 });
  load.start();
  await load.more(100);

  const rows: Row[] = [];
  for (let n = 0; n < FAILOVERS; n++) {
    const kind = KINDS[n % KINDS.length] ?? KINDS[0];
    const primary = await cluster.settled();
    await load.more(100);
    const before = { acknowledged: load.acknowledged, refused: load.refused };
    load.longestWait = 0;
    await kind.break(primary);
    await cluster.promoted(primary);
    const promoted = performance.now();
    await load.more(1);
    const afterPromotion = performance.now() - promoted;
    await load.more(100);
    await load.isKept();
    await kind.repair(primary);
    rows.push({
      kind: kind.name,
      acknowledged: load.acknowledged - before.acknowledged,
      refused: load.refused - before.refused,
      waited: load.longestWait / 1_000,
      afterPromotion: afterPromotion / 1_000,
    });
    process.stderr.write(`${JSON.stringify({ n: n + 1, ...rows.at(-1) })}\n`);
    assert.ok(afterPromotion < MOST_WAIT_MS, `${kind.name}: ${afterPromotion} ms`);
  }
  await cluster.settled();
  await load.more(100);
  await load.stop();
  await load.isKept();
  const { code, stdout } = await collector.command("doctor", "--verify");
  assert.equal(code, 0, stdout);
  t.diagnostic(`all: ${load.acknowledged} acknowledged and kept, ${load.refused} refused`);
  for (const line of tableOf(rows)) t.diagnostic(line);
});

/** A line for each kind. */
function tableOf(rows: readonly Row[]): string[] {
  return KINDS.map(({ name }) => {
    const these = rows.filter(({ kind }) => kind === name);
    const sum = (of: (row: Row) => number) => these.reduce((all, row) => all + of(row), 0);
    const longest = (of: (row: Row) => number) => Math.max(0, ...these.map(of)).toFixed(1);
    return [
      `${name}: ${these.length} failovers`,
      `${sum(({ acknowledged }) => acknowledged)} pushes acknowledged, all kept`,
      `${sum(({ refused }) => refused)} refused`,
      `waited at most ${longest(({ waited }) => waited)} s`,
      `of it after the promotion ${longest(({ afterPromotion }) => afterPromotion)} s`,
    ].join(", ");
  });
}

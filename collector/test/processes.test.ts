// Several collectors on one PostgreSQL, as real processes: started at once, killed in turn under load, upgraded one by one.
// AGENT_USAGE_LONG_TESTS=1 kills 60 times instead of 3, and also whoever may be sending an alert.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { aChannel } from "../../test/support/alerts.ts";
import { type Collector, startCollector as startReceiver } from "../../test/support/collector.ts";
import { COLLECTOR_CLI, type RunningCollector, runCollector } from "../../test/support/collector-program.ts";
import { SNAPSHOT } from "../../test/support/collector-snapshot.ts";
import { Load } from "../../test/support/failover/load.ts";
import { joined, machineId } from "../../test/support/joined.ts";
import { buildNextVersion } from "../../test/support/next-version.ts";
import { runProgram } from "../../test/support/program.ts";
import { openOrFail, STORE_OPTIONS, sharedServer } from "../../test/support/store/databases.ts";
import { postgresMissing } from "../../test/support/store/postgres.ts";
import { seal } from "../src/alerts/index.ts";
import { signedInBy, signInAdmin } from "./support/people.ts";

const skip = await postgresMissing();
const IS_LONG = process.env["AGENT_USAGE_LONG_TESTS"] === "1";
const KILLS = IS_LONG ? 60 : 3;
const PERCENTS = [55, 85, 97];

type Four = [RunningCollector, RunningCollector, RunningCollector, RunningCollector];

test("four processes start at once on an empty database; each is killed in turn under load: nothing acknowledged is lost, each alert comes once, sessions go on", {
  skip,
}, async (t) => {
  const database = await (await sharedServer()).createDatabase();
  const receiver = await startReceiver(t);
  const env = { AGENT_USAGE_COLLECTOR_DATABASE: database, NODE_EXTRA_CA_CERTS: receiver.caFile };
  const start = () => runCollector(t, { env, args: ["--allow-private-webhooks", "on"] });
  const four = (await Promise.all([start(), start(), start(), start()])) as Four;
  for (const collector of four) assert.equal((await collector.send("GET", "/readyz")).status, 200);

  const store = await openOrFail(t, { ...STORE_OPTIONS, database });
  const sealed = seal({ url: receiver.origin, secret: SECRET }, store.hmacKey);
  await aChannel(store, { kind: "webhook", host: new URL(receiver.origin).host, sealed });
  const { cookie } = await signInAdmin(four[0]);
  const load = await Load.of(four, 8, { pauseMs: 20, mayBreak: true });
  const limited = { ...SNAPSHOT.machine, id: machineId(99), account: "limited" };
  const token = await joined(four[0], limited);
  load.start();

  for (let n = 0; n < KILLS; n++) {
    const [victim, other] = [n % 4, (n + 1) % 4] as [0 | 1 | 2 | 3, 0 | 1 | 2 | 3];
    await load.more(20);
    const percent = PERCENTS[n];
    if (percent !== undefined) {
      const body = withLimit(limited, n + 1, percent);
      assert.equal((await four[other].send("POST", "/agent-usage", { token, body })).status, 204);
    }
    // One that is killed while it sends an alert is replaced once its claim runs out, a minute later, and the same message comes again.
    const arrives = percent === undefined ? undefined : distinctAlerts(receiver, n + 1);
    if (!IS_LONG) await arrives;
    four[victim].program.child.kill("SIGKILL");
    await four[victim].program.ended;
    await arrives;
    four[victim] = await start();
    load.switchTo(four);
    assert.equal((await signedInBy(four[victim], cookie).get("/")).status, 200);
  }
  await load.more(40);
  await load.stop();
  await load.isKept();
  assert.deepEqual(
    await distinctAlerts(receiver, PERCENTS.length),
    PERCENTS.map((percent) => `${percent}%`),
  );
  if (!IS_LONG) assert.equal(receiver.requests.length, PERCENTS.length);
  await signedInBy(four[1], cookie).post("/logout");
  assert.equal((await signedInBy(four[2], cookie).get("/")).status, 303);
  await isRight(four[3]);
  t.diagnostic(
    `${KILLS} kills, ${load.acknowledged} acknowledged and kept, ${load.refused} without an answer`,
  );
});

/** Waits for so many alerts. @returns the percentage of each: of messages with one id, the first */
async function distinctAlerts(receiver: Collector, count: number): Promise<(string | undefined)[]> {
  for (let arrived = 1; ; arrived++) {
    await receiver.request(arrived);
    const percents = new Map<unknown, string | undefined>();
    for (const { headers, body } of receiver.requests) {
      const id = headers["webhook-id"];
      percents.set(id, percents.get(id) ?? /\d+%/.exec(body)?.[0]);
    }
    if (percents.size >= count) return [...percents.values()];
  }
}

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

function withLimit(machine: object, seq: number, percent: number): object {
  const item = { kind: "session", group: "session", percent, resetsAt: RESETS_AT, model: null };
  return {
    ...SNAPSHOT,
    machine,
    seq,
    limits: { status: "ok", fetchedAt: new Date().toISOString(), items: [item] },
  };
}

const RESETS_AT = new Date(Date.now() + 4 * 3_600_000).toISOString();

async function isRight(collector: RunningCollector): Promise<void> {
  const { code, stdout } = await collector.command("doctor", "--verify");
  assert.equal(code, 0, stdout);
}

test("an upgrade one process at a time: both versions take pushes side by side, and the older one does not start any more", {
  skip,
}, async (t: TestContext) => {
  const database = await (await sharedServer()).createDatabase();
  const env = { AGENT_USAGE_COLLECTOR_DATABASE: database };
  const cli = await buildNextVersion(t);
  const older = await runCollector(t, { env });
  const { cookie } = await signInAdmin(older);
  const load = await Load.of([older], 6, { pauseMs: 20, mayBreak: true });
  load.start();
  await load.more(30);
  const newer = await runCollector(t, { env, cli });
  load.switchTo([older, newer]);
  await load.more(60);
  for (const collector of [older, newer])
    assert.equal((await signedInBy(collector, cookie).get("/")).status, 200);
  load.switchTo([newer]);
  older.program.child.kill("SIGTERM");
  assert.equal((await older.program.ended).code, 0);
  await load.more(30);
  await load.stop();
  await load.isKept();
  await isRight(newer);
  const again = await runProgram(t, COLLECTOR_CLI, ["serve"], { env });
  assert.equal(again.code, 1);
  assert.match(
    again.stderr,
    /was written by a newer version of agent-usage-collector; install that version\n$/,
  );
});

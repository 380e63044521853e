// The commands that manage a collector, with a running server and without one.
import assert from "node:assert/strict";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { COLLECTOR_CLI, type RunningCollector, runCollector } from "../../test/support/collector-program.ts";
import { SNAPSHOT } from "../../test/support/collector-snapshot.ts";
import { temporaryFolder } from "../../test/support/folder.ts";
import { joined, joinedWith, machineId } from "../../test/support/joined.ts";
import { runProgram } from "../../test/support/program.ts";
import {
  EVERY_CODE,
  errorSchema,
  historyAnswer,
  limitsAnswer,
  machinesAnswer,
  ROUTES,
  usageAnswer,
} from "../src/api/index.ts";
import { signInAdmin } from "./support/people.ts";

const USAGE = "/api/v1/usage?from=2026-11-01&to=2026-11-02";

/** Joins a machine and pushes one snapshot. */
async function fill(collector: RunningCollector): Promise<void> {
  const token = await joined(collector);
  assert.equal((await collector.send("POST", "/agent-usage", { token, body: SNAPSHOT })).status, 204);
}

async function stop({ program }: RunningCollector): Promise<void> {
  program.child.kill("SIGTERM");
  assert.equal((await program.ended).code, 0);
}

const alone = (t: TestContext, home: string, ...args: string[]) =>
  runProgram(t, COLLECTOR_CLI, args, { env: { HOME: home } });

/** For the tests that neither stop it nor need an empty one. */
const shared = await runCollector({ after });
await fill(shared);

test("the answers of the API are those of its description", async () => {
  const collector = shared;
  const token = await collector.key();
  const get = async (path: string) => JSON.parse((await collector.send("GET", path, { token })).body);
  const usage = usageAnswer.parse(await get(`${USAGE}&by=day,machine,model,account&cost=1`));
  assert.deepEqual(
    usage.rows.map(({ costUsd, ...row }) => [row, typeof costUsd]),
    [
      [
        {
          day: "2026-11-01",
          machine: "1",
          model: "claude-sonnet-4",
          account: "team",
          requests: 1,
          inputTokens: 2,
          outputTokens: 3,
          cacheCreationTokens: 4,
          cacheReadTokens: 5,
        },
        "number",
      ],
    ],
  );
  assert.equal(machinesAnswer.parse(await get("/api/v1/machines")).machines[0]?.label, "=desk");
  const { limits } = limitsAnswer.parse(await get("/api/v1/limits"));
  assert.ok((limits[0]?.ageSeconds ?? 0) >= 60);
  assert.equal(historyAnswer.parse(await get("/api/v1/limits/history")).readings.length, 1);
});

test("openapi.json describes every route and every error that a route can give", async () => {
  const collector = shared;
  const { openapi, paths } = JSON.parse((await collector.send("GET", "/openapi.json")).body);
  assert.match(openapi, /^3\.1\./);
  assert.deepEqual(
    Object.keys(paths),
    ROUTES.map(({ path }) => path),
  );
  for (const { method, path } of ROUTES) {
    const { status, body } = await collector.send(method.toUpperCase(), path);
    if (status < 400) continue;
    const { code } = errorSchema(EVERY_CODE).parse(JSON.parse(body)).error;
    const described = JSON.stringify(paths[path][method].responses[status] ?? {});
    assert.ok(described.includes(`\`${code}\``), `${method} ${path}: ${status} ${code}`);
  }
});

test("a name wins over the label, and CSV runs no formula", async () => {
  const collector = shared;
  assert.equal((await collector.command("machine", "rename", "1", "build server")).stdout, "Renamed.\n");
  assert.match((await collector.command("machines")).stdout, /build server/);
  const { stdout } = await collector.command("export", "--from", "2026-11-01", "--to", "2026-11-02");
  assert.equal(
    stdout,
    "day,machine,model,account,requests,inputTokens,outputTokens,cacheCreationTokens,cacheReadTokens,cacheCreation1hTokens\r\n" +
      "2026-11-01,1,claude-sonnet-4,team,1,2,3,4,5,0\r\n",
  );
  const wrong = await collector.command("machine", "archive", "99");
  assert.deepEqual(
    [wrong.code, wrong.stderr],
    [1, "agent-usage-collector: there is no machine with this id; see machines\n"],
  );
});

test("a machine is archived, brought back, and given a new token by a line that works on it alone", async () => {
  const run = async (...words: string[]) => (await shared.command("machine", ...words)).stdout;
  assert.equal(await run("archive", "1"), "Archived.\n");
  assert.match((await shared.command("machines")).stdout, /^1 .*\(archived\)/m);
  assert.equal(await run("unarchive", "1"), "It is on the list again.\n");
  assert.doesNotMatch((await shared.command("machines")).stdout, /\(archived\)/);
  const rotated = await shared.command("machine", "rotate", "1");
  assert.match(rotated.stdout, /^agent-usage join 'https:\S+'\n$/);
  assert.match(rotated.stderr, /^Works once, on this machine alone, until /);
  const { code } = JSON.parse(await run("rotate", "1", "--json")) as { code: string };
  await assert.rejects(
    joinedWith(shared, code, { id: machineId(9), label: "x", os: "linux" }),
    /invalid_code/,
  );
  const token = await joinedWith(shared, code);
  const pushed = await shared.send("POST", "/agent-usage", { token, body: { ...SNAPSHOT, seq: 2 } });
  assert.equal(pushed.status, 204);
  for (const action of ["rotate", "unarchive"])
    assert.match((await shared.command("machine", action, "99")).stderr, /no machine with this id/);
  const audit = await (await signInAdmin(shared)).get("/settings/audit.csv");
  for (const words of [
    "archived machine build server",
    "brought machine build server back",
    "made a code for a new token of machine build server",
  ])
    assert.ok(audit.body.includes(`command line,${words},`), audit.body);
});

test("a merge is shown in the list, and can be undone", async () => {
  await joined(shared, { id: machineId(2), label: "new desk", os: "linux" });
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await shared.command(...words);
    return [code, stdout || stderr];
  };
  assert.deepEqual(await run("machine", "merge", "1", "2"), [0, "Merged.\n"]);
  assert.match((await shared.command("machines")).stdout, /^2 +new desk \(with 1\) /m);
  assert.deepEqual(await run("machine", "unmerge", "1"), [0, "Unmerged.\n"]);
  const { machines } = JSON.parse((await shared.command("machines", "--json")).stdout);
  assert.deepEqual(
    machines.map(({ id }: { id: string }) => id),
    ["1", "2"],
  );
  assert.deepEqual(await run("machine", "unmerge", "1"), [
    1,
    "agent-usage-collector: no machine with this id is part of another; machines lists the parts of each\n",
  ]);
});

test("copy moves everything to another database, and says why if it cannot", async (t) => {
  const collector = await runCollector(t);
  await fill(collector);
  const file = join(await temporaryFolder(t), "copy.db");
  const copy = (...words: string[]) => alone(t, collector.home, "copy", ...words);
  const key = await collector.key();
  await stop(collector);
  const copied = await copy("--to", `sqlite:${file}`);
  assert.equal(copied.code, 0, copied.stderr);
  assert.match(
    copied.stdout,
    /^Copied \d+ rows, and compared every row and every sum\.\nThe copy has everything up to \S+Z\.\n$/,
  );
  const again = await copy("--to", `sqlite:${file}`);
  assert.deepEqual(
    [again.code, again.stderr],
    [
      1,
      "agent-usage-collector: the database to copy to is not empty, so nothing was copied. Fix: name an empty one\n",
    ],
  );
  const env = { AGENT_USAGE_COLLECTOR_DATABASE: `sqlite:${file}` };
  const moved = await runCollector(t, { env });
  assert.equal(JSON.parse((await moved.send("GET", USAGE, { token: key })).body).rows.length, 1);
});

test("commands do the same with a running server and without one", async (t) => {
  const collector = await runCollector(t);
  await fill(collector);
  const running = await collector.command("machines", "--json");
  await stop(collector);
  const stopped = await alone(t, collector.home, "machines", "--json");
  assert.deepEqual([stopped.code, stopped.stdout], [0, running.stdout]);
});

test("a backup of a running collector, restored elsewhere, has its days and its certificate", async (t) => {
  const collector = await runCollector(t);
  await fill(collector);
  const file = join(await temporaryFolder(t), "usage.db");
  assert.equal((await collector.command("backup", file)).code, 0);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const { fingerprint } = await collector.invite();
  const again = await collector.command("backup", file);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /exists already/);

  const home = await temporaryFolder(t);
  const restored = await alone(t, home, "restore", file);
  assert.equal(restored.code, 0, restored.stderr);
  const other = await runCollector(t, { home });
  assert.equal((await other.invite()).fingerprint, fingerprint);
  const { body } = await other.send("GET", USAGE, { token: await other.key() });
  assert.equal(JSON.parse(body).rows.length, 1);
  assert.equal((await other.command("doctor", "--verify")).code, 0);
});

test("restore overwrites nothing, runs beside no server, and takes no other file", async (t) => {
  const collector = await runCollector(t);
  const file = join(await temporaryFolder(t), "usage.db");
  await collector.command("backup", file);
  assert.match((await collector.command("restore", file)).stderr, /is running\. Fix: stop it first/);
  await stop(collector);
  const refused = await alone(t, collector.home, "restore", file);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /there is a database at .*move it away/);
  const nonsense = join(await temporaryFolder(t), "x");
  await writeFile(nonsense, "not a database, but long enough to be read as one".repeat(100));
  const home = await temporaryFolder(t);
  const wrong = await alone(t, home, "restore", nonsense);
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /^agent-usage-collector: [^\n]+\n$/);
  await assert.rejects(readFile(join(home, ".local/state/agent-usage-collector/collector.db")));
});

test("doctor names a wrong setting and exits with 1; with none it exits with 0", async (t) => {
  const good = await alone(t, shared.home, "doctor", "--json");
  assert.equal(good.code, 0, good.stdout);
  assert.ok(JSON.parse(good.stdout).checks.every(({ level }: { level: string }) => level === "ok"));
  const bad = await alone(t, shared.home, "doctor", "--listen", "nonsense");
  assert.equal(bad.code, 1);
  assert.match(bad.stdout, /failure settings: --listen/);
});

for (const [args, words] of [
  [["copy"], /needs --to/],
  [["copy", "--to", "collector.db"], /--to must be sqlite:PATH/],
  [["copy", "--to", "postgres://me:secret@db/usage"], /--to must not hold a password/],
  [["invite", "--uses", "0"], /--uses must be/],
  [["invite", "--ttl", "soon"], /--ttl must be/],
  [["key", "create"], /needs --name/],
  [["export", "--format", "xml"], /--format must be/],
  [["admin", "--local"], /pages on this machine are off/],
] as const) {
  test(`${args.join(" ")}: one line and exit 1`, async (t) => {
    const env = { HOME: shared.home, AGENT_USAGE_COLLECTOR_LOCAL: "off" };
    const { code, stderr } = await runProgram(t, COLLECTOR_CLI, args, { env });
    assert.equal(code, 1);
    assert.match(stderr, /^agent-usage-collector: [^\n]+\n$/);
    assert.match(stderr, words);
  });
}

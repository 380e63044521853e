// The two steps to the first figures: a collector that runs, and a machine that joins it with one line.
import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { runCollector } from "../../test/support/collector-program.ts";
import { makeHome } from "../../test/support/home.ts";
import { CLI, runProgram } from "../../test/support/program.ts";
import { requestLine } from "../../test/support/transcript.ts";

test("serve, invite, join: the API shows what the machine used", async (t) => {
  const collector = await runCollector(t);
  const { line } = await collector.invite();
  const home = await makeHome(t, {
    transcripts: {
      "project/session.jsonl": [
        requestLine({ at: new Date().toISOString(), model: "claude-sonnet-4", output: 7 }),
      ],
    },
  });
  const env = { ...home.env, AGENT_USAGE_LIMITS: "off", AGENT_USAGE_LABEL: "laptop" };
  const joined = await runProgram(t, CLI, ["join", line], { env });
  assert.equal(joined.stdout, 'Joined as "laptop". The first snapshot was delivered.\n');
  assert.equal(joined.code, 0, joined.stderr);

  const answer = await collector.send("GET", "/api/v1/usage?by=machine,model", {
    token: await collector.key(),
  });
  assert.equal(answer.status, 200);
  const { rows } = JSON.parse(answer.body);
  assert.deepEqual(rows, [
    {
      machine: "1",
      model: "claude-sonnet-4",
      requests: 1,
      inputTokens: 1,
      outputTokens: 7,
      cacheCreationTokens: 3,
      cacheReadTokens: 4,
    },
  ]);
});

test("a stopped collector that starts again keeps its certificate, its tokens and its days", async (t) => {
  const first = await runCollector(t);
  const { line, fingerprint } = await first.invite();
  const home = await makeHome(t);
  const env = { ...home.env, AGENT_USAGE_LIMITS: "off" };
  assert.equal((await runProgram(t, CLI, ["join", line], { env })).code, 0);
  first.program.child.kill("SIGTERM");
  assert.equal((await first.program.ended).code, 0);

  const { port } = new URL(first.url);
  const again = await runCollector(t, {
    home: first.home,
    env: { AGENT_USAGE_COLLECTOR_LISTEN: `127.0.0.1:${port}` },
  });
  assert.equal((await again.invite()).fingerprint, fingerprint);
  const beat = await runProgram(t, CLI, ["beat"], { env });
  assert.match(beat.stdout, /snapshot pushed/);
});

test("what it writes is private: the folder, the database, the socket and the authority", async (t) => {
  const { data } = await runCollector(t);
  const modeOf = async (name: string) => (await stat(join(data, name))).mode & 0o777;
  assert.equal(await modeOf("."), 0o700);
  for (const name of ["collector.db", "admin.sock", "ca.pem"]) assert.equal(await modeOf(name), 0o600, name);
  assert.doesNotMatch(await readFile(join(data, "ca.pem"), "utf8"), /PRIVATE KEY/);
});

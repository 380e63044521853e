// How the daemon ends by itself, so that the service manager does the right thing (rules SERVICE-5, INSTALL-11).
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { emptyState } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { CLI, DAEMON, runProgram, startProgram } from "../support/program.ts";

const LAUNCHD = { AGENT_USAGE_SERVICE: "launchd" };
const WRONG = { AGENT_USAGE_BASE_URL: "http://127.0.0.1:1" };
const TOKEN = "planted-4711";

const throwing = (code: string) => ["--import", `data:text/javascript,${encodeURIComponent(code)}`];
/** Bugs outside a beat. */
const BUGS = {
  "an exception in a timer": `setTimeout(() => { throw new Error("${TOKEN}", { cause: "${TOKEN}" }) }, 1)`,
  "an unhandled rejection": `setTimeout(() => Promise.reject(new Error("${TOKEN}")), 1)`,
  "a thrown string": `setTimeout(() => { throw "${TOKEN}" }, 1)`,
};

for (const [what, code] of Object.entries(BUGS)) {
  for (const env of [{}, LAUNCHD]) {
    const where = env === LAUNCHD ? " under launchd" : "";
    test(`${what} ends the daemon${where} with 70 and one fatal line, so that it is restarted`, async (t) => {
      const daemon = await startProgram(t, DAEMON, [], {
        env: { ...env, AGENT_USAGE_LIMITS: "off" },
        execArgv: throwing(`process.on("SIGUSR2", () => { ${code} })`),
      });
      await daemon.waitForLine(/refresh done/);
      daemon.child.kill("SIGUSR2");
      const ended = await daemon.ended;
      assert.equal(ended.code, 70);
      const fatal = ended.stderr.trimEnd().split("\n");
      assert.deepEqual(
        fatal.map((text) => (JSON.parse(text) as { level: string }).level),
        ["fatal"],
      );
      assert.doesNotMatch(ended.stdout + ended.stderr, new RegExp(TOKEN));
    });
  }
}

test("under launchd wrong settings end the daemon with 0 after the message, so that it is not restarted forever", async (t) => {
  const ended = await runProgram(t, DAEMON, [], { env: { ...LAUNCHD, ...WRONG } });
  assert.equal(ended.code, 0);
  assert.match(ended.stderr, /AGENT_USAGE_BASE_URL/);
});

for (const [what, fields] of [
  ["of a newer version", { schemaVersion: 2 }],
  ["of another program", { program: "another" }],
] as const) {
  test(`under launchd a state ${what} ends the daemon with 0 after the message`, async (t) => {
    const folder = join(await temporaryFolder(t), "state");
    await mkdir(folder);
    await writeFile(join(folder, "state.json"), JSON.stringify({ ...emptyState(), ...fields }));
    const ended = await runProgram(t, DAEMON, [], { env: { ...LAUNCHD, AGENT_USAGE_STATE_DIR: folder } });
    assert.equal(ended.code, 0);
    assert.match(ended.stdout, /"level":"error"/);
  });
}

test("under launchd `agent-usage beat` keeps its exit codes", async (t) => {
  const ended = await runProgram(t, CLI, ["beat"], { env: { ...LAUNCHD, ...WRONG } });
  assert.equal(ended.code, 1);
});

const isManaged = process.platform !== "linux" || existsSync("/run/systemd/system");
const skip = isManaged ? "a service manager is running here" : false;

test("install without a service manager: an error with the alternative, and nothing is written", {
  skip,
}, async (t) => {
  const ended = await runProgram(t, CLI, ["install"]);
  assert.equal(ended.code, 1);
  assert.match(ended.stderr, /agent-usage run/);
  assert.deepEqual(await readdir(ended.home), []);
});

test("uninstall without a service manager: says that nothing is installed, and writes nothing", {
  skip,
}, async (t) => {
  const ended = await runProgram(t, CLI, ["uninstall"]);
  assert.deepEqual([ended.code, ended.stderr], [0, ""]);
  assert.match(
    ended.stdout,
    /^The service is not installed: neither systemd nor launchd is running here\.$/m,
  );
  assert.deepEqual(await readdir(ended.home), []);
});

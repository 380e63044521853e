// Tokens on the command line, and the output of the commands other than `beat`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../support/folder.ts";
import { CLI, runProgram } from "../support/program.ts";
import { assertHidden, SECRETS, sightings } from "../support/secrets.ts";
import { secretsHome } from "../support/secrets-home.ts";
import { programsFor } from "../support/test-vendor.ts";

const { access, push } = SECRETS;

/** Command lines with a token where none belongs. */
const WRONG_LINES: readonly (readonly string[])[] = [
  ["beat", push],
  ["beat", `--json=${push}`],
  ["uninstall", "--purge", push],
  ["install", "--", push],
  [`-${push}`],
  [push],
  ["--", push],
  [`--${push}`],
  ["beat", `--token-${push}=x`],
];

for (const args of WRONG_LINES) {
  const shown = args.map((word) => word.replace(push, "TOKEN").replace(access, "TOKEN")).join(" ");
  test(`agent-usage ${shown}: exit 64, and no token on either stream`, async (t) => {
    const { code, stdout, stderr } = await runProgram(t, CLI, args);
    assert.equal(code, 64);
    assertHidden({ stdout, stderr });
  });
}

test("control characters on the command line do not reach the terminal", async (t) => {
  for (const word of ["--\u001b[31m", "\u009b31m\u202e"]) {
    const { code, stderr } = await runProgram(t, CLI, [word]);
    assert.equal(code, 64);
    assert.doesNotMatch(stderr.trimEnd(), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  }
});

for (const args of [
  ["install", "--help"],
  ["uninstall", "--purge"],
]) {
  test(`agent-usage ${args.join(" ")} prints no token from the environment or a file`, async (t) => {
    const world = await secretsHome(t);
    const env = { AGENT_USAGE_TOKEN: push, AGENT_USAGE_LABEL: access, HTTPS_PROXY: `http://${push}@x` };
    const { places } = await world.run(CLI, args, { env });
    assertHidden(places);
  });
}

/** Commands that print settings, state or anything about files with a token. */
const PRINTING = ["doctor", "config", "status", "report"]
  .flatMap((command) => [command, `${command} --json`])
  .concat(["report --csv", "report --html -", "snapshot"]);

test("doctor, config, status, report and snapshot print no token", async (t) => {
  const world = await secretsHome(t, { version: "2.1.90" });
  const { collector } = world;
  collector.answer({ status: 200, body: JSON.stringify({ limits: [{ kind: "session", percent: 1 }] }) });
  const { cli } = await programsFor(t, collector.origin);
  assert.equal((await world.run(cli, ["beat"])).ended.code, 0);
  for (const line of PRINTING) {
    const { ended, places } = await world.run(cli, line.split(" "));
    assert.ok(ended.stdout.length > 50, `${line}: ${ended.stdout}${ended.stderr}`);
    assertHidden(places);
  }
});

/** Makes systemd appear to be running, for one process in its own mount namespace. */
const WITH_SYSTEMD = [
  "-m",
  "sh",
  "-c",
  'mount -t tmpfs none /run && mkdir -p /run/systemd/system && exec "$@"',
];
const withoutMounts =
  process.platform === "linux" && spawnSync("unshare", [...WITH_SYSTEMD, "sh", "true"]).status === 0
    ? false
    : "`unshare` with a mount namespace is not installed or not allowed";

test("install and uninstall write a proxy's password only to a private file, and to no stream", {
  skip: withoutMounts,
}, async (t) => {
  const home = await temporaryFolder(t);
  const run = (...args: string[]) =>
    spawnSync("unshare", [...WITH_SYSTEMD, "sh", process.execPath, CLI, ...args], {
      encoding: "utf8",
      cwd: home,
      env: {
        PATH: process.env["PATH"],
        HOME: home,
        XDG_RUNTIME_DIR: home,
        HTTPS_PROXY: `http://user:${access}@127.0.0.1:1`,
        AGENT_USAGE_TOKEN: push,
        AGENT_USAGE_LABEL: push,
        SOME_TOKEN: push,
      },
    });
  const installed = run("install");
  assert.equal(installed.status, 0, installed.stderr);
  const file = ".config/agent-usage/service.env";
  assert.deepEqual(sightings(await textsBelow(home)), [`${file}: access, plain`]);
  assert.equal((await stat(join(home, file))).mode & 0o777, 0o600);
  const removed = run("uninstall", "--purge", "--yes");
  assert.equal(removed.status, 0, removed.stderr);
  assert.deepEqual(sightings(await textsBelow(home)), []);
  const streams = [installed, removed].map(({ stdout, stderr }) => stdout + stderr);
  assertHidden({ streams: streams.join("") });
});

async function textsBelow(home: string): Promise<Record<string, string>> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = paths.map(async (path) => [relative(home, path), await readFile(path, "utf8")] as const);
  return Object.fromEntries(await Promise.all(texts));
}

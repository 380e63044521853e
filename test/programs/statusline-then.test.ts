// `statusline --then`: another command gets the same input, and is never left behind (rule STATUSLINE-5).
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { shellWord } from "../../src/base/shell-word.ts";
import { makeHome } from "../support/home.ts";
import { CLI } from "../support/program.ts";
import { startSleepers } from "../support/sleepers.ts";
import { lineOf } from "../support/statusline.ts";

const OWN = "no refresh yet";

test("the first line of the command's output follows ours, and it gets the same input", async (t) => {
  const { env } = await makeHome(t);
  const input = { text: '{"model":{"display_name":"Opus"}}' };
  assert.equal(
    await lineOf({ env, input, args: ["--then", "cat; echo; echo second"] }),
    `${OWN} | ${input.text}`,
  );
  assert.equal(await lineOf({ env, args: ["--then=echo a"] }), `${OWN} | a`);
});

test("styles stay and end with the line; what a terminal would act on otherwise is removed", async (t) => {
  const { env } = await makeHome(t);
  const args = ["--then", "printf '\\033[31mred\\b\\r\\n'"];
  assert.equal(await lineOf({ env, args }), `${OWN} | \u001B[31mred\u001B[0m`);
});

test("a command that fails, prints nothing or does not exist: our line alone, or with what it printed", async (t) => {
  const { env } = await makeHome(t);
  assert.equal(await lineOf({ env, args: ["--then", "exit 3"] }), OWN);
  assert.equal(await lineOf({ env, args: ["--then", "no-such-program"] }), OWN);
  assert.equal(await lineOf({ env, args: ["--then", "printf kept; exit 3"] }), `${OWN} | kept`);
  assert.equal(await lineOf({ env, args: ["--then", "echo noise >&2"] }), OWN);
  assert.equal(await lineOf({ env, args: ["--then", ""] }), OWN);
});

test("endless output is cut off", async (t) => {
  const { env } = await makeHome(t);
  assert.match(await lineOf({ env, args: ["--then", "yes"] }), /^no refresh yet \| y$/);
  const line = await lineOf({ env, args: ["--then", "tr '\\0' x </dev/zero"] });
  assert.ok(line.length < 1_000_000);
});

test("a command that hangs is killed with everything that it started, and our line is printed", async (t) => {
  const { env } = await makeHome(t);
  const sleepers = await startSleepers(t);
  assert.equal(await lineOf({ env, args: ["--then", sleepers.command.map(shellWord).join(" ")] }), OWN);
  await sleepers.assertGone(0);
});

test("what a command leaves in the background is killed, though it still holds the output", async (t) => {
  const { env } = await makeHome(t);
  const sleepers = await startSleepers(t);
  const command = `${sleepers.command.map(shellWord).join(" ")} & while [ "$(wc -l <${shellWord(sleepers.file)})" != 2 ]; do :; done; echo done`;
  assert.equal(await lineOf({ env, args: ["--then", command] }), `${OWN} | done`);
  await sleepers.assertGone();
});

for (const signal of ["SIGTERM", "SIGKILL"] as const) {
  test(`a status line that is ended by ${signal} leaves nothing behind`, async (t) => {
    const { env } = await makeHome(t);
    const sleepers = await startSleepers(t);
    const args = [CLI, "statusline", "--then", sleepers.command.map(shellWord).join(" ")];
    const child = spawn(process.execPath, args, {
      env: { PATH: process.env["PATH"], ...env },
      stdio: ["ignore", "ignore", "ignore"],
    });
    await sleepers.started();
    child.kill(signal);
    await sleepers.assertGone();
  });
}

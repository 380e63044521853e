// `report --html FILE --open` with the built program (rule CLI-14).
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { temporaryFolder } from "../support/folder.ts";
import { CLI, runProgram } from "../support/program.ts";

const OPENER = process.platform === "darwin" ? "open" : "xdg-open";

async function reportIn(t: TestContext, path: string, file: string) {
  const root = await temporaryFolder(t);
  await symlink(process.execPath, join(path, "node"));
  return runProgram(t, CLI, ["report", "--html", file, "--open"], {
    env: { PATH: path, AGENT_USAGE_TRANSCRIPTS: root },
  });
}

test("report --html FILE --open writes the page, says where, and opens it by its full path", async (t) => {
  const folder = await temporaryFolder(t);
  const [file, fifo] = [join(folder, "usage.html"), join(folder, "opened")];
  execFileSync("mkfifo", [fifo]);
  await writeFile(join(folder, OPENER), `#!/bin/sh\nprintf '%s' "$*" > '${fifo}'\n`, { mode: 0o700 });
  const [{ code, stdout }, opened] = await Promise.all([reportIn(t, folder, file), readFile(fifo, "utf8")]);
  assert.deepEqual([code, stdout, opened], [0, `Wrote ${file}\n`, file]);
});

test("without a program that opens files, the page is written, the exit code is 1, and the message names it", async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, "usage.html");
  const { code, stdout, stderr } = await reportIn(t, folder, file);
  assert.deepEqual([code, stdout], [1, `Wrote ${file}\n`]);
  assert.match(stderr, new RegExp(`cannot start ${OPENER} to open the page: `));
});

for (const args of [["--open"], ["--html", "-", "--open"], ["--json", "--open"]]) {
  test(`report ${args.join(" ")}: exit 64`, async (t) => {
    const { code, stderr } = await runProgram(t, CLI, ["report", ...args]);
    assert.equal(code, 64);
    assert.match(stderr, /--open needs a page to open: --html FILE/);
  });
}

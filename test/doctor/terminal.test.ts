// `agent-usage doctor` on a terminal: colors, and lines that fit its width.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { type TestContext, test } from "node:test";
import { temporaryFolder } from "../support/folder.ts";
import { CLI } from "../support/program.ts";

const hasScript = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;
const skip = hasScript ? false : "util-linux's `script`, which gives a terminal, is not here";

/** The lines that doctor prints in an empty home, on a terminal of that width. */
async function linesAt(t: TestContext, columns: number, variables: Record<string, string> = {}) {
  const env = {
    PATH: process.env["PATH"],
    SHELL: "/bin/sh",
    TERM: "xterm-256color",
    HOME: await temporaryFolder(t),
    ...variables,
  };
  const command = `stty columns ${columns}; exec '${process.execPath}' '${CLI}' doctor`;
  const { stdout } = spawnSync("script", ["--quiet", "--command", command, "/dev/null"], {
    encoding: "utf8",
    env,
    input: "",
  });
  return stdout.split("\r\n");
}

for (const [what, variables, mark] of [
  ["colors", {}, "\u001B[31m✖\u001B[39m credentials"],
  ["no colors with NO_COLOR", { NO_COLOR: "1" }, "✖ credentials"],
  ["words if the locale is not UTF-8", { NO_COLOR: "1", LANG: "C" }, "FAILURE credentials"],
] as const) {
  test(`on a terminal: ${what}`, { skip }, async (t) => {
    const lines = await linesAt(t, 80, variables);
    assert.ok(
      lines.some((line) => line.startsWith(mark)),
      lines.join("\n"),
    );
  });
}

for (const columns of [40, 80]) {
  test(`at ${columns} columns, no line is wider unless a single word is`, { skip }, async (t) => {
    const lines = await linesAt(t, columns, { NO_COLOR: "1" });
    const wide = lines.filter(
      (line) => line.length > columns && /\S\s+\S/.test(line.replace(/^\s*(?:->)?/, "")),
    );
    assert.deepEqual(wide, []);
    assert.ok(
      lines.some((line) => line.startsWith("    -> ")),
      lines.join("\n"),
    );
  });
}

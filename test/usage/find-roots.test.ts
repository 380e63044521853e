// Whether a transcripts folder exists, and where a known coding agent has transcripts if none does (rule LOG-7).
import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { type TestContext } from "node:test";
import { findRoots } from "../../src/usage/index.ts";
import { temporaryFolder } from "../support/folder.ts";
import { writeFiles } from "../support/transcript.ts";

const NO_ROOT = "no-such-folder";

/** A home with these files, and the root that a wrong setting names. */
async function homeWith(t: TestContext, files: Record<string, string>) {
  const home = await temporaryFolder(t);
  writeFiles(home, files);
  return { home, root: join(home, NO_ROOT) };
}

test("a root without a transcript is there", async (t) => {
  const { home, root } = await homeWith(t, { ".claude/projects/a/s.jsonl": "" });
  mkdirSync(root);
  assert.deepEqual(await findRoots([`${root}-2`, root], { HOME: home }), { status: "found" });
});

test("a root that is a broken link is not missing: its target may come back", async (t) => {
  const { home, root } = await homeWith(t, {});
  symlinkSync(join(home, "drive"), root);
  assert.deepEqual(await findRoots([root], { HOME: home }), { status: "found" });
});

test("a root below a file is missing", async (t) => {
  const { home, root } = await homeWith(t, {});
  writeFileSync(root, "");
  assert.equal((await findRoots([join(root, "projects")], { HOME: home })).status, "missing");
});

test("no root, and no known agent has a folder: nothing is named", async (t) => {
  const { home, root } = await homeWith(t, { ".claude/notes.txt": "" });
  assert.deepEqual(await findRoots([root], { HOME: home }), { status: "missing", elsewhere: undefined });
});

test("no root: the default folder of a known agent with transcripts is found, shown without the home's path", async (t) => {
  const { home, root } = await homeWith(t, { ".claude/projects/a/s.jsonl": "" });
  const found = await findRoots([root], { HOME: home });
  assert.deepEqual(found, {
    status: "missing",
    elsewhere: {
      path: join(home, ".claude/projects"),
      shown: "~/.claude/projects",
      agent: "Claude Code",
      program: "agent-usage-claude-code",
      variable: "CLAUDE_CONFIG_DIR",
    },
  });
});

test("no root: a known agent's folder without transcripts is named only if none has transcripts", async (t) => {
  const { home, root } = await homeWith(t, { ".claude/projects/notes.txt": "" });
  const shown = async () => {
    const found = await findRoots([root], { HOME: home });
    return found.status === "missing" && found.elsewhere?.shown;
  };
  assert.equal(await shown(), "~/.claude/projects");
  writeFiles(home, { ".config/claude/projects/s.jsonl": "" });
  assert.equal(await shown(), "~/.config/claude/projects");
});

test("no root: the folder that the agent's own variable names comes first, shown by the variable", async (t) => {
  const { home, root } = await homeWith(t, { ".claude/projects/s.jsonl": "", "moved/projects/s.jsonl": "" });
  const found = await findRoots([root], { HOME: home, CLAUDE_CONFIG_DIR: join(home, "moved") });
  assert.equal(found.status === "missing" && found.elsewhere?.shown, "$CLAUDE_CONFIG_DIR/projects");
});

test("no root: this program's own default folder is found too", async (t) => {
  const { home, root } = await homeWith(t, { ".agent/projects/s.jsonl": "" });
  const found = await findRoots([root], { HOME: home });
  assert.equal(found.status === "missing" && found.elsewhere?.program, "agent-usage");
});

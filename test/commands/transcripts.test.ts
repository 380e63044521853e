// How often a command reads the transcripts before the first refresh.
import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { loadFigures } from "../../src/commands/figures.ts";
import { topProject } from "../../src/commands/status/top-project.ts";
import { Transcripts } from "../../src/commands/transcripts.ts";
import { spyOnFiles } from "../support/file-spies.ts";
import { at, HOUR } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { requestLine, writeFiles } from "../support/transcript.ts";

const OUTPUT = { program: "agent-usage", out: () => {}, err: () => {} };

/** A home without a refresh, and what `status` draws from it. The clock is ahead, so that the files look settled. */
async function aHome(t: TestContext) {
  const home = await temporaryFolder(t);
  const root = join(home, "transcripts");
  Object.assign(process.env, {
    HOME: home,
    AGENT_USAGE_TRANSCRIPTS: root,
    AGENT_USAGE_STATE_DIR: join(home, "state"),
  });
  const now = Date.now() + HOUR;
  t.mock.timers.enable({ apis: ["Date"], now });
  const first = JSON.stringify({ sessionId: "one", cwd: "/none/api" });
  const write = (name: string) =>
    writeFiles(root, { [`p/${name}.jsonl`]: [first, requestLine({ at: at(now) })] }, now);
  const transcripts = new Transcripts();
  const draw = async () => {
    const figures = await loadFigures("status", OUTPUT, { transcripts });
    assert.ok(figures.status === "ok");
    const requests = Object.values(figures.days).flatMap(({ models }) => Object.values(models));
    return {
      requests: requests.reduce((sum, counts) => sum + counts.requests, 0),
      project: await topProject(figures.settings, Date.now(), transcripts),
    };
  };
  const { reads } = spyOnFiles(t);
  const opened = () => reads.map(({ args }) => String(args[0])).filter((path) => path.endsWith(".jsonl"));
  return { root, write, draw, opened };
}

test("status before the first refresh reads a transcript once, and when it is drawn again only new ones", async (t) => {
  const { root, write, draw, opened } = await aHome(t);
  write("one");
  assert.deepEqual(await draw(), { requests: 1, project: "api" });
  assert.deepEqual(await draw(), { requests: 1, project: "api" });
  write("two");
  assert.deepEqual(await draw(), { requests: 2, project: "api" });
  assert.deepEqual(opened(), [join(root, "p/one.jsonl"), join(root, "p/two.jsonl")]);
});

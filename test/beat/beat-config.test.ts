// The library's `config` has the keys of the settings file, and its paths are read the same way.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { runBeat } from "../../src/beat/beat.ts";
import { temporaryFolder } from "../support/folder.ts";
import { namesIn } from "../support/state-disk.ts";

test("`~/` in the library's config is the home folder", async (t) => {
  const home = await temporaryFolder(t);
  const config = {
    stateDir: "~/state",
    transcriptRoots: ["~/transcripts"],
    credentialsPath: "~/credentials",
  };
  const { status } = await runBeat({ config, env: { HOME: home } });
  assert.equal(status, "done");
  assert.ok((await namesIn(join(home, "state"))).includes("state.json"));
});

test("a log with only some methods is enough", async (t) => {
  const lines: string[] = [];
  const config = { stateDir: await temporaryFolder(t), transcriptRoots: [], credentialsPath: "/nowhere" };
  const log = { info: (_: object, message: string) => void lines.push(message) };
  await runBeat({ config, env: {}, log });
  assert.match(lines.at(-1) ?? "", /^refresh done/);
});

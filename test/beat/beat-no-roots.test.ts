// A beat without a transcripts folder says so first (rule LOG-7).
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { makeWorld, type World } from "../support/beat-world.ts";

const warnings = ({ logged }: World) => logged.filter((line) => !line.startsWith("debug"));

test("the first line says that there is no transcripts folder, and where the agent's transcripts are", async (t) => {
  const world = await makeWorld(t);
  const config = { ...world.config, transcriptRoots: [join(world.home, "typo")] };
  await world.beat({ config });
  assert.match(
    warnings(world)[0] ?? "",
    /^warn there is no transcripts folder where the settings say, but there is one at ~\/\.agent\/projects\. Fix: correct transcriptRoots/,
  );
  assert.doesNotMatch(world.logged.join("\n"), new RegExp(world.home));
});

test("with a transcripts folder the log does not mention one", async (t) => {
  const world = await makeWorld(t);
  await world.beat();
  assert.doesNotMatch(warnings(world).join("\n"), /transcripts folder/);
});

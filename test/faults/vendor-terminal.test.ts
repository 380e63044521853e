// Texts in the vendor's answer and in paths that control a terminal or reverse a line: what each command prints of
// them.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { isJsonObject } from "../../src/base/json.ts";
import { secretsHome } from "../support/secrets-home.ts";
import { programsFor } from "../support/test-vendor.ts";

const HOSTILE = "x\u001b[2J\u007f\u009b31m\u202e\u2028\u200b\ufeffy";
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** The commands whose JSON contains such a text. */
const CONTAINING = ["beat", "status", "snapshot", "config"];

const limit = { kind: HOSTILE, group: HOSTILE, percent: 12, severity: HOSTILE, resets_at: null };
const body = JSON.stringify({ limits: [{ ...limit, scope: { model: { display_name: HOSTILE } } }] });

test("no command prints a character that a terminal obeys or hides, and JSON keeps each one", async (t) => {
  const world = await secretsHome(t, { version: "2.1.90" });
  world.collector.answer({ status: 200, body });
  const { cli } = await programsFor(t, world.collector.origin);
  const stateDir = join(world.dir, `state-${HOSTILE}`);
  const configHome = join(world.dir, `settings-${HOSTILE}`);
  await mkdir(configHome);
  const roots = [".agent/projects", `no-${HOSTILE}`].map((name) => join(world.dir, name)).join(":");
  const env = {
    AGENT_USAGE_STATE_DIR: stateDir,
    XDG_CONFIG_HOME: configHome,
    AGENT_USAGE_TRANSCRIPTS: roots,
  };
  for (const command of ["beat", "status", "report", "snapshot", "config", "doctor"]) {
    for (const args of command === "snapshot" ? [[command]] : [[command, "--json"], [command]]) {
      const { ended } = await world.run(cli, args, { env });
      const { stdout, stderr } = ended;
      assert.ok(stdout.length > 50 || args[0] === "beat", `${args.join(" ")}: ${stdout}`);
      for (const text of [stdout, stderr]) {
        assert.doesNotMatch(text.replaceAll("\n", ""), UNPRINTABLE, args.join(" "));
      }
      if (args.length === 1 && command !== "snapshot") continue;
      const value: unknown = JSON.parse(stdout);
      assert.ok(isJsonObject(value) && value["schemaVersion"] === 1, stdout);
      const holdsName = JSON.stringify(value).includes(JSON.stringify(HOSTILE).slice(1, -1));
      assert.equal(holdsName, CONTAINING.includes(command), args.join(" "));
    }
  }
});

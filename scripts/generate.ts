// Writes what is made from the code and kept in the tree: the contract's JSON Schema, the service files for the usual
// place, and the scan's kernel. Tests hold each equal to what this would write.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import { snapshotSchema } from "../src/contract/index.ts";
import { launchdPlist } from "../src/service/install/launchd-plist.ts";
import { sandboxDropIn, systemdUnit } from "../src/service/install/systemd-unit.ts";
import { compileKernel } from "./kernel.ts";

/** Where `npm install --global --prefix ~/.local` puts the package, below the home folder. */
const USUAL_PLACE = ".local/lib/node_modules/agent-usage/dist";
const PROGRAMS = [
  { program: "agent-usage", folder: "" },
  { program: "agent-usage-claude-code", folder: "claude-code/" },
];

/** The push contract as JSON Schema: what a collector may rely on. */
export function contractText(): string {
  const { $schema, ...rest } = z.toJSONSchema(snapshotSchema, { target: "draft-2020-12", io: "input" });
  return `${JSON.stringify({ $schema, title: "agent-usage snapshot, version 1", ...rest }, null, 2)}\n`;
}

/** The kernel as a module: its code stands in the bundles, so that they need no file beside them. */
function kernelText(): string {
  const code = compileKernel().toString("base64");
  return `/** WebAssembly, made from \`assembly/\` (npm run generate). */\nexport const KERNEL_CODE =\n  "${code}";\n`;
}

/** Every file that is made from the code, by its path. */
export function generated(): Record<string, string> {
  const files: Record<string, string> = {
    "contract/snapshot.v1.schema.json": contractText(),
    "src/usage/kernel/code.ts": kernelText(),
  };
  for (const { program, folder } of PROGRAMS) {
    const daemon = `${USUAL_PLACE}/${folder}daemon.js`;
    files[`systemd/${program}.service`] = systemdUnit({
      program,
      execStart: `/usr/bin/env node %h/${daemon}`,
      environmentFile: `%h/.config/${program}/service.env`,
    });
    files[`systemd/${program}.service.d/sandbox.conf`] = sandboxDropIn(program);
    files[`launchd/${program}.plist`] = launchdPlist({
      program,
      // launchd expands nothing, and its PATH is a bare one.
      arguments: [
        "/bin/sh",
        "-c",
        [
          `PATH="/opt/homebrew/bin:/usr/local/bin:$PATH" logs="$HOME/Library/Logs/${program}"`,
          'umask 077 && mkdir -p "$logs"',
          `exec node "$HOME/${daemon}" >>"$logs/${program}.log" 2>&1`,
        ].join("; "),
      ],
      logFile: undefined,
      environment: {},
    });
  }
  return files;
}

if (process.argv[1]?.endsWith("generate.ts")) {
  for (const [path, text] of Object.entries(generated())) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

// Writes the files that are made from the code and committed: the contract's JSON Schema, the service files for the usual
// place, tables and samples in the documentation, the scan's kernel and the prices. Tests check that each is up to date.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import { systemUnit } from "../collector/src/service/units.ts";
import { snapshotSchema } from "../src/contract/index.ts";
import { launchdPlist } from "../src/service/install/launchd-plist.ts";
import { sandboxDropIn, systemdUnit } from "../src/service/install/systemd-unit.ts";
import { clientText } from "./client.ts";
import { fillPage } from "./docs/page.ts";
import { docsParts } from "./docs/parts.ts";
import { compileKernel, kernelDigest } from "./kernel.ts";
import { passwordsText } from "./passwords.ts";
import { pricesText } from "./prices.ts";

/** Where `npm install --global --prefix ~/.local` puts the package, below the home folder. */
const USUAL_PLACE = ".local/lib/node_modules/agent-usage/dist";
const PROGRAMS = [
  { program: "agent-usage", folder: "" },
  { program: "agent-usage-claude-code", folder: "claude-code/" },
];

/** The push contract as JSON Schema: what a collector can rely on. */
export function contractText(): string {
  const { $schema, ...rest } = z.toJSONSchema(snapshotSchema, { target: "draft-2020-12", io: "input" });
  return `${JSON.stringify({ $schema, title: "agent-usage snapshot, version 1", ...rest }, null, 2)}\n`;
}

/** Where the compiled kernel is. */
export const KERNEL_FILE = "src/usage/kernel/code.ts";

/** The compiled kernel as a module, so that the bundles need no other file. Takes seconds. */
export function kernelText(): string {
  const code = compileKernel().toString("base64");
  return `/** WebAssembly, made from \`assembly/\` (npm run generate). ${kernelMark()} */\nexport const KERNEL_CODE =\n  "${code}";\n`;
}

/** The line of the compiled kernel's file that identifies its sources. */
export function kernelMark(): string {
  return `Sources without comments: sha256-${kernelDigest()}`;
}

/** Each page of the documentation with its generated parts, by its path. */
function pages(): Record<string, string> {
  const paths = ["README.md", ...readdirSync("docs").map((name) => join("docs", name))];
  const texts = paths
    .filter((path) => path.endsWith(".md"))
    .map((path) => [path, readFileSync(path, "utf8")] as const);
  const parts = docsParts();
  return Object.fromEntries(texts.map(([path, text]) => [path, fillPage(text, parts)]));
}

/** Every file that is made from the code, by its path. Without the kernel, which needs a compiler. */
export function generated(): Record<string, string> {
  const files: Record<string, string> = {
    "contract/snapshot.v1.schema.json": contractText(),
    ...pages(),
    "collector/src/web/site/client-script.ts": clientText(),
    "src/prices/table.ts": pricesText(),
    "collector/src/auth/common-passwords.ts": passwordsText(),
    "systemd/agent-usage-collector.service": systemUnit(),
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
      // launchd expands no variables, and its PATH is minimal.
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
  for (const [path, text] of Object.entries({ ...generated(), [KERNEL_FILE]: kernelText() })) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

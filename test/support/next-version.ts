// The collector as a later version: the same program with one more migration, which adds to each table that pushes write.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { NODE_BUNDLE } from "../../scripts/bundle.mjs";
import { type Cleanup, temporaryFolder } from "./folder.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Its name sorts after all that there are. */
const NEXT_MIGRATION = "900-next";

const nextMigration: Plugin = {
  name: "next migration",
  setup: (bundle) => {
    bundle.onLoad({ filter: /migrations\/all\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const named = text.replace("] as const;", `  "${NEXT_MIGRATION}",\n] as const;`);
      const contents = named.replace(/\n {2}\};\n\}/, `\n    "${NEXT_MIGRATION}": { up: addNext },\n  };\n}`);
      if (!contents.includes("addNext")) throw new Error("all.ts has another form");
      return { contents: contents + ADD_NEXT, loader: "ts" };
    });
  },
};

const ADD_NEXT = `
async function addNext(db) {
  for (const table of ["machine", "machine_day", "usage", "day_sum", "session"])
    await sql.raw("alter table " + table + " add column next bigint").execute(db);
  await sql.raw("create table next (key text primary key)").execute(db);
}
import { sql } from "kysely";
`;

/** Builds it. @returns the path of its command */
export async function buildNextVersion(t: Cleanup): Promise<string> {
  const folder = await temporaryFolder(t);
  await build({
    absWorkingDir: ROOT,
    entryPoints: [
      { in: "collector/src/bin.ts", out: "cli" },
      { in: "collector/src/page-worker.ts", out: "page-worker" },
    ],
    external: ["pg-native"],
    outdir: folder,
    ...NODE_BUNDLE,
    plugins: [nextMigration],
    logLevel: "warning",
  });
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  return join(folder, "cli.js");
}

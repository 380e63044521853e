// Builds dist/: for each vendor the bundles, which run with no node_modules beside them, and the types.
import { spawnSync } from "node:child_process";
import { chmod, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { licencesText, packagesOf } from "./licences.mjs";
import { pruneTypes } from "./types.mjs";

const VENDORS = [
  { condition: undefined, folder: "dist" },
  { condition: "claude-code", folder: "dist/claude-code" },
];

await rm("dist", { recursive: true, force: true });
// The compiler's own library is in the scan's kernel, which was compiled before.
const bundled = new Set(["node_modules/assemblyscript"]);
for (const { condition, folder } of VENDORS) {
  const { metafile } = await build({
    entryPoints: ["src/daemon.ts", { in: "src/bin.ts", out: "cli" }, "src/cli-main.ts", "src/index.ts"],
    external: ["./cli-main.js"],
    outdir: folder,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    conditions: condition === undefined ? [] : [condition],
    // What was written for CommonJS asks for `require`, also within a bundle.
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: "warning",
    metafile: true,
  });
  for (const folder of packagesOf(metafile)) bundled.add(folder);
  await chmod(join(folder, "cli.js"), 0o755);
  await chmod(join(folder, "daemon.js"), 0o755);
}

await writeFile("dist/THIRD-PARTY-LICENSES.txt", licencesText(bundled));

// Says what the files are wherever dist/ is copied to.
for (const { folder } of VENDORS) await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');

const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
const { status } = spawnSync(process.execPath, [tsc, "--project", "tsconfig.types.json"], {
  stdio: "inherit",
});
if (status !== 0) process.exit(1);

await pruneTypes("dist/types", "dist/types/index.d.ts");
await writeFile("dist/index.d.ts", 'export * from "./types/index.js";\n');
// Both vendors have the same types: no type holds a vendor's name.
await writeFile("dist/claude-code/index.d.ts", 'export * from "../types/index.js";\n');

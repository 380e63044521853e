// Builds each package's dist/: bundles that run with no node_modules beside them, and the agent's types.
// `node scripts/build.mjs [agent | collector]`: both, unless one is named.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { NODE_BUNDLE } from "./bundle.mjs";
import { licensesText, packagesOf } from "./licenses.mjs";
import { pruneTypes } from "./types.mjs";

const BIN = (folder) => ({ in: `${folder}/bin.ts`, out: "cli" });
const MAINS = ["daemon", "cli-main", "schemas", "statusline-main", "index", "scan-worker"];
const AGENT = [
  BIN("src"),
  ...MAINS.map((name) => ({ in: `src/${name}.ts`, out: name })),
  { in: "src/usage/index.ts", out: "usage" },
];

/**
 * `status` and `report` start from a bundle of their own. It holds nothing that they do not need: all that it imports late is
 * in another bundle.
 */
const SHORT = {
  entryPoints: ["src/cli-short.ts"],
  plugins: [
    {
      name: "short",
      setup: ({ onResolve }) =>
        onResolve({ filter: /^\./ }, ({ kind, path, importer }) => {
          if (kind !== "dynamic-import") return undefined;
          return { path: lateBundle(path, importer), external: true };
        }),
    },
  ],
};

/** The bundle that holds what a short command imports late. The page is another program: `cli-main.js` runs all of `report`. */
function lateBundle(path, importer) {
  if (path.endsWith("/usage/index.ts")) return "./usage.js";
  const isCommand = /\/commands\/(?:[a-z]+(?:-entry)?|report\/command)\.ts$/.test(importer);
  return isCommand ? "./cli-main.js" : "./schemas.js";
}

/** One row for each program: where its files go, what it is built from, and the vendor's condition if it has one. */
const PROGRAMS = [
  { name: "agent", folder: "dist", entryPoints: AGENT, conditions: [], executable: ["cli.js", "daemon.js"] },
  {
    name: "agent",
    folder: "dist/claude-code",
    entryPoints: AGENT,
    conditions: ["claude-code"],
    executable: ["cli.js", "daemon.js"],
  },
  {
    name: "collector",
    folder: "collector/dist",
    entryPoints: [BIN("collector/src"), "collector/src/page-worker.ts"],
    conditions: [],
    executable: ["cli.js"],
  },
];

const [only] = process.argv.slice(2);
for (const name of ["agent", "collector"]) if (only === undefined || only === name) await buildPackage(name);
await linkCollector();

async function buildPackage(name) {
  const programs = PROGRAMS.filter((program) => program.name === name);
  const dist = programs[0].folder;
  await rm(dist, { recursive: true, force: true });
  const bundled = new Set();
  for (const program of programs) for (const folder of await bundle(program)) bundled.add(folder);
  // AssemblyScript's own library is in the scan's kernel, which was compiled before.
  if (name === "agent") bundled.add("node_modules/assemblyscript");
  await writeFile(join(dist, "THIRD-PARTY-LICENSES.txt"), licensesText(bundled));
  if (name === "agent") await writeTypes();
}

/** @returns the folders of the packages that are in the bundles */
async function bundle({ folder, entryPoints, conditions, executable }) {
  const inputs = await Promise.all([
    bundleFiles(folder, conditions, { entryPoints, plugins: [] }),
    ...(entryPoints === AGENT ? [bundleFiles(folder, conditions, SHORT)] : []),
  ]);
  for (const file of executable) await chmod(join(folder, file), 0o755);
  // Declares what the files are, wherever the folder is copied to.
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  return inputs.flatMap(packagesOf);
}

async function bundleFiles(folder, conditions, { entryPoints, plugins }) {
  const { metafile } = await build({
    entryPoints,
    // Not installed: the program does without.
    external: ["./cli-main.js", "./cli-short.js", "./statusline-main.js", "pg-native"],
    outdir: folder,
    ...NODE_BUNDLE,
    conditions,
    minifyWhitespace: true,
    minifySyntax: true,
    plugins: [{ name: "late", setup: loadLate }, ...plugins],
    logLevel: "warning",
    metafile: true,
  });
  return metafile;
}

/** Loads string-width at its first call. Its regular expressions take Node longer than all of a short command's own work. */
function loadLate({ onResolve, onLoad }) {
  onResolve({ filter: /^string-width$/ }, ({ path, namespace, resolveDir }) =>
    namespace === "late" ? undefined : { path, namespace: "late", pluginData: { resolveDir } },
  );
  onLoad({ filter: /^/, namespace: "late" }, ({ path, pluginData }) => ({
    contents: `export default (...given) => require("${path}").default(...given);`,
    ...pluginData,
  }));
}

/** Lets `npx agent-usage-collector` run at the root. npm links a workspace's program only if it was built before `npm ci`. */
async function linkCollector() {
  const links = join("node_modules", ".bin");
  const link = join(links, "agent-usage-collector");
  if (!existsSync(links) || existsSync(link)) return;
  await rm(link, { force: true });
  await symlink(join("..", "..", "collector", "dist", "cli.js"), link);
}

async function writeTypes() {
  const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
  const { status } = spawnSync(process.execPath, [tsc, "--project", "tsconfig.types.json"], {
    stdio: "inherit",
  });
  if (status !== 0) process.exit(1);
  await pruneTypes("dist/types", "dist/types/index.d.ts");
  await writeFile("dist/index.d.ts", 'export * from "./types/index.js";\n');
  // Both vendors have the same types: no type contains a vendor's name.
  await writeFile("dist/claude-code/index.d.ts", 'export * from "../types/index.js";\n');
}

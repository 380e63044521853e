// Runs every test file, or those whose path contains one of the arguments, as many at once as there are cores.
import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { compileTests } from "./compile-tests.mjs";

const wanted = process.argv.slice(2);
const files = ["test", "collector/test"]
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
  .filter((path) => path.endsWith(".test.ts"))
  .filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part)))
  .sort((a, b) => (a < b ? -1 : 1));
if (files.length === 0) {
  console.error("no test file found");
  process.exit(1);
}
const { bundles, folders } = await compileTests(files);
// Taken over by the process that each file runs in: failures name lines of the sources.
process.execArgv.push("--enable-source-maps");
const tests = run({ files: bundles, concurrency: availableParallelism() });
tests.on("test:fail", () => {
  process.exitCode = 1;
});
tests.compose(new spec()).pipe(process.stdout);
tests.once("end", () => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

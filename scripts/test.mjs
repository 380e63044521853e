// Runs every test file, or those whose path contains one of the arguments. One more at once than there are cores, since
// some wait for the programs and databases that they start.
import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { compileTests } from "./compile-tests.mjs";

const POSTGRES = join("test", "support", "store", "postgres.ts");
/** What each test that runs on a database imports. */
const DATABASES = "test/support/store/databases.ts";

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
const { bundles, folders, using } = await compileTests([...files, POSTGRES], DATABASES);
const { postgresMissing, startPostgres } = await import(resolve(bundles.pop()));
// One server for all files that use one, and none for a single file, which starts its own when it needs it.
const server = using > 1 && (await postgresMissing()) === false ? await startPostgres() : undefined;
if (server !== undefined) process.env.AGENT_USAGE_TEST_POSTGRES_PORT = String(server.port);
// Taken over by the process that each file runs in: failures name lines of the sources.
process.execArgv.push("--enable-source-maps");
const tests = run({ files: bundles, concurrency: availableParallelism() + 1 });
tests.on("test:fail", () => {
  process.exitCode = 1;
});
tests.compose(new spec()).pipe(process.stdout);
tests.once("end", async () => {
  await server?.remove();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

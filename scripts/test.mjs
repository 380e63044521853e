// Runs every test file, or those whose path contains one of the arguments. The files are named one by one, because Node's
// runner finds no .ts before Node 22 and passes when it finds none.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

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
const { status } = spawnSync(
  process.execPath,
  ["--import", "tsx", "--test", "--test-reporter=spec", ...files],
  {
    stdio: "inherit",
  },
);
process.exit(status ?? 1);

// A service manager or a container may start the program with an empty or relative HOME.
import assert from "node:assert/strict";
import { isAbsolute } from "node:path";
import { test } from "node:test";
import { runChild } from "../support/child.ts";

const program = `
  const paths = await load("src/settings/index.ts");
  const tried = (work) => {
    try {
      return work() ?? null;
    } catch {
      return null;
    }
  };
  const found = [() => paths.homeFolder(process.env), () => paths.defaultCredentialsPath()];
  console.log(JSON.stringify(found.map(tried)));
`;

for (const HOME of ["", "relative"]) {
  test(`with HOME=${JSON.stringify(HOME)} no path is relative to the current folder`, async () => {
    const found = (await runChild(program, { env: { HOME } })) as (string | null)[];
    for (const path of found) assert.ok(path === null || isAbsolute(path), JSON.stringify(path));
  });
}

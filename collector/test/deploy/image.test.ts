// The container image by its parts, without a builder: what it copies, and what it runs. AGENT_USAGE_LONG_TESTS=1 to build the
// program from exactly the files that the Dockerfile copies.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, cp, mkdir, readdir, symlink } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { DEPLOY, dockerfile, ROOT, VARIABLES } from "../../../test/support/deploy/files.ts";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { freePort } from "../../../test/support/loopback.ts";
import { skip as noOtherUser, OTHER_USER } from "../../../test/support/other-user.ts";
import { runProgram, startProgram } from "../../../test/support/program.ts";

const run = promisify(execFile);
const instructions = await dockerfile();
const of = (word: string) => instructions.filter((line) => line.word === word).map(({ rest }) => rest);
/** What is copied from the repository, as `[from, to]`. */
const copies = of("COPY")
  .filter((rest) => !rest.startsWith("--from"))
  .flatMap((rest) => {
    const words = rest.split(" ");
    return words.slice(0, -1).map((from): [string, string] => [from, words.at(-1) ?? ""]);
  });
const environment = Object.fromEntries(
  of("ENV").flatMap((rest) =>
    [...rest.matchAll(/(\S+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]),
  ),
);

/** What the C library and the XDG base directories read. */
const OF_THE_SYSTEM = new Set(["HOME", "XDG_CONFIG_HOME", "MALLOC_ARENA_MAX", "MALLOC_MMAP_THRESHOLD_"]);

test("the image copies files that exist, has a user without rights, and sets only variables that there are", () => {
  assert.ok(copies.length > 5);
  for (const [from] of copies) assert.ok(existsSync(join(ROOT, from)), from);
  const bases = of("FROM").map((rest) => rest.split(" ")[0] ?? "");
  for (const base of bases) assert.match(base, /:(?!latest$)[\w.-]+$/);
  assert.match(of("USER").join(), /^[1-9]\d*:[1-9]\d*$/);
  for (const name of Object.keys(environment)) {
    assert.ok(VARIABLES.has(name) || OF_THE_SYSTEM.has(name), name);
  }
});

test("the image's program starts as its user from a copy of its files alone, and the health check says how it is", async (t) => {
  const [folder, data] = [await temporaryFolder(t), await temporaryFolder(t)];
  await cp(join(ROOT, "collector/dist"), join(folder, "app"), { recursive: true });
  await cp(join(DEPLOY, "healthcheck.mjs"), join(folder, "app/healthcheck.mjs"));
  // The image's Node has SQLite itself; older ones that run the tests take it from a package.
  if (!isBuiltin("node:sqlite")) {
    await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  }
  const user = noOtherUser === false ? OTHER_USER : undefined;
  await chmod(folder, 0o755);
  if (user !== undefined) await chown(data, user, user);
  const inside = (path: string) =>
    path.replace(/^\/(?:data|etc)\b/, data).replace(/^\/app\b/, join(folder, "app"));
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) env[name] = inside(value);
  const port = await freePort();
  env["AGENT_USAGE_COLLECTOR_LISTEN"] = `127.0.0.1:${port}`;

  const [, program = ""] = JSON.parse(of("ENTRYPOINT")[0] ?? "[]") as string[];
  const [, check = ""] = JSON.parse(/CMD (\[.*\])/.exec(of("HEALTHCHECK")[0] ?? "")?.[1] ?? "[]") as string[];
  const isHealthy = async () => (await runProgram(t, inside(check), [], { env })).code;
  const options = { env, ...(user !== undefined && { user }) };
  for (const proxies of [undefined, "127.0.0.1"]) {
    if (proxies !== undefined) env["AGENT_USAGE_COLLECTOR_TRUST_PROXY"] = proxies;
    assert.equal(await isHealthy(), 1);
    const collector = await startProgram(t, inside(program), JSON.parse(of("CMD")[0] ?? "[]"), options);
    await collector.waitForLine(/"msg":"listening"/);
    assert.equal(await isHealthy(), 0);
    collector.child.kill();
    assert.equal((await collector.ended).code, 0);
  }
  assert.deepEqual(await readdir(data), ["agent-usage-collector"]);
});

test("the files that the image copies are enough to build the program", {
  skip: process.env["AGENT_USAGE_LONG_TESTS"] === "1" ? false : "long",
}, async (t) => {
  const folder = await temporaryFolder(t);
  const built = copies.slice(
    0,
    copies.findIndex(([, to]) => to.startsWith("/app")),
  );
  for (const [from, to] of built) {
    const target = to.endsWith("/") ? join(folder, to, from.split("/").at(-1) ?? "") : join(folder, to);
    await mkdir(dirname(target), { recursive: true });
    await cp(join(ROOT, from), target, { recursive: true });
  }
  for (const modules of ["node_modules", "collector/node_modules"]) {
    if (existsSync(join(ROOT, modules))) await symlink(join(ROOT, modules), join(folder, modules));
  }
  const build =
    of("RUN")
      .find((rest) => rest.includes("scripts/build.mjs"))
      ?.split(" && ")[0] ?? "";
  await run("sh", ["-c", build], { cwd: folder });
  const { stdout } = await run(process.execPath, [join(folder, "collector/dist/cli.js"), "--version"]);
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
});

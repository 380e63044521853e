// Where usage went: by project, session and hour, read from the transcripts (rules DETAIL-1 to DETAIL-3).
import assert from "node:assert/strict";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { addCounts, type Models } from "../../src/contract/index.ts";
import { ProjectFolders } from "../../src/usage/detail/project-folders.ts";
import { shortNames } from "../../src/usage/detail/short-names.ts";
import type { PlacedUse } from "../../src/usage/detail/types.ts";
import { Disk } from "../../src/usage/disk.ts";
import { realFiles } from "../../src/usage/files.ts";
import { scanDetail, scanUsage } from "../../src/usage/scan.ts";
import { at, HOUR, MINUTE, NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { line, requestLine, writeFiles } from "../support/transcript.ts";

interface World {
  /** Where the projects are. */
  readonly home: string;
  readonly root: string;
}

async function makeWorld(t: TestContext): Promise<World> {
  const dir = await temporaryFolder(t);
  await mkdir(join(dir, "transcripts"));
  return { home: join(dir, "home"), root: join(dir, "transcripts") };
}

/** Writes a transcript of a session that began in a folder. */
function session(
  { root, home }: World,
  id: string,
  folder: string,
  lines: string[] = [requestLine()],
  name = `p/${id}`,
) {
  const first = JSON.stringify({ type: "user", sessionId: id, cwd: join(home, folder) });
  writeFiles(root, { [`${name}.jsonl`]: [first, ...lines] });
}

async function usesOf(
  { root }: World,
  options: Partial<Parameters<typeof scanDetail>[0]> = {},
): Promise<readonly PlacedUse[]> {
  const scan = await scanDetail({ roots: [root], now: NOW, ...options });
  assert.ok(scan.status === "ok");
  return scan.uses;
}

const sorted = <T>(rows: readonly T[]) =>
  rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** The names of the projects, sorted. */
async function projectsOf(world: World): Promise<string[]> {
  return [...new Set((await usesOf(world)).map(({ project }) => project ?? "none"))].sort();
}

test("each request belongs to its session, its project and its hour", async (t) => {
  const world = await makeWorld(t);
  session(world, "one", "api", [requestLine({ at: at(NOW) }), requestLine({ at: at(NOW - HOUR) })]);
  session(world, "two", "web", [requestLine({ at: at(NOW), model: "model-b" })]);
  const local = (time: number) => {
    const date = new Date(time);
    const two = (value: number) => String(value).padStart(2, "0");
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:00`;
  };
  const uses = (await usesOf(world)).map(({ session, project, hour, model, counts }) => [
    session,
    project,
    hour,
    model,
    counts.requests,
  ]);
  assert.deepEqual(sorted(uses), [
    ["one", "api", local(NOW - HOUR), "model-a", 1],
    ["one", "api", local(NOW), "model-a", 1],
    ["two", "web", local(NOW), "model-b", 1],
  ]);
});

test("a request in two transcripts counts once, in the one with the best line", async (t) => {
  const world = await makeWorld(t);
  session(world, "one", "api", [line({ output: 2 })]);
  session(world, "two", "api", [line({ output: 3 })]);
  const uses = await usesOf(world);
  assert.deepEqual(
    uses.map((use) => [use.session, use.counts.requests]),
    [["two", 1]],
  );
});

test("advisor calls belong to the session of their line", async (t) => {
  const world = await makeWorld(t);
  const usage = {
    input_tokens: 1,
    output_tokens: 1,
    iterations: [{ type: "advisor_message", model: "advisor", input_tokens: 9 }],
  };
  session(world, "one", "api", [line({ usage })]);
  const uses = await usesOf(world);
  assert.deepEqual(sorted(uses.map(({ session, model }) => [session, model])), [
    ["one", "advisor"],
    ["one", "model-a"],
  ]);
});

test("a subagent's transcript belongs to the session that started it, and to its project", async (t) => {
  const world = await makeWorld(t);
  session(world, "one", "api");
  session(world, "one", "api/.claude/worktrees/agent-7", [requestLine()], "p/one/subagents/agent-7");
  const uses = await usesOf(world);
  assert.deepEqual(
    uses.map((use) => [use.session, use.project, use.counts.requests]),
    [["one", "api", 2]],
  );
});

test("a project is the folder that a session began in, wherever it went later", async (t) => {
  const world = await makeWorld(t);
  session(world, "one", "api", [requestLine({ more: { cwd: join(world.home, "web") } })]);
  assert.deepEqual(await projectsOf(world), ["api"]);
});

test("subfolders and worktrees of a repository are one project", async (t) => {
  const world = await makeWorld(t);
  const repository = join(world.home, "api");
  await mkdir(join(repository, ".git/worktrees/fix"), { recursive: true });
  await mkdir(join(repository, "packages/core"), { recursive: true });
  await mkdir(join(world.home, "api-fix"), { recursive: true });
  await writeFile(join(world.home, "api-fix/.git"), `gitdir: ${repository}/.git/worktrees/fix\n`);
  for (const [index, folder] of [
    "api",
    "api/packages/core",
    "api-fix",
    "api/.claude/worktrees/agent-1",
  ].entries()) {
    session(world, `session-${index}`, folder);
  }
  assert.deepEqual(await projectsOf(world), ["api"]);
});

test("a home that is a repository does not make its folders one project", async (t) => {
  const dir = await temporaryFolder(t);
  await mkdir(join(dir, ".git"));
  const folders = new ProjectFolders(new Disk(realFiles), realFiles, dir);
  assert.equal(folders.of(join(dir, "api")), join(dir, "api"));
  assert.equal(new ProjectFolders(new Disk(realFiles), realFiles, "/elsewhere").of(join(dir, "api")), dir);
});

test("a folder that is gone is still a project", async (t) => {
  const world = await makeWorld(t);
  session(world, "one", "gone/app");
  await rm(world.home, { recursive: true, force: true });
  assert.deepEqual(await projectsOf(world), ["app"]);
});

test("projects with the same name are told apart", async (t) => {
  const world = await makeWorld(t);
  session(world, "one", "work/api");
  session(world, "two", "home/api");
  assert.deepEqual(await projectsOf(world), ["home/api", "work/api"]);
});

for (const [what, first] of [
  ["names no folder", '{"type":"user"}'],
  ["is not JSON", "{"],
  ["is empty", ""],
] as const) {
  test(`a transcript whose first line ${what} takes both from a later line, or has none`, async (t) => {
    const world = await makeWorld(t);
    const placed = { more: { sessionId: "one", cwd: "/srv/api" } };
    writeFiles(world.root, {
      "p/a.jsonl": [first, requestLine(placed)],
      "p/b.jsonl": [first, requestLine()],
    });
    const uses = await usesOf(world);
    assert.deepEqual(sorted(uses.map(({ session, project }) => [session, project])), [
      ["b", undefined],
      ["one", "api"],
    ]);
  });
}

test("a first line of half a megabyte hides nothing", async (t) => {
  const world = await makeWorld(t);
  const long = JSON.stringify({ type: "summary", text: "x".repeat(500_000) });
  session(world, "one", "api");
  writeFiles(world.root, {
    "p/two.jsonl": [long, requestLine({ more: { sessionId: "two", cwd: "/srv/web" } })],
  });
  assert.deepEqual(await projectsOf(world), ["api", "web"]);
});

for (const [what, cwd] of [
  ["with 20,000 parts", "/a".repeat(20_000)],
  ["with a name of 100,000 characters", `/${"a".repeat(100_000)}`],
  ["that is relative", "some/where"],
] as const) {
  test(`a folder ${what} is no folder: the project is that of the next line, or none`, async (t) => {
    const world = await makeWorld(t);
    const begin = (session: string, folder: string) => JSON.stringify({ sessionId: session, cwd: folder });
    writeFiles(world.root, {
      "p/one.jsonl": [begin("one", cwd), begin("one", "/none/api"), requestLine()],
      "p/two.jsonl": [begin("two", cwd), requestLine()],
    });
    assert.deepEqual(
      (await usesOf(world)).map(({ session, project }) => [session, project]),
      [
        ["one", "api"],
        ["two", undefined],
      ],
    );
  });
}

test("a session's id is kept up to 128 characters", async (t) => {
  const world = await makeWorld(t);
  writeFiles(world.root, {
    "p/one.jsonl": [JSON.stringify({ sessionId: "s".repeat(100_000), cwd: "/none/api" }), requestLine()],
  });
  assert.deepEqual(
    (await usesOf(world)).map(({ session }) => session),
    ["s".repeat(128)],
  );
});

test("requests before an instant are left out", async (t) => {
  const world = await makeWorld(t);
  session(world, "one", "api", [
    requestLine({ at: at(NOW - MINUTE) }),
    requestLine({ at: at(NOW - MINUTE - 1) }),
  ]);
  const uses = await usesOf(world, { from: NOW - MINUTE });
  assert.deepEqual(
    uses.map(({ counts }) => counts.requests),
    [1],
  );
});

test("transcripts that are too large are not read", async (t) => {
  const world = await makeWorld(t);
  session(world, "one", "api");
  const { size } = await stat(join(world.root, "p/one.jsonl"));
  const statusOf = async (maxBytes: number) =>
    (await scanDetail({ roots: [world.root], now: NOW, maxBytes })).status;
  assert.deepEqual([await statusOf(size), await statusOf(size - 1)], ["ok", "too_large"]);
});

test("the days add up to those of a scan", async (t) => {
  const world = await makeWorld(t);
  for (let index = 0; index < 5; index++) {
    const lines = Array.from({ length: 40 }, (_, row) =>
      line({
        id: `m${row % 30}`,
        requestId: `r${index % 2}`,
        at: at(NOW - row * 7 * HOUR),
        output: index + row,
      }),
    );
    session(world, `session-${index}`, `project-${index % 2}`, lines);
  }
  const { days } = await scanUsage({ roots: [world.root], now: NOW });
  const sums: Record<string, { models: Models }> = {};
  for (const { day, model, counts } of await usesOf(world)) {
    sums[day] ??= { models: {} };
    const { models } = sums[day];
    models[model] = models[model] === undefined ? counts : addCounts(models[model], counts);
  }
  assert.deepEqual(sums, days);
});

test("names are as short as tells them apart", () => {
  const names = shortNames(new Set(["/a/b/api", "/a/c/api", "/d/web", "/", "/x/b/api"]));
  assert.deepEqual([...names.values()], ["a/b/api", "c/api", "web", "/", "x/b/api"]);
});

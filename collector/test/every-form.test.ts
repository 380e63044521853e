// What people can do and where: every link leads to a page, and every form that the server knows is on one of the pages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { runCollector } from "../../test/support/collector-program.ts";
import { explore } from "./support/explore.ts";
import { furnish } from "./support/furnish.ts";
import { signInAdmin } from "./support/people.ts";
import { routesOf } from "./support/server-routes.ts";

/** For programs, and for those who are not signed in. */
const ELSEWHERE = ["POST /agent-usage", "POST /join", "POST /login", "POST /share"];

test("no link leads to nowhere, and the pages have a form for everything that people can do", async (t) => {
  const collector = await runCollector(t);
  const admin = await signInAdmin(collector);
  await furnish(collector, admin);
  const { dead, forms } = await explore(admin);
  assert.deepEqual(dead, []);
  const posts = (await routesOf(t)).filter((route) => route.startsWith("POST") && !ELSEWHERE.includes(route));
  const shown = forms.map(({ route }) => route).filter((route) => route.startsWith("POST"));
  assert.deepEqual(shown.sort(), posts.sort());
});

// A path with a control character would add lines to the service file (rule INSTALL-14).
import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { lastingNode } from "../../src/service/install/lasting-path.ts";
import { servicePlace } from "../support/service/service-home.ts";

for (const manager of ["systemd", "launchd"] as const) {
  for (const [what, part] of [
    ["a newline", "a\nExecStartPre=/bin/false\n"],
    ["an escape", "a\u001b[31m"],
    ["a Unicode noncharacter", "a\uffff"],
  ] as const) {
    test(`${manager}: a daemon whose path contains ${what} is not installed or started`, async (t) => {
      const { install, unit } = await servicePlace(t);
      const daemon = `/opt/${part}/dist/daemon.js`;
      const { code, printed, ran } = await install({ manager }, { now: true, daemon });
      assert.equal(code, 1);
      assert.match(printed, /^agent-usage: the path \/opt\/.* contains a .*\. Nothing was installed\n$/);
      assert.deepEqual(
        ran.filter((line) => /restart|bootstrap/.test(line)),
        [],
      );
      await assert.rejects(readFile(unit), { code: "ENOENT" });
    });
  }
}

test("a settings folder whose path contains a newline is not copied, so the unit does not name it", async (t) => {
  const { install, home } = await servicePlace(t);
  const folder = join(home, "a\nb");
  await mkdir(folder);
  const { code, printed } = await install({
    env: { XDG_CONFIG_HOME: folder, NODE_USE_ENV_PROXY: "1", NO_PROXY: "localhost" },
  });
  assert.equal(code, 0);
  assert.match(printed, /^Note: XDG_CONFIG_HOME was not copied: it contains a control character\.$/m);
});

test("a node whose path contains a newline is passed over", () => {
  const tried: string[] = [];
  lastingNode({ PATH: "/opt/a\nb:/opt/c" }, (path) => tried.push(path) > 0);
  assert.deepEqual(tried, ["/opt/c/node"]);
});

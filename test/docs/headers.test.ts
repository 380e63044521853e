// What SECURITY.md says of the two calls is what a server sees of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { vendor } from "../../src/vendor/agent.ts";
import { vendor as claudeCode } from "../../src/vendor/claude-code.ts";
import { readPage, rows, section, spans } from "../support/pages.ts";
import { plantedHome } from "../support/planted.ts";
import { runProgram } from "../support/program.ts";
import { programsFor } from "../support/test-vendor.ts";

const SECURITY = readPage("SECURITY.md");

/** The headers that a section lists, in the order of their names. */
function listed(heading: string): string[] {
  return rows(section(SECURITY, heading))
    .flatMap(([name = ""]) => spans(name))
    .sort();
}

test("a beat's two calls carry the headers that SECURITY.md lists, and no other", async (t) => {
  const { env, collector } = await plantedHome(t, { version: "2.1.90" });
  collector.answer({ status: 200, body: JSON.stringify({ limits: [{ kind: "session", percent: 1 }] }) });
  const { cli } = await programsFor(t, collector.origin);
  const { code, stderr } = await runProgram(t, cli, ["beat"], { env });
  assert.equal(code, 0, stderr);
  const [limits, push, ...more] = collector.requests;
  assert.deepEqual([limits?.method, push?.method, more], ["GET", "POST", []]);
  assert.deepEqual(Object.keys(limits?.headers ?? {}).sort(), listed("The limits call"));
  assert.deepEqual(Object.keys(push?.headers ?? {}).sort(), listed("The push"));
});

test("both vendors' URLs, and the names that go with them, are those of the code", () => {
  const text = section(SECURITY, "The limits call");
  for (const { usageUrl, betaHeader, userAgentPrefix } of [vendor, claudeCode]) {
    for (const name of [usageUrl, betaHeader.name, betaHeader.value, userAgentPrefix]) {
      assert.ok(text.includes(name), name);
    }
  }
});

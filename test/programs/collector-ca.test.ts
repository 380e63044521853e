// The setting collectorCa: the one authority that vouches for the collector (rule SETTINGS-16).
import assert from "node:assert/strict";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { startCollector } from "../support/collector.ts";
import { temporaryFolder } from "../support/folder.ts";
import { CLI, runProgram } from "../support/program.ts";

const beat = (t: TestContext, env: Readonly<Record<string, string>>) =>
  runProgram(t, CLI, ["beat"], { env: { AGENT_USAGE_LIMITS: "off", ...env } });

test("a collector that only its CA file vouches for gets the push", async (t) => {
  const { origin, caFile, requests } = await startCollector(t);
  const { code } = await beat(t, { AGENT_USAGE_BASE_URL: origin, AGENT_USAGE_COLLECTOR_CA: caFile });
  assert.deepEqual([code, requests.length], [0, 1]);
});

test("with a CA file, no other authority vouches for the collector", async (t) => {
  const [collector, other] = [await startCollector(t), await startCollector(t)];
  const ended = await beat(t, {
    AGENT_USAGE_BASE_URL: collector.origin,
    AGENT_USAGE_COLLECTOR_CA: other.caFile,
    NODE_EXTRA_CA_CERTS: collector.caFile,
  });
  assert.deepEqual([ended.code, collector.requests.length], [3, 0]);
});

for (const [name, write, message] of [
  ["is missing", async () => {}, /cannot read the collector's CA file: no such file/],
  [
    "is world-writable",
    async (path: string) => {
      await writeFile(path, "");
      await chmod(path, 0o666);
    },
    /cannot read the collector's CA file: world-writable/,
  ],
  ["holds no certificate", (path: string) => writeFile(path, "x"), /must contain a certificate in PEM/],
] as const) {
  test(`a CA file that ${name} ends the program with 1, and nothing is sent`, async (t) => {
    const { origin, requests } = await startCollector(t);
    const path = join(await temporaryFolder(t), "ca.pem");
    await write(path);
    const { code, stderr } = await beat(t, { AGENT_USAGE_BASE_URL: origin, AGENT_USAGE_COLLECTOR_CA: path });
    assert.deepEqual([code, requests.length], [1, 0]);
    assert.match(stderr, message);
    assert.match(stderr, /AGENT_USAGE_COLLECTOR_CA/);
  });
}

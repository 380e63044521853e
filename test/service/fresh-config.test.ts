// What a running daemon takes over from the settings (rule JOIN-7).
import assert from "node:assert/strict";
import { test } from "node:test";
import { freshConfig } from "../../src/service/daemon/fresh-config.ts";
import type { Config } from "../../src/settings/config.ts";

const loaded = (config: Config) => ({ status: "ok", config, origins: {} }) as const;

test("a collector that was joined or left since the start is taken over", () => {
  const joined = { baseUrl: "https://a.example", collectorCa: "/ca.pem", pushTokenFile: "/token" };
  assert.deepEqual(freshConfig({}, loaded(joined)), joined);
  assert.deepEqual(freshConfig(joined, loaded({})), {});
});

test("the folders stay those of the start", () => {
  const config = { stateDir: "/one", transcriptRoots: ["/two"] };
  assert.deepEqual(freshConfig(config, loaded({ stateDir: "/other", label: "desk" })), {
    ...config,
    label: "desk",
  });
});

test("wrong settings change nothing", () => {
  const config = { baseUrl: "https://a.example" };
  assert.deepEqual(freshConfig(config, { status: "invalid", problems: [] }), config);
});

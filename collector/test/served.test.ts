// Commands that have the collector's database and none of its other settings: what they print leads to the collector all the same.
import assert from "node:assert/strict";
import { test } from "node:test";
import { runCollector } from "../../test/support/collector-program.ts";
import { sharedServer } from "../../test/support/store/databases.ts";
import { postgresMissing } from "../../test/support/store/postgres.ts";

const skip = await postgresMissing();
const URL_OF_PROXY = "https://usage.example";

test("behind a proxy that ends TLS, a line names the proxy and no authority of the collector's own", {
  skip,
}, async (t) => {
  const env = { AGENT_USAGE_COLLECTOR_DATABASE: await (await sharedServer()).createDatabase() };
  const own = await runCollector(t, { env });
  const first = await own.invite();
  assert.equal(first.url, own.url);
  assert.ok(first.line.endsWith(`.${first.fingerprint}`));

  const proxied = await runCollector(t, { env, args: ["--trust-proxy", "127.0.0.1", "--url", URL_OF_PROXY] });
  const { url, code, fingerprint, line } = await proxied.invite();
  assert.deepEqual([url, fingerprint, line], [URL_OF_PROXY, null, `${URL_OF_PROXY}#${code}`]);
  const given = await proxied.invite("--url", "https://other.example");
  assert.equal(given.line, `https://other.example#${given.code}`);
});

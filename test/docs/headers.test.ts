// The headers in SECURITY.md are those that a server receives.
import assert from "node:assert/strict";
import { test } from "node:test";
import { VERSION } from "../../src/base/version.ts";
import { vendor } from "../../src/vendor/agent.ts";
import { vendor as claudeCode } from "../../src/vendor/claude-code.ts";
import { readPage, rows, section, spans } from "../support/pages.ts";
import { runProgram } from "../support/program.ts";
import { SECRETS } from "../support/secrets.ts";
import { secretsHome } from "../support/secrets-home.ts";
import { programsFor } from "../support/test-vendor.ts";

const SECURITY = readPage("SECURITY.md");

/**
 * The headers that a section lists, with their values. If a row has two values, the first is this program's.
 *
 * @param filled the text for each name in angle brackets, and the values that a row only describes, by the header's name
 */
function listed(
  heading: string,
  filled: Readonly<Record<string, string>>,
): Record<string, string | undefined> {
  const headers = rows(section(SECURITY, heading)).map(([cell = "", value = ""]) => {
    const [[name = ""], [text]] = [spans(cell), spans(value)];
    return [name, text?.replace(/<(.*?)>/g, (_, key: string) => filled[key] ?? "") ?? filled[name]];
  });
  return Object.fromEntries(headers) as Record<string, string | undefined>;
}

test("a beat's two calls have the headers that SECURITY.md lists, with their values, and no others", async (t) => {
  const { env, collector } = await secretsHome(t, { version: "2.1.90" });
  collector.answer({ status: 200, body: JSON.stringify({ limits: [{ kind: "session", percent: 1 }] }) });
  const { cli } = await programsFor(t, collector.origin);
  const { code, stderr } = await runProgram(t, cli, ["beat"], { env });
  assert.equal(code, 0, stderr);
  const [limits, push, ...more] = collector.requests;
  assert.deepEqual([limits?.method, push?.method, more], ["GET", "POST", []]);
  const { host } = new URL(collector.origin);
  const { access, push: pushToken } = SECRETS;
  assert.deepEqual(
    limits?.headers,
    listed("The limits call", { "access token": access, version: "2.1.90", host }),
  );
  const length = `${Buffer.byteLength(push?.body ?? "")}`;
  assert.deepEqual(
    push?.headers,
    listed("The push", { "push token": pushToken, version: VERSION, host, "content-length": length }),
  );
});

test("both vendors' URLs, headers and User-Agents are those in the code", () => {
  const text = section(SECURITY, "The limits call");
  for (const { usageUrl, betaHeader, userAgentPrefix } of [vendor, claudeCode]) {
    for (const name of [usageUrl, betaHeader.name, betaHeader.value, userAgentPrefix]) {
      assert.ok(text.includes(name), name);
    }
  }
});

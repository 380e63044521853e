// The table of failures: each has its own words, and each that a person can fix includes the fix.
import assert from "node:assert/strict";
import { test } from "node:test";
import { limitsStatusSchema } from "../../src/contract/index.ts";
import {
  describeFailure,
  FAILURES,
  limitsFailure,
  pushFailure,
  pushTokenFailure,
  rootsFailure,
  stateFailure,
} from "../../src/failures/index.ts";
import { DETAILS } from "../../src/limits/index.ts";

const UNKNOWN_LIMITS = limitsFailure("?").what;
const UNKNOWN_PUSH = pushFailure("?").what;

const reasons = limitsStatusSchema.options.filter((status) => !/^(ok|unavailable|http_error)$/.test(status));
for (const why of [...reasons, ...DETAILS, "http_401", "http_503"]) {
  test(`limits ${why} has its own words, which do not repeat that value`, () => {
    const { what, fix = "" } = limitsFailure(why);
    assert.notEqual(what, UNKNOWN_LIMITS);
    assert.doesNotMatch(`${what} ${fix}`, /_[a-z0-9]/);
  });
}

for (const reason of ["not_https", "too_large", "timeout", "network", "aborted", "http_401", "http_503"]) {
  test(`push ${reason} has its own words`, () => {
    assert.notEqual(pushFailure(reason).what, UNKNOWN_PUSH);
  });
}

test("a login that only the user can renew has a fix, and a failure that passes by itself has none", () => {
  for (const why of ["no_credentials", "token_expired", "http_401"]) assert.ok(limitsFailure(why).fix, why);
  for (const why of ["timeout", "network", "http_500"]) assert.equal(limitsFailure(why).fix, undefined, why);
});

test("transcripts of this program's agent in another place: the fix is to correct the settings", () => {
  const elsewhere = { shown: "~/.x/projects", program: "x-usage", variable: "X_CONFIG_DIR" };
  const { what, fix } = rootsFailure(elsewhere, "x-usage");
  assert.match(what, /there is one at ~\/\.x\/projects$/);
  assert.equal(fix, "correct transcriptRoots (AGENT_USAGE_TRANSCRIPTS) or X_CONFIG_DIR");
});

test("transcripts of another agent: the fix is to run its program", () => {
  const elsewhere = { shown: "~/.x/projects", program: "x-usage", agent: "X" };
  const { what, fix } = rootsFailure(elsewhere, "y-usage");
  assert.match(what, /but X has one: ~\/\.x\/projects$/);
  assert.equal(fix, "run x-usage");
});

test("an HTTP status without an entry is named by its number", () => {
  assert.deepEqual(limitsFailure("http_418"), { what: "the usage endpoint answered HTTP 418" });
  assert.deepEqual(pushFailure("http_502"), { what: "the collector answered HTTP 502" });
});

test("a value that no version of this program writes also has words, and is not repeated", () => {
  for (const odd of ["", "constructor", "http_9999", "\u001B[31m"]) {
    assert.equal(limitsFailure(odd).what, UNKNOWN_LIMITS);
    assert.equal(pushFailure(odd).what, UNKNOWN_PUSH);
  }
});

for (const [code, words] of [
  ["EACCES", "permission denied"],
  ["ENOSPC", "the disk is full"],
  ["EROFS", "the file system is read-only"],
  ["EOWNER", "owned by another user"],
  ["EWEIRD", "error EWEIRD"],
] as const) {
  test(`a state that cannot be written (${code}) says: ${words}`, () => {
    const { what, fix } = stateFailure("unwritable", code);
    assert.equal(what, `cannot write to the state folder: ${words}`);
    assert.ok(fix);
  });
}

test("a push token that cannot be read has the system's reason", () => {
  assert.equal(
    pushTokenFailure("unreadable", "ENOENT").what,
    "cannot read the push token file: no such file or folder",
  );
});

test("on one line: what happened, then how to fix it", () => {
  assert.equal(
    describeFailure(limitsFailure("no_credentials")),
    "no login found. Fix: log in with the coding agent",
  );
  assert.equal(describeFailure({ what: "it rained" }), "it rained");
});

test("each text is a clause: no capital at its start, no period at its end", () => {
  const all = Object.values(FAILURES).flatMap((table) =>
    Object.values<{ what: string; fix?: string }>(table),
  );
  for (const text of all.flatMap(({ what, fix = "" }) => [what, fix])) {
    // Node is a name.
    assert.doesNotMatch(text, /^(?!Node\b)[A-Z][a-z]|\.$/, text);
  }
});

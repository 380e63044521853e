// The coding agent's settings with our status line: nothing else in their text changes (rule STATUSLINE-7).
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Plan, planChange } from "../../src/commands/statusline/plan.ts";

const OURS = "program statusline";
const plan = (text: string, other?: string): Plan =>
  planChange({ text, key: "statusLine", command: OURS, other });

function changed(text: string, then?: string): string {
  const planned = plan(text, then);
  assert.ok(planned.status === "change", JSON.stringify(planned));
  return planned.text;
}

test("without a file, or with empty settings, they get the status line alone", () => {
  for (const text of ["", "{}", " {\n} \n"]) {
    assert.equal(changed(text), `{\n  "statusLine": {"type":"command","command":"${OURS}"}\n}\n`);
  }
});

test("a status line is added as the last member, laid out as the others are", () => {
  const added = `"statusLine": {"type":"command","command":"${OURS}"}`;
  assert.equal(changed('{\n    "a": 1\n}\n'), `{\n    "a": 1,\n    ${added}\n}\n`);
  assert.equal(changed('{"a":{"b":[1, 2]}}'), `{"a":{"b":[1, 2]},${added}}`);
  assert.equal(changed('{\r\n\t"a": 1\r\n}'), `{\r\n\t"a": 1,\r\n\t${added}\r\n}`);
});

test("the command of an existing status line is kept through --then, and only it changes", () => {
  const text =
    '{ "hooks": [{ "command": "old one" }],\n "statusLine": { "padding": 0, "command" : "old one", "type": "command" } }';
  const { status } = plan(text);
  assert.equal(status, "change");
  assert.equal(changed(text), text.replace('"command" : "old one"', `"command": "${OURS} --then 'old one'"`));
});

test("quotes in the old command survive the shell and the JSON", () => {
  const old = `jq '.a' | sed "s/'/x/"`;
  const after = JSON.parse(changed(JSON.stringify({ statusLine: { type: "command", command: old } }))) as {
    statusLine: { command: string };
  };
  const word = after.statusLine.command.slice(`${OURS} --then `.length);
  assert.equal(word.slice(1, -1).replaceAll("'\\''", "'"), old);
});

test("a given --then takes the place of the old command", () => {
  assert.match(changed('{"statusLine":{"type":"command","command":"old"}}', "new"), /statusline --then new"/);
});

test("a status line that already runs this program is left as it is", () => {
  for (const command of [OURS, `${OURS} --then 'x'`]) {
    assert.equal(plan(JSON.stringify({ statusLine: { type: "command", command } })).status, "done");
  }
});

test("settings that are no JSON object, or whose status line has no command, are left alone", () => {
  for (const text of ["{", "[]", "7", '{"a":1,}', "// {}", '{"statusLine":"x"}', '{"statusLine":{}}']) {
    assert.equal(plan(text).status, "refused", text);
  }
});

test("whatever the settings are, the change keeps every other value and every other line of the text", () => {
  const settings = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.record({ command: fc.string() })), {
    noNullPrototype: true,
  });
  const spaces = fc.constantFrom(undefined, 2, "\t");
  const old = fc.option(fc.string(), { nil: undefined });
  fc.assert(
    fc.property(settings, spaces, old, (others, space, command) => {
      const before = {
        ...others,
        ...(command !== undefined && { statusLine: { type: "command", command } }),
      };
      const text = JSON.stringify(before, null, space);
      const planned = plan(text);
      if (planned.status !== "change") return;
      const { statusLine: _, ...kept } = JSON.parse(planned.text) as Record<string, unknown>;
      const { statusLine: __, ...rest } = JSON.parse(text) as Record<string, unknown>;
      assert.deepEqual(kept, rest);
    }),
  );
});

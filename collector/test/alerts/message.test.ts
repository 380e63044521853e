// Alerts as channels get them, with names that machines made up.
import assert from "node:assert/strict";
import { test } from "node:test";
import { messageFor } from "../../src/alerts/message.ts";

const LINK = "https://fleet.example/alerts";
const said = (title: string) => ({
  uid: "msg_1",
  what: "silence" as const,
  at: 0,
  title,
  body: "It has been silent.",
  account: null,
  machine: null,
  kind: "",
  group: "",
  model: null,
  percent: null,
  threshold: null,
  windowAt: null,
  runsOutAt: null,
});

test("in a chat, a name calls nobody, is no markup, and is no link; the link to the page stays one", () => {
  const secrets = { url: "https://chat.example/hook" };
  for (const name of [
    "<!channel>",
    "@all",
    "[Sign in](https://evil.example)",
    "https://evil.example",
    "<https://evil.example|page>",
  ]) {
    const { body } = messageFor("slack", secrets, said(name), LINK, 0);
    const { text } = JSON.parse(body) as { text: string };
    const lines = text.split("\n");
    assert.equal(lines.pop(), LINK);
    assert.doesNotMatch(lines.join("\n"), /[<>]|@\w|\]\(|:\/\//, name);
  }
});

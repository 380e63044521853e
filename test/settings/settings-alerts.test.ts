// The settings of alerts (rules SETTINGS-18, SETTINGS-19).
import assert from "node:assert/strict";
import { test } from "node:test";
import { config, HOME, load, loadFile, messages, problems } from "../support/settings-call.ts";

test("alertAt takes percents and the forecast, from the file and from the environment", async () => {
  assert.deepEqual(await config(loadFile({ alertAt: [50, "forecast"] })), { alertAt: [50, "forecast"] });
  const env = { AGENT_USAGE_ALERT_AT: "50, 100,forecast" };
  assert.deepEqual(await config(load(env, '{"alertAt":[1]}')), { alertAt: [50, 100, "forecast"] });
});

test("a wrong alertAt is refused with what it must be", async () => {
  for (const value of [[], [0], [101], [80.5], ["80"], ["soon"], 80, "80", null, { at: 80 }]) {
    const [problem, ...more] = await problems(loadFile({ alertAt: value }));
    assert.deepEqual([problem?.setting, problem?.source, more], ["alertAt", "settings file", []]);
    assert.equal(problem?.message, "must list percents from 1 to 100, and forecast");
  }
  for (const value of ["0", "80;95", "80,,95", "-1", "1e1"]) {
    const [problem] = await problems(load({ AGENT_USAGE_ALERT_AT: value }));
    assert.equal(problem?.setting, "AGENT_USAGE_ALERT_AT", value);
  }
});

test("alertCommand is a list of words; in the environment it is JSON", async () => {
  const alertCommand = ["notify-send", "a b", ""];
  assert.deepEqual(await config(loadFile({ alertCommand })), { alertCommand });
  const env = { AGENT_USAGE_ALERT_COMMAND: JSON.stringify(alertCommand) };
  assert.deepEqual(await config(load(env)), { alertCommand });
});

test("the program of alertCommand may begin with ~/, and its arguments stay as they are", async () => {
  const { alertCommand } = await config(loadFile({ alertCommand: ["~/bin/alert", "~/x"] }));
  assert.deepEqual(alertCommand, [`${HOME}/bin/alert`, "~/x"]);
});

test("a wrong alertCommand is refused, and its words are not repeated", async () => {
  for (const value of [
    [],
    [""],
    ["./secret-word"],
    ["secret-word/x"],
    "secret-word",
    ["a\0secret-word"],
    [7],
    null,
  ]) {
    const loading = loadFile({ alertCommand: value });
    assert.equal((await problems(loading))[0]?.setting, "alertCommand", JSON.stringify(value));
    assert.doesNotMatch(await messages(loading), /secret-word/);
  }
  const words = await messages(load({ AGENT_USAGE_ALERT_COMMAND: "notify-send secret-word" }));
  assert.equal(
    words,
    'AGENT_USAGE_ALERT_COMMAND (environment) must be a list of words, such as ["notify-send", "Usage"]',
  );
});

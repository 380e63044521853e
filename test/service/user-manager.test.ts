// The service under a real systemd user manager: user-manager.sh boots one, user-manager-probe.sh lives in it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const CANNOT = 77;

const { status, stdout, stderr } = spawnSync(
  "bash",
  [
    here("../support/service/user-manager.sh"),
    here("../support/service/user-manager-probe.sh"),
    here("../../"),
  ],
  { encoding: "utf8", timeout: 120_000 },
);
const skip = status === CANNOT ? stdout.trim() : false;

/** What the probe printed, block by block. */
const blocks = new Map(
  stdout
    .split(/^@ /m)
    .slice(1)
    .map((block) => {
      const [name = "", ...lines] = block.trimEnd().split("\n");
      return [name, lines.join("\n")] as const;
    }),
);

/** One thing that is seen on the user manager. */
function seen(behaviour: string, name: string, check: (block: string, say: (text: string) => void) => void) {
  test(behaviour, { skip }, (t) => {
    const block = blocks.get(name);
    assert.ok(block !== undefined, `the probe never got to "${name}":\n${stdout}\n${stderr}`);
    check(block, (text) => t.diagnostic(text));
  });
}

const isJust = (expected: string) => (block: string) => assert.equal(block, expected);

seen("install says what it wrote and the commands to go on", "install", (block) => {
  assert.match(block, /^Wrote \/home\/keeper\/\.config\/systemd\/user\/agent-usage\.service$/m);
  assert.match(block, /^ {2}systemctl --user enable --now agent-usage$/m);
  assert.match(block, /^status 0$/m);
});

seen("systemd-analyze verify has nothing to say of the unit", "verify", isJust("status 0"));

seen("the hardening is measured by systemd-analyze security", "security", (block, say) => {
  say(block);
  assert.match(block, /exposure level/);
});

seen("a second install changes nothing", "twice", (block) => assert.match(block, /^Unchanged: .*\.service$/));

seen("the service is active and enabled after `enable --now`", "enable", isJust("active\nenabled"));

seen("the first beat is in the user's journal, with the priority of an info line", "first-beat", (block) =>
  assert.match(block, /^6 \{"level":"info".*"msg":"beat done/),
);

seen(
  "doctor finds its files as install would write them, and the service running",
  "doctor",
  isJust("ok      service-files\nok      service"),
);

seen(
  "a service that was killed with -9 is started again and beats",
  "killed",
  isJust("another process: yes\nrestarts 1\n1"),
);

seen(
  "`systemctl --user stop` ends it within 5 s, and as a success",
  "stop",
  isJust("status 0\nsuccess 0 inactive"),
);

seen("so it does in a push to a collector that never answers, and no lock is left", "stop-in-push", (block) =>
  assert.equal(block, "status 0\nsuccess 0 inactive\ndelivery.json\nmachine-id\nstate.json"),
);

seen(
  "a bad setting ends it with 1, said once: it is not started again",
  "bad-setting",
  isJust("exit-code 1 failed restarts 0\n1"),
);

seen(
  "the shell's proxies reach the service as they are, by a file for its owner alone",
  "proxy",
  isJust(
    [
      "Wrote /home/keeper/.config/agent-usage/service.env",
      "600",
      "HTTPS_PROXY as it was",
      "NO_PROXY as it was",
      "NODE_USE_ENV_PROXY as it was",
      "NODE_EXTRA_CA_CERTS as it was",
    ].join("\n"),
  ),
);

seen("`install --now` gives a running service the changed proxies", "proxy-later", isJust("elsewhere"));

seen("`install --now` gives a running service its first proxies", "proxy-new", isJust("http://127.0.0.1:9"));

seen("`install --now` in a shell without proxies takes them from the service", "proxy-gone", isJust("left:"));

seen(
  "a token by LoadCredential= that is none ends it with 1, and says where it is from",
  "bad-credential",
  (block) => {
    assert.match(block, /^1$/m);
    assert.match(block, /push-token in \$CREDENTIALS_DIRECTORY/);
  },
);

seen(
  "a token by LoadCredential= is there for the service to read, and not in the journal",
  "credential",
  isJust("a-token-of-the-collector\n0\n0"),
);

seen("`install --now` from another place moves the running service there", "upgrade", (block) => {
  assert.match(block, /^Updated .*\.service$/m);
  assert.match(block, /node \/home\/keeper\/newer\/dist\/daemon\.js$/m);
});

seen(
  "`install --now` after an upgrade in the same place has the running service begin anew",
  "upgrade-in-place",
  isJust("1\nactive\nanother process: yes"),
);

seen("with the sandbox drop-in it beats, or the system refuses the sandbox", "sandbox", (block, say) => {
  say(block.replaceAll("\n", ", "));
  assert.match(block, /^(works\nro|refused: exit-code (217|226))$/);
});

seen(
  "on a full disk its beat fails and it stays active; with room it beats again",
  "full-disk",
  isJust("active running restarts 0, the same process: yes\nstate.json"),
);

seen("uninstall stops it and leaves no file of install's, and the state", "uninstall", (block) => {
  assert.doesNotMatch(block, /left:/);
  assert.match(block, /^status 0\ninactive\n/m);
  assert.match(block, /^state\.json$/m);
});

seen("a second uninstall has nothing to do and is no failure", "uninstall-again", (block) => {
  assert.match(block, /^The service is not installed\.$/m);
  assert.match(block, /^status 0$/m);
});

seen(
  "uninstall where the user manager cannot be reached (over su) leaves no file either",
  "uninstall-without-bus",
  (block) => assert.doesNotMatch(block, /left:/),
);

seen(
  "where only this shell's XDG_CONFIG_HOME is elsewhere, `install --now` still starts the service",
  "moved-config",
  (block) => {
    assert.match(block, /^active$/m);
    assert.doesNotMatch(block, /cfg\//);
  },
);

seen(
  "a settings folder whose name is a pattern for files gives its variables to the service, and uninstall finds it from another shell",
  "pattern-config",
  isJust("http://127.0.0.1:9"),
);

seen(
  "an XDG_CONFIG_HOME that was imported into the manager is not where it looks for units",
  "imported-config",
  isJust("Wrote /home/keeper/.config/systemd/user/agent-usage.service\nactive"),
);

seen("a node whose path has a quote in it runs the service", "quoted-node", (block) =>
  assert.match(block, /^active\n.*it's\/node$/m),
);

seen(
  "install where the user manager cannot be reached writes, and says what --now needs",
  "install-without-bus",
  isJust("Wrote\n--now needs a login session"),
);

seen("with settings that are wrong nothing is started and nothing purged", "settings-wrong", (block) => {
  assert.match(block, /^Note: settings file is not valid JSON/m);
  assert.match(
    block,
    /^agent-usage: the settings are wrong: the service was not started\..*\nstatus 1\ninactive$/m,
  );
  assert.match(block, /^agent-usage: nothing was removed\nstatus 1$/m);
});

seen("--purge leaves another program's state alone", "foreign-state", (block) => {
  assert.match(block, /AGENT_USAGE_STATE_DIR/);
  assert.match(block, /^status 1\nstate\.json$/m);
});

seen("from npx's cache it refuses to install, and writes nothing", "npx", (block) => {
  assert.match(block, /npm install --global/);
  assert.match(block, /^status 1$/m);
  assert.doesNotMatch(block, /left:/);
});

seen(
  "`uninstall --purge` takes the state too, but not unasked",
  "purge",
  isJust(
    [
      "agent-usage: --purge asks first, and there is no terminal to ask on. Fix: add --yes",
      "delivery.json",
      "status 0",
    ].join("\n"),
  ),
);

test("the probe came to its end", { skip }, () => {
  assert.deepEqual([status, blocks.has("end")], [0, true], stdout + stderr);
});

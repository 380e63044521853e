import { dirname, join } from "node:path";
import { vendor } from "#vendor";
import { EXIT } from "../base/exit-codes.ts";
import { VERSION } from "../base/version.ts";
import { type Commands, completionsCommand, type Program } from "../cli/index.ts";
import { hintsFor } from "./hints.ts";
import { reportEntry } from "./report-entry.ts";
import { statusEntry } from "./status-entry.ts";

/**
 * The program as its command line sees it. The help, the completions and the tables in the docs are made from this.
 * @param daemon the path of the daemon's file, which the installed service runs
 */
export function agentProgram(daemon: string): Program {
  return {
    name: vendor.program,
    summary:
      "Records the tokens that your coding agent uses, by day and model, and how much of your plan is left.",
    version: VERSION,
    commands: commandsOf(daemon),
    fallback: "status",
    hints: hintsFor(vendor.program, process.platform),
    notes: [
      `If something is wrong, run "${vendor.program} doctor": it prints how to fix it.`,
      `To see the settings and where each came from, run "${vendor.program} config".`,
    ],
    exitCodes: [
      [EXIT.ok, "done; or another refresh was running; or stopped by a signal"],
      [EXIT.failed, "a setting is wrong, or the command failed; doctor: a check failed"],
      [EXIT.tooLarge, "the push is too large: nothing was sent"],
      [EXIT.pushFailed, "the push failed"],
      [EXIT.state, "the state cannot be used"],
      [EXIT.limitReached, "status --exit-code N: a limit is at N percent or more"],
      [EXIT.commandLine, "the command line is wrong"],
      [EXIT.bug, "a bug"],
    ],
  };
}

/** An option of `statusline`. */
// oxlint-disable-next-line unicorn/no-thenable -- nothing awaits the table of options
const THEN = "then";

function commandsOf(daemon: string): Commands {
  // Both are in the same folder.
  const cli = join(dirname(daemon), "cli.js");
  const commands: Commands = {
    run: {
      summary: "refresh every 15 minutes, in the foreground",
      options: {
        page: {
          value: "FILE",
          what: "write the page of report --html to FILE after each refresh: a dashboard to bookmark",
          isFile: true,
        },
      },
      examples: ["run", "run --page ~/usage.html"],
      run: async (options, { output }) =>
        (await import("./run.ts")).runCommand({ page: options.get("page")?.toString(), cli }, output),
    },
    beat: {
      summary: "refresh once, now",
      note: "A refresh counts the tokens in the transcripts, asks for the limits, saves both, and pushes a snapshot if a collector is set.",
      options: { json: "print the result as JSON" },
      examples: ["beat", "beat --json | jq .limits"],
      run: async (options, { output }) =>
        (await import("./beat.ts")).beatCommand({ json: options.has("json"), cli }, output),
    },
    status: statusEntry,
    report: reportEntry,
    snapshot: {
      summary: "print what a push would send, from the saved record",
      options: { json: "print as JSON (the default)" },
      examples: ["snapshot", "snapshot | jq .usage.days"],
      run: async (_, { output }) => (await import("./snapshot.ts")).snapshotCommand(output),
    },
    doctor: {
      summary: "check the setup, and print how to fix what is wrong",
      note: "Exits with 1 if a check fails, otherwise with 0. Warnings do not count as failures.",
      options: { json: "print the checks as JSON" },
      examples: ["doctor", "doctor --json | jq .checks"],
      run: async (options, { output }) =>
        (await import("./doctor/command.ts")).doctorCommand({ json: options.has("json"), daemon }, output),
    },
    statusline: {
      summary: "print one line for the coding agent's status line",
      note: "Reads only what is saved, and the coding agent's input. Always prints one line and exits with 0.",
      options: {
        [THEN]: {
          value: "COMMAND",
          what: "also run a shell command with the same input, and add its first line",
        },
        install: "show the change to the coding agent's settings, and make it after asking",
        yes: "with --install: do not ask",
      },
      needs: { yes: "install" },
      examples: ["statusline", "statusline --then date", "statusline --install"],
      run: async (options, { output }) => {
        const given = options.get(THEN);
        const other = typeof given === "string" ? given : undefined;
        if (options.has("install")) {
          const { installStatusLine } = await import("./statusline/command.ts");
          return installStatusLine({ yes: options.has("yes"), other }, output);
        }
        const { printStatusLine } = await import("../statusline/index.ts");
        await printStatusLine(process.env, other);
        return EXIT.ok;
      },
    },
    alert: {
      summary: "run the alert command once, as a test",
      note: "The alert command is started when a limit reaches a threshold. Set it as alertCommand, and the thresholds as alertAt.",
      options: { test: "required: run the command with an alert that is marked as a test" },
      needed: "test",
      examples: ["alert --test"],
      run: async (_, { output }) => (await import("./alert.ts")).alertCommand(output),
    },
    config: {
      summary: "print each setting and where it came from",
      note: "Settings come from the environment, which takes precedence, and from the settings file, whose path it prints.",
      options: { json: "print the settings as JSON" },
      examples: ["config", "config --json"],
      run: async (options, { output }) =>
        (await import("./config.ts")).configCommand({ json: options.has("json") }, output),
    },
    join: {
      summary: "push to the collector that a line names, and send a first snapshot",
      note: "Get the line from the collector: agent-usage-collector invite. Without a line, or with -, it is read from standard input.",
      options: {},
      operands: [{ name: "LINE", isOptional: true }],
      examples: ["join 'https://HOST#CODE'", "join < line.txt"],
      run: async (_, { words, output }) => (await import("./join/command.ts")).joinCommand(words[0], output),
    },
    leave: {
      summary: "stop pushing to the collector that this machine joined",
      options: {},
      examples: ["leave"],
      run: async (_, { output }) => (await import("./leave.ts")).leaveCommand(output),
    },
    install: {
      summary: "write the service file for your user",
      options: { now: "also enable and start the service" },
      examples: ["install", "install --now"],
      run: async (options, { output }) =>
        (await import("./install/command.ts")).installCommand({ now: options.has("now"), daemon }, output),
    },
    uninstall: {
      summary: "stop the service and remove what install wrote",
      options: {
        purge: "also remove the record and the settings, after asking",
        yes: "with --purge: do not ask",
      },
      needs: { yes: "purge" },
      examples: ["uninstall", "uninstall --purge"],
      run: async (options, { output }) =>
        (await import("./uninstall/command.ts")).uninstallCommand(
          { purge: options.has("purge"), yes: options.has("yes") },
          output,
        ),
    },
    completions: completionsCommand(vendor.program, () => commands),
  };
  return commands;
}

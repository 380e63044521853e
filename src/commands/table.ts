import { vendor } from "#vendor";
import { EXIT } from "../base/exit-codes.ts";
import { VERSION } from "../base/version.ts";
import type { Commands, Program } from "../cli/command.ts";
import { SHELLS, type Shell } from "../cli/completions/script.ts";

/**
 * The program `agent-usage` as its command line sees it: help and completions are made from this one list.
 * @param daemon the path of the daemon's file, which the installed service runs
 */
export function agentProgram(daemon: string): Program {
  return {
    name: vendor.program,
    version: VERSION,
    commands: commandsOf(daemon),
    suggestion: "status shows how things stand",
    notes: [
      `Settings: ${vendor.program} config shows each, and where it came from.`,
      `Where something is wrong: ${vendor.program} doctor says how to mend it.`,
    ],
    exitCodes: [
      [EXIT.ok, "done; or another beat was under way, or a signal ended it"],
      [EXIT.failed, "wrong settings, or it cannot be done; doctor: something is to be mended"],
      [EXIT.tooLarge, "the push would be too large: nothing was sent"],
      [EXIT.pushFailed, "the push failed"],
      [EXIT.state, "the state cannot be used"],
      [EXIT.commandLine, "the command line is wrong"],
      [EXIT.bug, "a bug"],
    ],
  };
}

function commandsOf(daemon: string): Commands {
  const commands: Commands = {
    run: {
      summary: "beat every 15 minutes, in the foreground",
      options: {},
      examples: ["run"],
      run: async (_, { output }) => (await import("./run.ts")).runCommand(output),
    },
    beat: {
      summary: "beat once, now",
      options: { json: "print the result as JSON" },
      examples: ["beat", "beat --json | jq .limits"],
      run: async (options, { output }) =>
        (await import("./beat.ts")).beatCommand({ json: options.has("json") }, output),
    },
    status: {
      summary: "the limits, what was used, the beats and the service",
      options: { json: "print it as JSON" },
      examples: ["status", "status --json"],
      run: async (options, { output }) => {
        const { statusCommand } = await import("./status/command.ts");
        return statusCommand({ json: options.has("json") }, output);
      },
    },
    report: {
      summary: "the tokens of the recorded days, by day and model",
      options: {
        days: { value: "N", what: "so many days, today the last" },
        since: { value: "DAY", what: "from this day on, YYYY-MM-DD" },
        by: { value: "WHAT", what: "rows by day, or by model, alone", values: ["day", "model"] },
        json: "print it as JSON",
        csv: "print it as CSV",
        html: {
          value: "FILE",
          what: "write it as a page with a chart; - is standard output",
          isFile: true,
        },
      },
      examples: ["report --days 7", "report --by model --csv", "report --html usage.html"],
      run: async (options, { output }) =>
        (await import("./report/command.ts")).reportCommand(options, output),
    },
    snapshot: {
      summary: "print what a push would send, from the saved state",
      options: { json: "print it as JSON, which it is anyway" },
      examples: ["snapshot", "snapshot | jq .usage.days"],
      run: async (_, { output }) => (await import("./snapshot.ts")).snapshotCommand(output),
    },
    doctor: {
      summary: "check each thing that can be wrong, and say how to mend it",
      note: "It exits with 1 where something is to be mended, else with 0.",
      options: { json: "print the checks as JSON" },
      examples: ["doctor", "doctor --json | jq .checks"],
      run: async (options, { output }) =>
        (await import("./doctor/command.ts")).doctorCommand({ json: options.has("json"), daemon }, output),
    },
    config: {
      summary: "print each setting, and where it came from",
      note: "Settings are in the settings file, whose path it prints, and in the environment, which goes before it.",
      options: { json: "print the settings as JSON" },
      examples: ["config", "config --json"],
      run: async (options, { output }) =>
        (await import("./config.ts")).configCommand({ json: options.has("json") }, output),
    },
    install: {
      summary: "write the service file for this machine and user",
      options: { now: "enable and start the service too" },
      examples: ["install", "install --now"],
      run: async (options, { output }) =>
        (await import("./install.ts")).installCommand({ now: options.has("now"), daemon }, output),
    },
    uninstall: {
      summary: "stop the service and remove what install wrote",
      options: {
        purge: "remove the state and the settings too, after asking",
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
    completions: {
      summary: "print completions for a shell: bash, zsh or fish",
      options: {},
      words: SHELLS,
      examples: ["completions bash", "completions fish | source"],
      run: async (_, { word, output }) => {
        const { completionsCommand } = await import("./completions.ts");
        // The command line takes no other word.
        return completionsCommand(word as Shell, commands, output);
      },
    },
  };
  return commands;
}

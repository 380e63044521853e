import { EXIT } from "../../src/base/exit-codes.ts";
import { type Commands, completionsCommand, type Program } from "../../src/cli/index.ts";
import { keyCommands, machineCommands } from "./manage-commands.ts";
import { first, JSON_OPTION, LINKS, settingOptions, WHERE } from "./options.ts";
import { personCommands, shareCommands } from "./people-commands.ts";
import { SETTINGS, type Setting } from "./settings/index.ts";
import { VERSION } from "./version.ts";

const NAME = "agent-usage-collector";

/** The collector as its command line sees it. Help and completions are made from this. */
export const PROGRAM: Program = {
  name: NAME,
  summary: "The server that agent-usage pushes to: one collector for all your machines.",
  version: VERSION,
  commands: commandsOf(),
  isBrief: true,
  notes: [
    "Every option of serve is also a variable and a key of the settings file: --log-level is AGENT_USAGE_COLLECTOR_LOG_LEVEL and logLevel.",
  ],
  exitCodes: [
    [EXIT.ok, "done"],
    [EXIT.failed, "it could not be done; the message says why"],
    [EXIT.commandLine, "the command line is wrong"],
    [EXIT.bug, "a bug"],
  ],
};

function commandsOf(): Commands {
  const simple = () => import("./commands/simple.ts");
  const commands: Commands = {
    serve: {
      summary: "run the collector",
      options: {
        demo: "show made-up data, deleted at the end",
        ...settingOptions(Object.keys(SETTINGS) as Setting[]),
      },
      examples: ["serve", "serve --demo", "serve --listen 0.0.0.0:8443 --url https://usage.example:8443"],
      run: async (options, { output }) =>
        options.has("demo")
          ? (await import("./commands/demo.ts")).demoCommand(options, output)
          : (await import("./commands/serve.ts")).serveCommand(options, output),
    },
    invite: {
      summary: "print a line that lets a machine join",
      options: {
        uses: { value: "N", what: "how many machines may use it (default: 1)" },
        ttl: { value: "TIME", what: "how long it works, such as 30m or 7d (default: 1h)" },
        ...JSON_OPTION,
        ...LINKS,
      },
      examples: ["invite", "invite --uses 50 --ttl 7d"],
      run: async (options, { output }) =>
        (await import("./commands/invite.ts")).inviteCommand(options, output),
    },
    "invite list": {
      summary: "list the codes that still work",
      options: { ...JSON_OPTION, ...WHERE },
      examples: ["invite list"],
      run: async (options, { output }) =>
        (await import("./commands/invite.ts")).inviteListCommand(options, output),
    },
    "invite revoke": {
      summary: "end a code early",
      options: WHERE,
      operands: [{ name: "PREFIX" }],
      examples: ["invite revoke auc_Xy12abCD"],
      run: async (options, { words, output }) =>
        (await simple()).change("invite revoke", { prefix: first(words) }, "Revoked.", options, output),
    },
    admin: {
      summary: "print a link to sign in as an admin",
      options: { local: "for a browser on this machine", ...JSON_OPTION, ...LINKS },
      examples: ["admin", "admin --local"],
      run: async (options, { output }) => (await simple()).adminCommand(options, output),
    },
    ...keyCommands(),
    ...personCommands(),
    ...shareCommands(),
    ...machineCommands(),
    backup: {
      summary: "copy the database to a file, while pushes go on",
      options: WHERE,
      operands: [{ name: "FILE", isFile: true }],
      examples: ["backup /var/backups/usage.db"],
      run: async (options, { words, output }) =>
        (await simple()).backupCommand(first(words), options, output),
    },
    restore: {
      summary: "put a backup in the place of the database, if there is none",
      options: WHERE,
      operands: [{ name: "FILE", isFile: true }],
      examples: ["restore /var/backups/usage.db"],
      run: async (options, { words, output }) =>
        (await import("./commands/restore.ts")).restoreCommand(first(words), options, output),
    },
    copy: {
      summary: "copy all of the database to another, empty one",
      options: { to: { value: "URL", what: "sqlite:PATH or postgres://USER@HOST/DATABASE" }, ...WHERE },
      examples: ["copy --to postgres://usage@db.example/usage"],
      run: async (options, { output }) => (await import("./commands/copy.ts")).copyCommand(options, output),
    },
    doctor: {
      summary: "check the setup",
      options: {
        verify: "also work out every sum in the database again",
        ...JSON_OPTION,
        ...settingOptions(Object.keys(SETTINGS) as Setting[]),
      },
      examples: ["doctor", "doctor --verify"],
      run: async (options, { output }) =>
        (await import("./commands/doctor.ts")).doctorCommand(options, output),
    },
    export: {
      summary: "print the usage of every machine by day, model and account",
      options: {
        from: { value: "DAY", what: "the first day (default: 29 days before the last)" },
        to: { value: "DAY", what: "the last day (default: today)" },
        format: { value: "FORMAT", what: "csv (default) or json", values: ["csv", "json"] },
        ...WHERE,
      },
      examples: ["export --from 2026-01-01 > usage.csv"],
      run: async (options, { output }) => (await simple()).exportCommand(options, output),
    },
    install: {
      summary: "write the service file for your user",
      options: { now: "also enable and start the service" },
      examples: ["install", "install --now"],
      run: async (options, { output }) =>
        (await import("./commands/service.ts")).installCommand(options, output),
    },
    uninstall: {
      summary: "stop the service and remove what install wrote",
      options: {},
      examples: ["uninstall"],
      run: async (_, { output }) => (await import("./commands/service.ts")).uninstallCommand(output),
    },
    completions: completionsCommand(NAME, () => commands),
  };
  return commands;
}

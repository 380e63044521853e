import type { Commands } from "../../src/cli/index.ts";
import { first, JSON_OPTION, LINKS, WHERE } from "./options.ts";

/** The commands for keys. */
export function keyCommands(): Commands {
  return {
    "key create": {
      summary: "make a key for the API or the metrics, and print it once",
      options: {
        name: { value: "NAME", what: "what to call it" },
        metrics: "for /metrics instead of the API",
        ...JSON_OPTION,
        ...WHERE,
      },
      examples: ["key create --name grafana", "key create --name prometheus --metrics"],
      run: async (options, { output }) =>
        (await import("./commands/keys.ts")).keyCreateCommand(options, output),
    },
    "key list": {
      summary: "list the keys",
      options: { ...JSON_OPTION, ...WHERE },
      examples: ["key list"],
      run: async (options, { output }) =>
        (await import("./commands/keys.ts")).keyListCommand(options, output),
    },
    "key revoke": {
      summary: "end a key",
      options: WHERE,
      operands: [{ name: "NAME" }],
      examples: ["key revoke grafana"],
      run: async (options, { words, output }) =>
        (await import("./commands/simple.ts")).change(
          "key revoke",
          { name: first(words) },
          "Revoked.",
          options,
          output,
        ),
    },
  };
}

/** The commands for machines. */
export function machineCommands(): Commands {
  const change = async () => (await import("./commands/simple.ts")).change;
  return {
    machines: {
      summary: "list the machines",
      options: { ...JSON_OPTION, ...WHERE },
      examples: ["machines", "machines --json | jq '.machines[].label'"],
      run: async (options, { output }) =>
        (await import("./commands/machines.ts")).machinesCommand(options, output),
    },
    "machine rename": {
      summary: "give a machine a name, which wins over its label",
      options: WHERE,
      operands: [{ name: "ID" }, { name: "NAME" }],
      examples: ["machine rename 7 'build server'"],
      run: async (options, { words: [id = "", name = ""], output }) =>
        (await change())("machine rename", { id, name }, "Renamed.", options, output),
    },
    "machine archive": {
      summary: "hide a machine and keep its history; its next push brings it back",
      options: WHERE,
      operands: [{ name: "ID" }],
      examples: ["machine archive 7"],
      run: async (options, { words, output }) =>
        (await change())("machine archive", { id: first(words) }, "Archived.", options, output),
    },
    "machine unarchive": {
      summary: "show an archived machine again",
      options: WHERE,
      operands: [{ name: "ID" }],
      examples: ["machine unarchive 7"],
      run: async (options, { words, output }) =>
        (await change())(
          "machine unarchive",
          { id: first(words) },
          "It is on the list again.",
          options,
          output,
        ),
    },
    "machine merge": {
      summary: "show one machine as a part of another",
      options: WHERE,
      operands: [{ name: "FROM" }, { name: "INTO" }],
      examples: ["machine merge 7 12"],
      run: async (options, { words: [from = "", into = ""], output }) =>
        (await change())("machine merge", { from, into }, "Merged.", options, output),
    },
    "machine unmerge": {
      summary: "undo a merge: show the machine by itself again",
      options: WHERE,
      operands: [{ name: "ID" }],
      examples: ["machine unmerge 7"],
      run: async (options, { words, output }) =>
        (await change())("machine unmerge", { id: first(words) }, "Unmerged.", options, output),
    },
    "machine rotate": {
      summary: "print a line that gives a machine a new token; the old one works until then",
      options: { ...JSON_OPTION, ...LINKS },
      operands: [{ name: "ID" }],
      examples: ["machine rotate 7"],
      run: async (options, { words, output }) =>
        (await import("./commands/invite.ts")).rotateCommand(first(words), options, output),
    },
    "machine revoke": {
      summary: "end a machine's tokens; it may join again",
      options: WHERE,
      operands: [{ name: "ID" }],
      examples: ["machine revoke 7"],
      run: async (options, { words, output }) =>
        (await change())("machine revoke", { id: first(words) }, "Revoked.", options, output),
    },
  };
}

import type { Command } from "../cli/index.ts";

/** `status` on the command line. */
export const statusEntry: Command = {
  summary: "show how much of each limit is left, if it lasts, and what today cost",
  options: {
    json: "print as JSON",
    watch: "keep the screen up to date until you press Ctrl-C",
    "exit-code": { value: "N", what: "exit with 10 if a limit is at N percent or more" },
  },
  examples: ["status", "status --watch", "status --json | jq .limits", "status --exit-code 90"],
  run: async (options, { output }) => (await import("./status/command.ts")).statusCommand(options, output),
};

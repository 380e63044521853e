/** The options that stand with every command and without one. Each is a word too: `help` is `--help`. */
export const EVERYWHERE = {
  help: { short: "h", what: "print the help, after a command its own" },
  version: { short: "V", what: "print the version" },
} as const;

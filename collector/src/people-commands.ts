import type { Commands } from "../../src/cli/index.ts";
import { first, JSON_OPTION, LINKS, WHERE } from "./options.ts";
import { ROLES } from "./settings/index.ts";

const change = async () => (await import("./commands/simple.ts")).change;

/** The commands for people. */
export function personCommands(): Commands {
  return {
    "person add": {
      summary: "let somebody sign in, and print an invitation",
      options: {
        name: { value: "NAME", what: "what to call them" },
        role: { value: "ROLE", what: "admin, or viewer: looks at all and changes nothing", values: ROLES },
        ...JSON_OPTION,
        ...LINKS,
      },
      examples: ["person add --name ada --role viewer"],
      run: async (options, { output }) =>
        (await import("./commands/people.ts")).personAddCommand(options, output),
    },
    "person list": {
      summary: "list the people",
      options: { ...JSON_OPTION, ...WHERE },
      examples: ["person list"],
      run: async (options, { output }) =>
        (await import("./commands/people.ts")).personListCommand(options, output),
    },
    "person link": {
      summary: "print a new link to sign in, for who forgot the password",
      options: { ...JSON_OPTION, ...LINKS },
      operands: [{ name: "NAME" }],
      examples: ["person link ada"],
      run: async (options, { words, output }) =>
        (await import("./commands/people.ts")).personLinkCommand(first(words), options, output),
    },
    "person role": {
      summary: "make somebody an admin or a viewer",
      options: WHERE,
      operands: [{ name: "NAME" }, { name: "ROLE" }],
      examples: ["person role ada admin"],
      run: async (options, { words, output }) =>
        (await import("./commands/people.ts")).personRoleCommand(words, options, output),
    },
    "person remove": {
      summary: "end somebody's account and sessions",
      options: WHERE,
      operands: [{ name: "NAME" }],
      examples: ["person remove ada"],
      run: async (options, { words, output }) =>
        (await change())("person remove", { name: first(words) }, "Removed.", options, output),
    },
  };
}

/** The commands for links that show one page. */
export function shareCommands(): Commands {
  return {
    "share create": {
      summary: "print a link that shows one page to whoever has it",
      options: {
        page: { value: "PAGE", what: "overview, machines, machines/ID or limits" },
        from: { value: "DAY", what: "the first day that it shows" },
        to: { value: "DAY", what: "the last day that it shows" },
        until: { value: "DAY", what: "the last day that it works (default: 30 days from now)" },
        ...JSON_OPTION,
        ...LINKS,
      },
      examples: ["share create --page overview --from 2026-11-01 --to 2026-11-30"],
      run: async (options, { output }) =>
        (await import("./commands/shares.ts")).shareCreateCommand(options, output),
    },
    "share list": {
      summary: "list these links",
      options: { ...JSON_OPTION, ...WHERE },
      examples: ["share list"],
      run: async (options, { output }) =>
        (await import("./commands/shares.ts")).shareListCommand(options, output),
    },
    "share revoke": {
      summary: "end such a link early",
      options: WHERE,
      operands: [{ name: "PREFIX" }],
      examples: ["share revoke aur_Xy12abCD"],
      run: async (options, { words, output }) =>
        (await change())("share revoke", { prefix: first(words) }, "Revoked.", options, output),
    },
  };
}

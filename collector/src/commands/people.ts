import { EXIT, type ExitCode } from "../../../src/base/exit-codes.ts";
import { type Options, type Output, refuse } from "../../../src/cli/index.ts";
import { jsonLine, visible } from "../../../src/text/visible.ts";
import type { PersonLink } from "../admin/index.ts";
import { ROLES, type Role } from "../store/index.ts";
import { ask } from "./ask.ts";
import { change } from "./simple.ts";

/** Adds somebody, and prints the invitation. */
export async function personAddCommand(options: Options, output: Output): Promise<ExitCode> {
  const [name, role] = [options.get("name"), roleOf(options.get("role"))];
  if (typeof name !== "string")
    return refuse(output, "person add needs --name, which is also the name to sign in with");
  if (role === undefined) return refuse(output, "person add needs --role admin or --role viewer");
  const asked = await ask("person add", { name, role }, options, output);
  return asked.status === "exit" ? asked.code : printLink(asked.value, options, output);
}

export async function personLinkCommand(name: string, options: Options, output: Output): Promise<ExitCode> {
  const asked = await ask("person link", { name }, options, output);
  return asked.status === "exit" ? asked.code : printLink(asked.value, options, output);
}

function printLink(value: PersonLink, options: Options, output: Output): ExitCode {
  if (options.has("json")) output.out(jsonLine(value));
  else {
    output.out(`${value.link}\n`);
    output.err(`Works once, until ${value.expiresAt}.\n`);
  }
  return EXIT.ok;
}

export async function personRoleCommand(
  [name = "", role]: readonly string[],
  options: Options,
  output: Output,
): Promise<ExitCode> {
  const known = roleOf(role);
  if (known === undefined) return refuse(output, "the role must be admin or viewer");
  return change("person role", { name, role: known }, "Changed.", options, output);
}

export async function personListCommand(options: Options, output: Output): Promise<ExitCode> {
  const asked = await ask("person list", {}, options, output);
  if (asked.status === "exit") return asked.code;
  if (options.has("json")) output.out(jsonLine({ people: asked.value }));
  else if (asked.value.length === 0) output.out("Nobody was added. Fix: run admin, and open its link\n");
  else
    for (const { name, role, signedInAt } of asked.value)
      output.out(
        `${visible(name)}  ${role}  ${signedInAt === null ? "has not signed in" : `last signed in ${signedInAt}`}\n`,
      );
  return EXIT.ok;
}

function roleOf(text: unknown): Role | undefined {
  return ROLES.find((role) => role === text);
}

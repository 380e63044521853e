import { about } from "./about.ts";
import { backup, exportUsage, verify } from "./data.ts";
import { invite, inviteList, inviteRevoke } from "./invites.ts";
import { keyCreate, keyList, keyRevoke } from "./keys.ts";
import { adminLink } from "./links.ts";
import {
  machineArchive,
  machineMerge,
  machineRename,
  machineRevoke,
  machines,
  machineUnarchive,
  machineUnmerge,
} from "./machines.ts";
import { type AdminContext, type Operation, type Outcome, refused } from "./operation.ts";
import { personAdd, personLink, personList, personRemove, personRole } from "./people.ts";
import { shareCreate, shareList, shareRevoke } from "./shares.ts";

/** Every operation by the name of its command. */
export const OPERATIONS = {
  about,
  invite,
  "invite list": inviteList,
  "invite revoke": inviteRevoke,
  admin: adminLink,
  "key create": keyCreate,
  "key list": keyList,
  "key revoke": keyRevoke,
  "person add": personAdd,
  "person link": personLink,
  "person list": personList,
  "person role": personRole,
  "person remove": personRemove,
  "share create": shareCreate,
  "share list": shareList,
  "share revoke": shareRevoke,
  machines,
  "machine rename": machineRename,
  "machine archive": machineArchive,
  "machine unarchive": machineUnarchive,
  "machine revoke": machineRevoke,
  "machine merge": machineMerge,
  "machine unmerge": machineUnmerge,
  export: exportUsage,
  backup,
  verify,
} as const;

export type OperationName = keyof typeof OPERATIONS;
export type Given<N extends OperationName> =
  (typeof OPERATIONS)[N] extends Operation<infer A, unknown> ? A : never;
export type Result<N extends OperationName> =
  (typeof OPERATIONS)[N] extends Operation<infer _, infer R> ? R : never;

/** Runs an operation on arguments of any shape. */
export async function runOperation(
  name: string,
  given: unknown,
  context: AdminContext,
): Promise<Outcome<unknown>> {
  if (!Object.hasOwn(OPERATIONS, name)) {
    return refused("the running collector does not know this command: it is of another version");
  }
  const { given: schema, run } = OPERATIONS[name as OperationName] as Operation<unknown, unknown>;
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    // A rule of this server has words of its own.
    if (issue?.code === "custom") return refused(issue.message);
    return refused(`${issue?.path.join(".") || "an argument"} is wrong`);
  }
  return run(parsed.data, context);
}

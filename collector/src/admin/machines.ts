import * as z from "zod";
import { givenName, MAX_MACHINE_NAME, machineJson } from "../api/index.ts";
import type { MergeResult } from "../store/index.ts";
import { commandLine, done, nothing, operation, refused } from "./operation.ts";

const id = z.string().min(1).max(128);
const one = z.strictObject({ id });
const UNKNOWN = "there is no machine with this id; see machines";

export const machines = operation(nothing, async (_, { store }) =>
  done({
    machines: (await store.machines()).map((machine) => ({
      ...machineJson(machine),
      merged: machine.merged,
    })),
  }),
);

export const machineRename = operation(
  z.strictObject({ id, name: givenName(MAX_MACHINE_NAME) }),
  async ({ id, name }, { store, now }) =>
    (await store.renameMachine(id, name === "" ? null : name, commandLine(now)))
      ? done({})
      : refused(UNKNOWN),
);

export const machineArchive = operation(one, async ({ id }, { store, now }) =>
  (await store.archiveMachine(id, true, commandLine(now))) ? done({}) : refused(UNKNOWN),
);

export const machineUnarchive = operation(one, async ({ id }, { store, now }) =>
  (await store.archiveMachine(id, false, commandLine(now))) ? done({}) : refused(UNKNOWN),
);

export const machineRevoke = operation(one, async ({ id }, { store, now }) =>
  (await store.revokeMachine(id, commandLine(now))) ? done({}) : refused(UNKNOWN),
);

export const machineMerge = operation(
  z.strictObject({ from: id, into: id }),
  async ({ from, into }, { store, now }) => {
    const { status } = await store.mergeMachines(from, into, commandLine(now));
    return status === "merged" ? done({}) : refused(NOT_MERGED[status]);
  },
);

export const machineUnmerge = operation(one, async ({ id }, { store, now }) =>
  (await store.unmergeMachine(id, commandLine(now)))
    ? done({})
    : refused("no machine with this id is part of another; machines lists the parts of each"),
);

const NOT_MERGED: Readonly<Record<Exclude<MergeResult["status"], "merged">, string>> = {
  unknown: UNKNOWN,
  same: "both ids are the same machine",
  other_program: "the two machines run different programs, which are counted apart",
  merged_already: "one of the two is part of another machine already",
};

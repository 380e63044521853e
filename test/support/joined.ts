import assert from "node:assert/strict";
import type { RunningCollector } from "./collector-program.ts";
import { SNAPSHOT } from "./collector-snapshot.ts";

/** A machine as it joins. */
export interface Joining {
  readonly id: string;
  readonly label: string;
  readonly os: string;
}

/** The id of the `n`th machine of a test. */
export function machineId(n: number): string {
  return `a3bb189e-8bf9-4c5d-9a55-${String(n).padStart(12, "0")}`;
}

/** Joins a machine, unless told otherwise the one that `SNAPSHOT` is from. @returns its token */
export async function joined(
  collector: RunningCollector,
  machine: Joining = SNAPSHOT.machine,
): Promise<string> {
  const { code } = await collector.invite();
  return joinedWith(collector, code, machine);
}

/** Joins a machine with a code. @returns its token */
export async function joinedWith(
  collector: RunningCollector,
  code: string,
  { id, label, os }: Joining = SNAPSHOT.machine,
): Promise<string> {
  const { status, body } = await collector.send("POST", "/join", {
    body: { code, program: SNAPSHOT.program, machine: { id, label, os } },
  });
  assert.equal(status, 201, body);
  return (JSON.parse(body) as { token: string }).token;
}

import { pathOfNul } from "./nul.ts";
import type { SentLimits, Snapshot } from "./snapshot.ts";
import { type Wire, wireSchema } from "./wire.ts";

/** The largest body of a push, in bytes. */
export const MAX_BODY_BYTES: number = 64 * 1024;

/** JSON allows a NUL only so. */
const ESCAPED_NUL = "\\u0000";

export type ReadSnapshot =
  | { readonly status: "ok"; readonly snapshot: Snapshot }
  | { readonly status: "too_large" | "not_json" }
  /** `path` is that of the first wrong field, such as `usage.days.0.state`; empty for the body itself. */
  | { readonly status: "invalid_snapshot"; readonly path: string };

/** Reads the body of a push. No field's value is ever repeated. */
export function readSnapshot(body: Uint8Array): ReadSnapshot {
  if (body.byteLength > MAX_BODY_BYTES) return { status: "too_large" };
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    value = JSON.parse(text);
  } catch {
    return { status: "not_json" };
  }
  const nul = text.includes(ESCAPED_NUL) ? pathOfNul(value) : undefined;
  if (nul !== undefined) return { status: "invalid_snapshot", path: nul };
  const parsed = wireSchema.safeParse(value);
  if (parsed.success) return { status: "ok", snapshot: snapshotOf(parsed.data) };
  return { status: "invalid_snapshot", path: parsed.error.issues[0]?.path.join(".") ?? "" };
}

function snapshotOf({ machine, limits, usage, ...rest }: Wire): Snapshot {
  return {
    program: rest.program,
    machine: { ...machine, account: machine.account || null },
    stateId: rest.stateId,
    seq: rest.seq,
    agentUsageVersion: rest.agentUsageVersion,
    agentVersion: rest.agentVersion,
    limits: limitsOf(limits),
    days: usage.days,
  };
}

function limitsOf({ fetchedAt, items }: Wire["limits"]): SentLimits | null {
  if (fetchedAt === null || items.length === 0) return null;
  return {
    fetchedAt,
    items: items.map((item) => ({
      kind: item.kind,
      group: item.group,
      model: item.model || null,
      percent: item.percent ?? null,
      severity: item.severity ?? null,
      resetsAt: item.resetsAt,
    })),
  };
}

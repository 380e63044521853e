import { parseJson } from "./json.ts";
import { pathOfNul } from "./nul.ts";
import { cutPast, digestOf, type Past, parseRest, pastOf } from "./past.ts";
import type { SentLimits, Snapshot } from "./snapshot.ts";
import { type Wire, wireSchema } from "./wire.ts";

/** The largest body of a push, in bytes. */
export const MAX_BODY_BYTES: number = 64 * 1024;

/** JSON allows a NUL only so. */
const ESCAPED_NUL = "\\u0000";

export type ReadSnapshot = { readonly status: "ok"; readonly snapshot: Snapshot } | Unreadable;

export type Unreadable =
  | { readonly status: "too_large" | "not_json" }
  /** `path` is that of the first wrong field, such as `usage.days.0.state`; empty for the body itself. */
  | { readonly status: "invalid_snapshot"; readonly path: string };

/**
 * Reads the body of a push. No field's value is ever repeated.
 * @param known the past of an earlier snapshot. If the body has the same one, its days are not read again
 */
export function readSnapshot(body: Uint8Array, known: Past | null = null): ReadSnapshot {
  if (body.byteLength > MAX_BODY_BYTES) return { status: "too_large" };
  const cut = cutPast(body);
  const parsedRest = cut && parseRest(cut);
  const rest = parsedRest && readWire(parsedRest);
  if (cut === undefined || rest?.status !== "ok") return readWhole(body);

  const { machine, usage } = rest.wire;
  const account = machine.account || null;
  const isKnown = known !== null && digestOf(cut, account) === known.digest;
  if (isKnown && (usage.days[0]?.day ?? "") > known.newest) {
    return { status: "ok", snapshot: snapshotOf(rest.wire, known, true) };
  }
  const whole = readWhole(body);
  if (whole.status !== "ok") return whole;
  const days = whole.snapshot.days.map(({ day }) => day);
  const past = pastOf(cut, days, account) ?? null;
  return { status: "ok", snapshot: { ...whole.snapshot, past } };
}

function readWhole(body: Uint8Array): ReadSnapshot {
  const parsed = parseJson(body);
  if (parsed === undefined) return { status: "not_json" };
  const read = readWire(parsed);
  return read.status === "ok" ? { status: "ok", snapshot: snapshotOf(read.wire, null, false) } : read;
}

function readWire({
  text,
  value,
}: {
  text: string;
  value: unknown;
}): { readonly status: "ok"; readonly wire: Wire } | Unreadable {
  const nul = text.includes(ESCAPED_NUL) ? pathOfNul(value) : undefined;
  if (nul !== undefined) return { status: "invalid_snapshot", path: nul };
  const parsed = wireSchema.safeParse(value);
  if (parsed.success) return { status: "ok", wire: parsed.data };
  return { status: "invalid_snapshot", path: parsed.error.issues[0]?.path.join(".") ?? "" };
}

function snapshotOf(
  { machine, limits, usage, ...rest }: Wire,
  past: Past | null,
  isPastLeftOut: boolean,
): Snapshot {
  return {
    program: rest.program,
    machine: { ...machine, account: machine.account || null },
    stateId: rest.stateId,
    seq: rest.seq,
    agentUsageVersion: rest.agentUsageVersion,
    agentVersion: rest.agentVersion,
    limits: limitsOf(limits),
    days: usage.days,
    past,
    isPastLeftOut,
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

import { HOUR_MS, MINUTE_MS } from "../../../src/base/durations.ts";
import { makeSecret } from "../auth/index.ts";
import { type Actor, type Store, StoreUnavailable } from "../store/index.ts";
import type { Member } from "./cast.ts";
import { furnish } from "./office.ts";
import { type PlannedPush, planPast } from "./plan.ts";
import { type Scene, spanOf, startOf } from "./scene.ts";
import { Sender, type Senders } from "./sender.ts";
import { isWarned, PastAlerts } from "./warn.ts";

/** Pushes that the store gets at a time, so that they share commits and the memory stays small. */
const AT_ONCE = 256;
/** Pushes within this time are looked at together by the alerts, in milliseconds. */
const ROUND_MS = 15 * MINUTE_MS;

export type Filled =
  | { readonly status: "filled"; readonly senders: Senders }
  /** `stopped`: by the signal. */
  | { readonly status: "stopped" | "unavailable" };

/** Fills an empty store with the past of a scene, by the pushes that its machines would have sent. */
export async function fillPast(store: Store, scene: Scene, signal: AbortSignal): Promise<Filled> {
  try {
    const senders = await joinAll(store, scene);
    await furnish(store, scene, senders);
    const pushes = planPast(scene);
    const warned = pushes.findIndex((push) => isWarned(push, scene));
    const early = warned < 0 ? pushes.length : warned;
    for (let first = 0; first < early; first += AT_ONCE) {
      if (signal.aborted) return { status: "stopped" };
      await pushAll(senders, scene, pushes.slice(first, Math.min(early, first + AT_ONCE)));
    }
    const alerts = new PastAlerts(store);
    for (const together of roundsOf(pushes.slice(early))) {
      if (signal.aborted) break;
      await pushAll(senders, scene, together);
      await alerts.lookAt(together.at(-1)?.at ?? scene.now);
    }
    await alerts.stop();
    if (signal.aborted) return { status: "stopped" };
    for (const [{ end }, { id }] of senders) {
      const by = actor(scene.now);
      if (end === "archived") await store.archiveMachine(id, true, by);
      if (end === "revoked") await store.revokeMachine(id, by);
    }
    return { status: "filled", senders };
  } catch (error) {
    if (error instanceof StoreUnavailable) return { status: "unavailable" };
    throw error;
  }
}

const actor = (at: number): Actor => ({ who: "demo", from: null, at });

/** Those of the same quarter of an hour. */
function roundsOf(pushes: readonly PlannedPush[]): PlannedPush[][] {
  const rounds = new Map<number, PlannedPush[]>();
  for (const push of pushes) {
    const round = Math.floor(push.at / ROUND_MS);
    const together = rounds.get(round) ?? [];
    together.push(push);
    rounds.set(round, together);
  }
  return [...rounds.values()];
}

/** In the order in which they joined. */
async function joinAll(store: Store, scene: Scene): Promise<Senders> {
  const { stored } = makeSecret("code", store.hmacKey);
  const joins = scene.cast
    .map((member) => ({ member, at: startOf(spanOf(scene, member).first) + HOUR_MS }))
    .sort((a, b) => a.at - b.at);
  const at = joins[0]?.at ?? scene.now;
  await store.secrets.addInvite({ ...stored, uses: joins.length, expiresAt: scene.now }, actor(at));
  const senders = new Map<Member, Sender>();
  for (const { member, at } of joins)
    senders.set(member, await Sender.join(store, scene, member, { codeHash: stored.hash, at }));
  return senders;
}

/** The store takes pushes in the order in which it gets them. */
async function pushAll(senders: Senders, scene: Scene, pushes: readonly PlannedPush[]): Promise<void> {
  const kept = await Promise.all(pushes.map(async (push) => senders.get(push.member)?.push(scene, push)));
  for (const result of kept) {
    if (result?.status === "unavailable") throw new StoreUnavailable("disk");
    if (result?.status !== "kept") throw new Error(`a push of the demo was not kept: ${result?.status}`);
  }
}

import { makeSecret } from "../auth/index.ts";
import { readSnapshot } from "../ingest/index.ts";
import type { KeepResult, Store } from "../store/index.ts";
import type { Member } from "./cast.ts";
import type { PlannedPush } from "./plan.ts";
import type { Scene } from "./scene.ts";
import { machineOf, snapshotOf } from "./snapshot.ts";

/** A machine that has joined, and pushes into the store as if each push had come over the network. */
export class Sender {
  /** The machine's id in the store. */
  readonly id: string;
  readonly #store: Store;
  readonly #tokenHash: string;
  #seq = 0;

  private constructor(store: Store, id: string, tokenHash: string) {
    this.#store = store;
    this.id = id;
    this.#tokenHash = tokenHash;
  }

  static async join(store: Store, scene: Scene, member: Member, invite: Invitation): Promise<Sender> {
    const { id, label, os } = machineOf(scene, member);
    const { stored: token } = makeSecret("token", store.hmacKey);
    const machine = { id, label, os };
    const program = "agent-usage";
    const joined = await store.secrets.join({ ...invite, token, program, machine, from: null });
    if (joined.status !== "joined") throw new Error(joined.status);
    return new Sender(store, joined.machine, token.hash);
  }

  push(scene: Scene, planned: PlannedPush, more = 0): Promise<KeepResult> {
    this.#seq += 1;
    const body = Buffer.from(JSON.stringify(snapshotOf(scene, planned, { seq: this.#seq, more })));
    return this.#store.keep({
      tokenHash: this.#tokenHash,
      read: (past) => readSnapshot(body, past),
      arrivedAt: planned.at,
    });
  }
}

/** In the order in which they joined. */
export type Senders = ReadonlyMap<Member, Sender>;

export interface Invitation {
  readonly codeHash: string;
  /** When the machine joins, in epoch milliseconds. */
  readonly at: number;
}

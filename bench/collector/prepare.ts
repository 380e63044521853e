import { makeSecret } from "../../collector/src/auth/index.ts";
import { readSnapshot } from "../../collector/src/ingest/index.ts";
import { openStore, type Store } from "../../collector/src/store/index.ts";
import { bodyOf, machineId, measure, TODAY } from "./fleet.ts";

/** Lets machines join, and pushes once for each. @returns their tokens */
export async function joinFleet(
  store: Store,
  machines: number,
): Promise<{ secrets: string[]; hashes: string[] }> {
  const by = { who: "bench", from: null, at: TODAY };
  const invite = { hash: "code", prefix: "code", uses: machines, expiresAt: TODAY + 1 };
  await store.secrets.addInvite(invite, by);
  const tokens = Array.from({ length: machines }, () => makeSecret("token", store.hmacKey));
  for (const [index, { stored }] of tokens.entries()) {
    await store.secrets.join({
      codeHash: invite.hash,
      token: stored,
      program: "agent-usage",
      machine: { id: machineId(index), label: "bench", os: "linux" },
      at: TODAY,
      from: null,
    });
  }
  const hashes = tokens.map(({ stored }) => stored.hash);
  await measure(pushInto(store, hashes), { machines, first: 0, end: { pushes: machines } });
  return { secrets: tokens.map(({ secret }) => secret), hashes };
}

/** Pushes at the store's own boundary. */
export function pushInto(store: Store, tokenHashes: readonly string[]) {
  return async (machine: number, seq: number): Promise<void> => {
    const body = Buffer.from(bodyOf(machine, seq));
    const kept = await store.keep({
      tokenHash: tokenHashes[machine] ?? "",
      read: (past) => readSnapshot(body, past),
      arrivedAt: TODAY + seq * 1_000,
    });
    if (kept.status !== "kept") throw new Error(kept.status);
  };
}

/** Fills the database of a new collector with machines that have pushed once. @returns their tokens */
export async function prepareFleet(file: string, machines: number): Promise<readonly string[]> {
  const database = `sqlite:${file}`;
  const makeAuthority = () => Promise.reject(new Error("the collector has not made its database"));
  const opened = await openStore({ database, makeAuthority });
  if (opened.status !== "open") throw new Error(opened.reason);
  try {
    return (await joinFleet(opened.store, machines)).secrets;
  } finally {
    await opened.store.close();
  }
}

import { note } from "./audit.ts";
import type { Session } from "./engine/connection.ts";
import { kyselyOn } from "./engine/dialect.ts";
import { settle } from "./law/group.ts";
import { lockGroup } from "./law/sender.ts";
import { addToSums } from "./law/sums.ts";
import { machineNumber } from "./queries/machines.ts";
import type { Actor, MergeResult } from "./records.ts";

interface Row {
  readonly id: number;
  readonly program: string;
  readonly merged_into: number | null;
}

/** From now on `from` is shown as a part of `into`, and a day that both hold counts once. Within a transaction. */
export async function merge(session: Session, from: string, into: string, by: Actor): Promise<MergeResult> {
  const [fromId, intoId] = [machineNumber(from), machineNumber(into)];
  if (fromId === undefined || intoId === undefined) return { status: "unknown" };
  if (fromId === intoId) return { status: "same" };
  // In the order of their ids, as pushes do.
  for (const id of [fromId, intoId].sort((a, b) => a - b)) await lockGroup(session, id);
  const rows = await session.all<Row>(
    "select id, program, merged_into from machine where id = $1 or id = $2",
    [fromId, intoId],
  );
  if (rows.length < 2) return { status: "unknown" };
  if (rows.some(({ merged_into }) => merged_into !== null)) return { status: "merged_already" };
  if (rows[0]?.program !== rows[1]?.program) return { status: "other_program" };
  await session.run("update machine set merged_into = $1 where id = $2", [intoId, fromId]);
  await session.run("update machine set root = $1 where root = $2", [intoId, fromId]);
  await settleGroup(session, intoId);
  await note(kyselyOn(session), by, "machine.merge", `${from} ${into}`);
  return { status: "merged" };
}

/** @returns whether the machine was a part of another */
export async function unmerge(session: Session, id: string, by: Actor): Promise<boolean> {
  const machine = machineNumber(id);
  if (machine === undefined) return false;
  const group = await lockGroup(session, machine);
  const root = group.find((row) => row.id === machine)?.root;
  const [row] = await session.all<Row>("select id, program, merged_into from machine where id = $1", [
    machine,
  ]);
  if (root === undefined || row === undefined || row.merged_into === null) return false;
  await session.run("update machine set merged_into = null where id = $1", [machine]);
  // What was merged into it before goes with it.
  await session.run(
    `update machine set root = $1 where id in (
       with recursive part (id) as (
         select id from machine where id = $1 union select m.id from machine m join part p on m.merged_into = p.id)
       select id from part)`,
    [machine],
  );
  await settleGroup(session, machine);
  await settleGroup(session, root);
  await note(kyselyOn(session), by, "machine.unmerge", id);
  return true;
}

async function settleGroup(session: Session, root: number): Promise<void> {
  const ids = (await lockGroup(session, root)).map(({ id }) => id);
  await addToSums(session, await settle(session, ids, undefined));
}

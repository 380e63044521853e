import { larger } from "../../../../src/contract/index.ts";
import type { Connection } from "../engine/connection.ts";
import { type DayRecord, loadRecords } from "./record.ts";

/** A record that leaves the fleet's sums, or enters them. */
export interface Move {
  readonly machine: number;
  readonly day: string;
  readonly record: DayRecord;
  readonly sign: 1 | -1;
}

interface Member {
  readonly machine: number;
  readonly record: DayRecord;
}

/**
 * Sees to it that of several machines that are shown as one, exactly one record of each day counts: the larger by rule 4, and
 * of equal ones that of the machine that joined first.
 * @param machines their ids, in order. All must be locked
 * @param days only these; all if undefined
 * @returns what leaves the sums, and what enters them
 */
export async function settle(
  connection: Connection,
  machines: readonly number[],
  days: readonly string[] | undefined,
): Promise<Move[]> {
  const moves: Move[] = [];
  for (const [day, members] of await membersByDay(connection, machines, days)) {
    const winner = members.reduce((best, next) =>
      larger(best.record.models, next.record.models) === best.record.models ? best : next,
    );
    for (const member of members) {
      const counts = member === winner;
      if (member.record.counted === counts) continue;
      await connection.run("update machine_day set counted = $1 where machine = $2 and day = $3", [
        counts ? 1 : 0,
        member.machine,
        day,
      ]);
      moves.push({ machine: member.machine, day, record: member.record, sign: counts ? 1 : -1 });
    }
  }
  return moves;
}

async function membersByDay(
  connection: Connection,
  machines: readonly number[],
  days: readonly string[] | undefined,
): Promise<Map<string, [Member, ...Member[]]>> {
  const byDay = new Map<string, [Member, ...Member[]]>();
  for (const machine of machines) {
    for (const [day, record] of await loadRecords(connection, machine, days)) {
      const members = byDay.get(day);
      if (members === undefined) byDay.set(day, [{ machine, record }]);
      else members.push({ machine, record });
    }
  }
  return byDay;
}

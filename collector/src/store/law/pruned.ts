import type { Connection } from "../engine/connection.ts";
import { PRUNED_BEFORE } from "../queries/pruned-until.ts";
import type { DayChange } from "./record.ts";

/**
 * The changes without days that are held again after they were removed: the running totals have them already. Days that are
 * new are rare, so few pushes ask.
 */
export async function withoutPruned(
  connection: Connection,
  changes: readonly DayChange[],
): Promise<readonly DayChange[]> {
  if (changes.every(({ before }) => before !== undefined)) return changes;
  const [row] = await connection.all<{ value: string }>("select value from meta where key = $1", [
    PRUNED_BEFORE,
  ]);
  return row === undefined
    ? changes
    : changes.filter(({ day, before }) => before !== undefined || day >= row.value);
}

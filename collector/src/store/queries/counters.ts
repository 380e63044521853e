import type { Kysely } from "kysely";
import type { Counter } from "../records.ts";
import type { Tables } from "../tables.ts";

/** What each machine used of each model since it joined, by machine and model. A machine that was merged stays itself. */
export async function listCounters(db: Kysely<Tables>): Promise<Counter[]> {
  const rows = await db
    .selectFrom("counter")
    .innerJoin("machine", "machine.id", "counter.machine")
    .selectAll("counter")
    .select(["machine.program", "machine.first_seen"])
    .orderBy("counter.machine")
    .orderBy("counter.model")
    .execute();
  return rows.map((row) => ({
    program: row.program,
    machine: String(row.machine),
    model: row.model,
    since: row.first_seen,
    requests: row.requests_peak,
    inputTokens: row.input_tokens_peak,
    outputTokens: row.output_tokens_peak,
    cacheCreationTokens: row.cache_creation_tokens_peak,
    cacheReadTokens: row.cache_read_tokens_peak,
  }));
}

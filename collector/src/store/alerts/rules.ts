import type { Kysely, Selectable } from "kysely";
import type { AlertRule } from "../alert-records.ts";
import { note } from "../audit.ts";
import type { Actor } from "../records.ts";
import type { Tables } from "../tables.ts";

/** The empty account comes first. */
export async function listRules(db: Kysely<Tables>): Promise<AlertRule[]> {
  return (await db.selectFrom("alert_rule").selectAll().orderBy("account").execute()).map(ruleOf);
}

export function saveRule(db: Kysely<Tables>, rule: AlertRule, by: Actor): Promise<void> {
  const values = {
    percents: rule.percents.join(","),
    runs_out: rule.runsOut ? 1 : 0,
    reset: rule.reset ? 1 : 0,
    channels: rule.channels.join(","),
    enabled: rule.enabled ? 1 : 0,
    muted_until: rule.mutedUntil,
  } as const;
  return db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto("alert_rule")
      .values({ account: rule.account ?? "", ...values })
      .onConflict((conflict) => conflict.column("account").doUpdateSet(values))
      .execute();
    await note(transaction, by, "alert.rule.change", subjectOf(rule.account));
  });
}

export function removeRule(db: Kysely<Tables>, account: string | null, by: Actor): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const gone = await transaction
      .deleteFrom("alert_rule")
      .where("account", "=", account ?? "")
      .returning("account")
      .execute();
    if (gone.length === 0) return false;
    await note(transaction, by, "alert.rule.remove", subjectOf(account));
    return true;
  });
}

const subjectOf = (account: string | null): string => account ?? "all accounts";

function ruleOf(row: Selectable<Tables["alert_rule"]>): AlertRule {
  return {
    account: row.account === "" ? null : row.account,
    percents: numbersOf(row.percents),
    runsOut: row.runs_out === 1,
    reset: row.reset === 1,
    channels: numbersOf(row.channels),
    enabled: row.enabled === 1,
    mutedUntil: row.muted_until,
  };
}

function numbersOf(text: string): number[] {
  return text === "" ? [] : text.split(",").map(Number);
}

import * as z from "zod";
import { torontoDay } from "../../../src/base/calendar.ts";
import { readUsageQuery, usageCsv, usageJson, usageRows } from "../api/index.ts";
import type { BackupResult } from "../store/index.ts";
import { actorOf, done, nothing, operation, refused } from "./operation.ts";

/** The rows by day, machine, model and account, as text. */
export const exportUsage = operation(
  z.strictObject({ from: z.string().optional(), to: z.string().optional(), format: z.enum(["json", "csv"]) }),
  async ({ from, to, format }, { store, now }) => {
    const today = torontoDay(now);
    const read = readUsageQuery({ from, to, by: "day,machine,model,account" }, today);
    if (read.status !== "ok")
      return refused(
        `--${read.path} is wrong: a day is YYYY-MM-DD, from 1990 on, and at most 10 years before --to`,
      );
    const { query } = read;
    const rows = await usageRows(store, query, { today, cost: false });
    const text = format === "csv" ? usageCsv(query.by, rows, false) : `${usageJson(query, query.by, rows)}\n`;
    return done({ text });
  },
);

export const backup = operation(
  z.strictObject({ file: z.string().startsWith("/") }),
  async ({ file }, context) => {
    const { status } = await context.store.backup(file, actorOf(context));
    return status === "done" ? done({}) : refused(NO_BACKUP[status]);
  },
);

const NO_BACKUP: Readonly<Record<Exclude<BackupResult["status"], "done">, string>> = {
  exists: "the file exists already. Fix: name another one",
  postgres: "PostgreSQL has its own backups. Fix: run pg_dump",
  failed: "the backup could not be written. Fix: check the folder and the disk",
};

/** A line for each sum that is wrong. */
export const verify = operation(nothing, async (_, { store }) => done({ wrong: await store.verify() }));

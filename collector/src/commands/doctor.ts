import { X509Certificate } from "node:crypto";
import { stat } from "node:fs/promises";
import { isOpenToOthers } from "../../../src/base/disk/owner.ts";
import { DAY_MS } from "../../../src/base/durations.ts";
import { EXIT, type ExitCode } from "../../../src/base/exit-codes.ts";
import { describeProblem } from "../../../src/base/settings/problem.ts";
import type { Options, Output } from "../../../src/cli/index.ts";
import { jsonLine, visible } from "../../../src/text/visible.ts";
import { type Outcome, runOperation } from "../admin/index.ts";
import { loadSettings, type Settings } from "../settings/index.ts";
import { StoreUnavailable } from "../store/index.ts";
import { readCertificate } from "../tls/index.ts";
import { askRunning } from "./ask.ts";
import { linksOf } from "./links.ts";
import { openDatabase, tooOpen } from "./open-database.ts";

interface Check {
  readonly id: "settings" | "folder" | "certificate" | "server" | "database" | "sums";
  readonly level: "ok" | "warning" | "failure";
  readonly message: string;
}

/** Warn this long before a certificate from files expires, in milliseconds. */
const SOON_MS = 14 * DAY_MS;

/** Checks the setup, and with `--verify` every sum in the database. */
export async function doctorCommand(options: Options, output: Output): Promise<ExitCode> {
  const checks = await examine(options);
  if (options.has("json")) output.out(jsonLine({ checks }));
  else
    for (const { level, id, message } of checks)
      output.out(`${level.padEnd(7)} ${id}: ${visible(message)}\n`);
  return checks.some(({ level }) => level === "failure") ? EXIT.failed : EXIT.ok;
}

async function examine(options: Options): Promise<Check[]> {
  const loaded = await loadSettings(options, process.env);
  if (loaded.status === "invalid") {
    return loaded.problems.map((problem) => failure("settings", describeProblem(problem)));
  }
  const { settings } = loaded;
  return [
    ok("settings", "valid"),
    await checkFolder(settings),
    await checkCertificate(settings),
    ...(await checkDatabase(settings, options.has("verify"))),
  ];
}

async function checkFolder({ data }: Settings): Promise<Check> {
  const found = await stat(data).catch(() => undefined);
  if (found === undefined) return ok("folder", `${data} will be made by serve`);
  return isOpenToOthers(found.mode)
    ? failure("folder", tooOpen(data))
    : ok("folder", `${data}, readable by its owner only`);
}

async function checkCertificate({ tls, trustProxy }: Settings): Promise<Check> {
  if (trustProxy !== undefined) return ok("certificate", "none: a reverse proxy has it");
  if (tls === undefined) return ok("certificate", "the collector's own, renewed by itself");
  const found = await readCertificate(tls);
  if (found.status === "wrong") return failure("certificate", found.message);
  const { validTo } = new X509Certificate(found.pair.certificate);
  const left = Date.parse(validTo) - Date.now();
  if (left < 0) return failure("certificate", "has expired. Fix: renew it");
  return left < SOON_MS
    ? { id: "certificate", level: "warning", message: `expires on ${validTo}. Fix: renew it` }
    : ok("certificate", `valid until ${validTo}`);
}

async function checkDatabase(settings: Settings, isVerified: boolean): Promise<Check[]> {
  const asked = await askRunning("about", {}, settings);
  if (asked.status === "failed") return [failure("server", asked.reason)];
  if (asked.status === "answered") {
    const sums = isVerified ? await askRunning("verify", {}, settings) : undefined;
    return [
      ok("server", "running"),
      databaseCheck(asked.outcome),
      ...(sums?.status === "answered" ? sumChecks(sums.outcome) : []),
    ];
  }
  const opened = await openDatabase(settings);
  if (opened.status !== "open") return [failure("database", opened.reason)];
  const { store } = opened;
  try {
    const context = { store, links: linksOf(settings, store), now: Date.now() };
    return [
      ok("server", "not asked: the database was opened directly"),
      databaseCheck(await runOperation("about", {}, context)),
      ...(isVerified ? sumChecks(await runOperation("verify", {}, context)) : []),
    ];
  } catch (error) {
    if (error instanceof StoreUnavailable) return [failure("database", error.message)];
    throw error;
  } finally {
    await store.close();
  }
}

function databaseCheck(outcome: Outcome<unknown>): Check {
  if (outcome.status === "refused") return failure("database", outcome.message);
  const { database } = outcome.result as { database: string };
  return ok("database", `${database} can be written`);
}

function sumChecks(outcome: Outcome<unknown>): Check[] {
  if (outcome.status === "refused") return [failure("sums", outcome.message)];
  const { wrong } = outcome.result as { wrong: readonly string[] };
  return wrong.length === 0 ? [ok("sums", "every sum is right")] : wrong.map((line) => failure("sums", line));
}

function ok(id: Check["id"], message: string): Check {
  return { id, level: "ok", message };
}

function failure(id: Check["id"], message: string): Check {
  return { id, level: "failure", message };
}

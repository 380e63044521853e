import { MINUTE_MS } from "../../base/durations.ts";
import type { Log } from "../../base/edges.ts";
import { runProgramGroup } from "../../base/process-group.ts";
import { markOk } from "../../beat/index.ts";
import { describeFailure, type Failure, PAGE_TIMEOUT, pageFailure } from "../../failures/index.ts";
import { placeProblem } from "./place.ts";

/** How long the page may take, in milliseconds. */
const TIMEOUT_MS = 2 * MINUTE_MS;

export interface KeptPage {
  readonly file: string;
  readonly stateDir: string;
  /** The path of the command's file, which writes the page. */
  readonly cli: string;
}

/**
 * Writes the page after a beat. A process of its own does it and ends, so the daemon never holds what only the page needs:
 * its code, and what the transcripts say of projects and hours. A page that cannot be written is logged, and nothing else.
 */
export async function keepPage(page: KeptPage, log: Log, signal?: AbortSignal): Promise<void> {
  const failure = await failureOf(page, signal);
  const condition = "page";
  if (failure === undefined) markOk(log, condition);
  else if (!signal?.aborted) log.warn({ condition }, describeFailure(failure));
}

async function failureOf(
  { file, stateDir, cli }: KeptPage,
  signal: AbortSignal | undefined,
): Promise<Failure | undefined> {
  const problem = await placeProblem(file, stateDir);
  if (problem !== undefined) return pageFailure(problem.status, problem.code);
  const command = [process.execPath, cli, "report", "--html", file, "--reload"];
  const end = await runProgramGroup(command, { input: "", env: process.env, timeoutMs: TIMEOUT_MS, signal });
  switch (end.status) {
    case "exited":
      return end.code === 0 ? undefined : pageFailure("failed");
    case "timeout":
      return PAGE_TIMEOUT;
    case "aborted":
    case "killed":
    case "not_started":
      return pageFailure("failed");
  }
}

import * as z from "zod";
import { API_ERRORS, type ApiErrorCode } from "./errors.ts";

const instant = z.iso.datetime({ precision: 3 });
const count = z.int().nonnegative().max(Number.MAX_SAFE_INTEGER);
const day = z.iso.date();

/** `{"error": ...}`, with any of these codes. */
export function errorSchema(codes: readonly ApiErrorCode[]) {
  const [first = "internal", ...more] = codes;
  return z.object({
    error: z.object({
      code: z.enum([first, ...more]),
      message: z.string(),
      path: z.string().describe("the first wrong field or parameter").optional(),
    }),
  });
}

export const EVERY_CODE = Object.keys(API_ERRORS) as ApiErrorCode[];

export const statusAnswer = z.object({ status: z.literal("ok") });
export const joinAnswer = z.object({ token: z.string() });

export const usageAnswer = z.object({
  from: day,
  to: day,
  rows: z.array(
    z.object({
      day: day.optional(),
      machine: z.string().optional(),
      model: z.string().optional(),
      account: z.string().nullable().optional(),
      requests: count,
      inputTokens: count,
      outputTokens: count,
      cacheCreationTokens: count,
      cacheReadTokens: count,
      cacheCreation1hTokens: count.optional(),
      costUsd: z.number().nullable().optional(),
    }),
  ),
});

const machine = z.object({
  id: z.string(),
  program: z.string(),
  machineId: z.string(),
  label: z.string(),
  name: z.string().nullable(),
  os: z.string(),
  account: z.string().nullable(),
  agentVersion: z.string().nullable(),
  agentUsageVersion: z.string().nullable(),
  firstSeen: instant,
  lastSeen: instant.nullable(),
  archived: z.boolean(),
});
export const machinesAnswer = z.object({ machines: z.array(machine) });

const reading = z.object({
  account: z.string().nullable(),
  machine: z.string().nullable().describe("only where the account is null").optional(),
  kind: z.string(),
  group: z.string(),
  model: z.string().nullable(),
  percent: z.int().min(0).max(100).nullable(),
  severity: z.string().nullable(),
  resetsAt: instant.nullable(),
  fetchedAt: instant,
});
export const limitsAnswer = z.object({
  limits: z.array(reading.extend({ ageSeconds: z.int().nonnegative() })),
});
export const historyAnswer = z.object({ from: day, to: day, readings: z.array(reading) });

// A slow and simple scan, written from docs/rules.md (rules SCAN-1 to SCAN-23) without src/usage, to compare the fast scan with.
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";

export interface ReferenceOptions {
  readonly roots: readonly string[];
  readonly since: string;
  readonly now: number;
}

export interface ReferenceCounts {
  requests: number;
  inputTokens: number;
  outputTokens: number;
  cacheCreationTokens: number;
  cacheReadTokens: number;
  cacheCreation1hTokens?: number;
}

export interface ReferenceResult {
  days: Record<string, { models: Record<string, ReferenceCounts> }>;
  agentVersion: string | null;
  skippedLines: number;
}

interface Request {
  model: string;
  counts: [input: number, output: number, creation: number, read: number, for1h: number];
}

interface Line extends Request {
  key: string | undefined;
  at: number;
  advisorCalls: Request[];
  version: string | undefined;
}

const MAX_LINE_BYTES = 64 * 1024 * 1024;
const ISO_WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const VERSION = /^\d+\.\d+\.\d+[\w.+-]{0,48}$/;
const toronto = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Toronto", dateStyle: "short" });

/** What scanUsage must find in folders that can be read. */
export function referenceScan({ roots, since, now }: ReferenceOptions): ReferenceResult {
  const today = dayOf(now);
  const oldestFile = new Date(Date.parse(`${since}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  const lines: Line[] = [];
  let skippedLines = 0;
  for (const path of transcripts(roots)) {
    if (dayOf(statSync(path).mtimeMs) < oldestFile) continue;
    for (const line of linesOf(path)) {
      if (line === "skipped") skippedLines++;
      else lines.push(line);
    }
  }

  const best = new Map<unknown, Line>();
  for (const line of lines) {
    const key = line.key ?? Symbol("keyless");
    const rival = best.get(key);
    if (rival === undefined || line.counts[1] > rival.counts[1]) best.set(key, line);
  }

  const covered = (line: Line): boolean => dayOf(line.at) >= since && dayOf(line.at) <= today;
  const days = new Map<string, Map<string, ReferenceCounts>>();
  for (const line of [...best.values()].filter(covered)) {
    const models = days.get(dayOf(line.at)) ?? new Map<string, ReferenceCounts>();
    for (const { model, counts } of [line, ...line.advisorCalls])
      models.set(model, sum(models.get(model), counts));
    days.set(dayOf(line.at), models);
  }
  for (const [day, models] of days) days.set(day, atMost256(models));
  const versioned = lines.filter((line) => covered(line) && line.version !== undefined);
  const newest = Math.max(...versioned.map((line) => line.at));
  return {
    days: Object.fromEntries([...days].map(([day, models]) => [day, { models: Object.fromEntries(models) }])),
    agentVersion: versioned.find((line) => line.at === newest)?.version ?? null,
    skippedLines,
  };
}

/** The transcripts at any depth, with links followed, in the order of their full paths, none twice. */
function transcripts(roots: readonly string[]): string[] {
  const paths: string[] = [];
  const walked = new Set<string>();
  const walk = (folder: string): void => {
    if (walked.has(realpathSync(folder))) return;
    walked.add(realpathSync(folder));
    for (const name of readdirSync(folder)) {
      const path = `${folder}/${name}`;
      const stat = statSync(path);
      if (stat.isDirectory()) walk(path);
      else if (stat.isFile() && name.endsWith(".jsonl")) paths.push(path);
    }
  };
  for (const root of roots) walk(resolve(root));
  const names = new Set<string>();
  return paths.sort(byCodeUnit).filter((path) => {
    const { dev, ino } = statSync(path);
    return !names.has(`${dev} ${ino}`) && names.add(`${dev} ${ino}`);
  });
}

function linesOf(path: string): (Line | "skipped")[] {
  const bytes = readFileSync(path);
  const marked = bytes.subarray(0, 3).toString("hex") === "efbbbf";
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(marked ? bytes.subarray(3) : bytes);
  const pieces = text.split("\n");
  return pieces.flatMap((piece, index): (Line | "skipped")[] => {
    if (Buffer.byteLength(piece) > MAX_LINE_BYTES) return ["skipped"];
    const torn = index === pieces.length - 1;
    let value: unknown;
    try {
      value = JSON.parse(piece);
    } catch {
      return !torn && piece.includes('"assistant"') && piece.includes("usage") ? ["skipped"] : [];
    }
    return lineOf(value);
  });
}

function lineOf(value: unknown): Line[] {
  const { type, timestamp, requestId, version, message } = object(value);
  const { id, model, usage } = object(message);
  if (type !== "assistant" || !isObject(usage) || model === "<synthetic>") return [];
  if (typeof timestamp !== "string" || !ISO_WITH_ZONE.test(timestamp)) return [];
  const at = Date.parse(timestamp);
  if (Number.isNaN(at)) return [];
  return [
    {
      ...requestOf(usage, model),
      key: named(id) ? JSON.stringify(named(requestId) ? [id, requestId] : [id]) : undefined,
      at,
      advisorCalls: advisorCallsOf(usage["iterations"]),
      version:
        typeof version === "string" && version.length <= 64 && VERSION.test(version) ? version : undefined,
    },
  ];
}

function requestOf(usage: Record<string, unknown>, model: unknown): Request {
  const { input_tokens, output_tokens, cache_creation_input_tokens, cache_read_input_tokens } = usage;
  const nested = object(usage["cache_creation"]);
  const for1h = count(nested["ephemeral_1h_input_tokens"]);
  const writes = stopped(count(nested["ephemeral_5m_input_tokens"]), for1h);
  const name = named(model) && model !== "__proto__" ? clean(model) : "unknown";
  return {
    model: usage["speed"] === "fast" ? `${name.slice(0, 123)}-fast` : name,
    counts: [
      count(input_tokens),
      count(output_tokens),
      Math.max(count(cache_creation_input_tokens), writes),
      count(cache_read_input_tokens),
      for1h,
    ],
  };
}

function advisorCallsOf(iterations: unknown): Request[] {
  const entries = Array.isArray(iterations) ? iterations.map(object) : [];
  const calls = entries.filter(({ type }) => type === "advisor_message");
  const models = new Set<string>();
  return calls.map((call) => {
    const request = requestOf(call, call["model"]);
    if (models.size < 256) models.add(request.model);
    return { ...request, model: models.has(request.model) ? request.model : "other" };
  });
}

function atMost256(models: Map<string, ReferenceCounts>): Map<string, ReferenceCounts> {
  const named = [...models.keys()].filter((model) => model !== "other");
  if (named.length <= 256) return models;
  const tokens = (model: string): number => {
    const used = models.get(model);
    if (used === undefined) return 0;
    return used.inputTokens + used.outputTokens + used.cacheCreationTokens + used.cacheReadTokens;
  };
  const top = named.sort((a, b) => tokens(b) - tokens(a) || byCodeUnit(a, b)).slice(0, 256);
  const kept = new Map<string, ReferenceCounts>();
  for (const [model, used] of models) {
    const name = top.includes(model) ? model : "other";
    const { requests, inputTokens, outputTokens, cacheCreationTokens, cacheReadTokens } = used;
    const counts: Request["counts"] = [
      inputTokens,
      outputTokens,
      cacheCreationTokens,
      cacheReadTokens,
      used.cacheCreation1hTokens ?? 0,
    ];
    kept.set(name, sum(kept.get(name), counts, requests));
  }
  return kept;
}

function stopped(a: number, b: number): number {
  return Number(BigInt(a) + BigInt(b) > 2n ** 53n - 1n ? 2n ** 53n - 1n : BigInt(a) + BigInt(b));
}

function sum(before: ReferenceCounts | undefined, counts: Request["counts"], requests = 1): ReferenceCounts {
  const [input, output, creation, read, for1h] = counts;
  const sumFor1h = stopped(before?.cacheCreation1hTokens ?? 0, for1h);
  return {
    requests: (before?.requests ?? 0) + requests,
    inputTokens: stopped(before?.inputTokens ?? 0, input),
    outputTokens: stopped(before?.outputTokens ?? 0, output),
    cacheCreationTokens: stopped(before?.cacheCreationTokens ?? 0, creation),
    cacheReadTokens: stopped(before?.cacheReadTokens ?? 0, read),
    ...(sumFor1h > 0 ? { cacheCreation1hTokens: sumFor1h } : {}),
  };
}

function dayOf(at: number): string {
  // Years outside 1970 to 9998 may have more or fewer digits. No scan covers them.
  return at < 0 ? "0000-00-00" : at > Date.UTC(9998, 0) ? "9999-99-99" : toronto.format(at);
}

function clean(model: string): string {
  return model.slice(0, 128).replace(/[\u0000-\u001f\u007f-\u009f]/g, "\uFFFD");
}

function count(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

function named(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// biome-ignore lint/suspicious/noExplicitAny: a line may contain anything.
function object(value: unknown): Record<string, any> {
  return isObject(value) ? value : {};
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : 1;
}

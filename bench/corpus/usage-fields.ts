import type { ExpectedCall } from "./expected.ts";
import type { Field, Value } from "./json.ts";
import type { Rates } from "./options.ts";
import type { Random } from "./random.ts";
import { type RawValue, UNUSUAL_COUNTS, UNUSUAL_MODELS, UNUSUAL_SPEEDS } from "./unusual-values.ts";

/** What a request used, before it is written: a line's own, or an advisor call. */
export interface Call {
  readonly model: string;
  readonly isFast: boolean;
  readonly input: number;
  readonly output: number;
  readonly creation: number;
  /** The part of `creation` that is for 1 hour. */
  readonly for1h: number;
  readonly read: number;
}

/** The fields of a usage and the model beside it, some of them unusual, and how a scan reads them. */
export function usageFields(
  call: Call,
  rates: Rates,
  random: Random,
): { fields: Field[]; model: string | undefined; meaning: ExpectedCall } {
  const count = (value: number): RawValue<number> =>
    random.chance(rates.unusualCount) ? random.pick(UNUSUAL_COUNTS) : [String(value), value];
  const input = count(call.input);
  const output = count(call.output);
  const creation = count(call.creation);
  const read = count(call.read);
  const nested = cacheCreation(call, count, rates, random);
  const model = random.chance(rates.unusualModel) ? random.pick(UNUSUAL_MODELS) : plain(call.model);
  const speed: RawValue<boolean> = random.chance(rates.unusualModel)
    ? random.pick(UNUSUAL_SPEEDS)
    : [call.isFast ? '"fast"' : '"standard"', call.isFast];
  const fields = present([
    ["input_tokens", input[0]],
    ["cache_creation_input_tokens", creation[0]],
    ["cache_read_input_tokens", read[0]],
    ["cache_creation", nested.value],
    ["output_tokens", output[0]],
    ["server_tool_use", '{"web_search_requests":0,"web_fetch_requests":0}'],
    ["service_tier", '"standard"'],
    ["speed", speed[0]],
  ]);
  const meaning = {
    model: speed[1] ? `${model[1].slice(0, 123)}-fast` : model[1],
    input: input[1],
    output: output[1],
    creation: Math.max(creation[1], Math.min(nested.for5m + nested.for1h, Number.MAX_SAFE_INTEGER)),
    read: read[1],
    for1h: nested.for1h,
  };
  return { fields, model: model[0], meaning };
}

/** The cache writes by how long they are kept. */
function cacheCreation(
  { creation, for1h }: Call,
  count: (value: number) => RawValue<number>,
  rates: Rates,
  random: Random,
): { value: Value | undefined; for5m: number; for1h: number } {
  const isUnusual = random.chance(rates.unusualCacheCreation);
  if (isUnusual && random.chance(0.3)) {
    return { value: random.pick([undefined, "null", "[]", "{}", "5"]), for5m: 0, for1h: 0 };
  }
  const raw5m = count(isUnusual ? random.between(0, 90_000) : creation - for1h);
  const raw1h = count(for1h);
  const value = present([
    ["ephemeral_5m_input_tokens", raw5m[0]],
    ["ephemeral_1h_input_tokens", raw1h[0]],
  ]);
  return { value, for5m: raw5m[1], for1h: raw1h[1] };
}

/** The iterations of a request: the line's own counts, and its advisor calls. */
export function iterations(
  own: Call,
  advisorCalls: readonly Call[],
  rates: Rates,
  random: Random,
): { value: Value; meanings: ExpectedCall[] } {
  const items: Value[] = [[["type", '"message"'], ...usageFields(own, rates, random).fields]];
  const meanings: ExpectedCall[] = [];
  for (const call of advisorCalls) {
    const { fields, model, meaning } = usageFields(call, rates, random);
    if (random.chance(rates.unusualCacheCreation)) {
      items.push(random.pick(NO_ADVISOR_CALLS));
      continue;
    }
    items.push(present([["type", '"advisor_message"'], ["model", model], ...fields]));
    meanings.push(meaning);
  }
  return { value: { items }, meanings };
}

/** Iterations that are no advisor calls. */
const NO_ADVISOR_CALLS: readonly Value[] = [
  "null",
  '"advisor_message"',
  '["advisor_message"]',
  '{"type":"fallback_message","model":"model-x","input_tokens":9}',
  '{"type":["advisor_message"],"input_tokens":9}',
  '{"model":"model-x","input_tokens":9}',
];

export function plain(text: string): RawValue<string> {
  return [`"${text}"`, text];
}

export function present(fields: readonly (readonly [string, Value | undefined])[]): Field[] {
  return fields.flatMap(([key, value]): Field[] => (value === undefined ? [] : [[key, value]]));
}

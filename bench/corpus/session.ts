import type { Meaning } from "./expected.ts";
import { compact, type Field, unusual } from "./json.ts";
import type { Rates } from "./options.ts";
import { progressLine, unusualLine, userLine } from "./other-lines.ts";
import type { Random } from "./random.ts";
import type { Texts } from "./text.ts";
import { dayBefore, dayOf, midnightOf } from "./toronto.ts";
import type { Call } from "./usage-fields.ts";
import { type Request, type Session, usageLine } from "./usage-line.ts";

/** A line without its newline. */
export interface Line {
  readonly text: string;
  readonly meaning: Meaning;
  /** Whether `BAD_BYTE_MARK` in it is written as a byte that is not UTF-8. */
  readonly hasBadByte: boolean;
}

/** Replaced by a byte that is not UTF-8. No other text contains it. */
export const BAD_BYTE_MARK = "\uF8FF";

const MODELS = ["claude-opus-4-5-20251101", "claude-sonnet-4-5-20250929", "claude-haiku-4-5-20251001"];
const MAX_KEPT_REQUESTS = 500;
const MAX_TOOL_RESULT = 400_000;

/** What the sessions of a corpus share. */
export interface Shared {
  readonly random: Random;
  readonly texts: Texts;
  readonly rates: Rates;
  readonly now: number;
  /** Requests that a later file may repeat. */
  readonly written: Request[];
}

/** Generates the lines of a session of about `bytes`. Returns the time of its last line. */
export function* sessionLines(shared: Shared, start: number, bytes: number): Generator<Line, number> {
  const { random, texts, rates, now } = shared;
  const session: Session = {
    id: random.uuid(),
    version: `2.${random.between(0, 2)}.${random.between(0, 120)}`,
    sidechain: random.chance(0.2),
  };
  const stepMs = (random.between(1, 300) * 60_000) / (1 + bytes / 2500);
  let at = Math.min(start, now);
  let left = bytes;

  do {
    for (const line of next()) {
      left -= line.text.length + 1;
      yield line;
    }
  } while (left > 0);
  return at;

  function next(): Line[] {
    if (random.chance(rates.unusualLine)) return [unusualText()];
    if (random.chance(rates.progress)) return [progress()];
    return random.chance(rates.request) ? request() : [user()];
  }

  function tick(): void {
    at = Math.min(now, Math.floor(at + stepMs * 2 * random.next()));
  }

  function unusualText(): Line {
    tick();
    return { ...unusualLine(at, texts, random), hasBadByte: false };
  }

  function progress(): Line {
    tick();
    const text = texts.of(random.between(60, random.chance(0.01) ? 20_000 : 600));
    return written(progressLine(session, at, text, random), "ignored");
  }

  function user(): Line {
    tick();
    const max = Math.max(200, Math.min(left, random.chance(0.03) ? MAX_TOOL_RESULT : 4000));
    return written(userLine(session, at, texts.of(random.between(60, max)), random), "ignored");
  }

  /** All lines of one request in this file. The output grows from line to line, as it does while streaming. */
  function request(): Line[] {
    tick();
    const isRepeated = random.chance(rates.fork) && shared.written.length > 0;
    const base = isRepeated ? random.pick(shared.written) : newRequest();
    if (!isRepeated) keep(base);
    const copies = random.between(1, 5);
    const lines: Line[] = [];
    for (let copy = 1; copy <= copies; copy++) {
      const isLast = isRepeated || copy === copies;
      const partial = { output: Math.floor((base.output * copy) / copies), advisorCalls: [] };
      const stopped = random.chance(rates.unfinished) ? {} : { stopReason: "tool_use" };
      const request = differing({ ...base, ...(isLast ? stopped : partial) });
      const line = usageLine(request, session, text(), rates, random);
      lines.push(written(line.fields, line.meaning));
    }
    return lines;
  }

  function text(): string {
    return texts.of(random.between(40, random.chance(0.1) ? 6000 : 900));
  }

  function newRequest(): Request {
    if (random.chance(rates.midnight))
      at = Math.min(now, midnightOf(dayBefore(dayOf(at), random.between(-1, 0))));
    return {
      ...newCall(random.pick(MODELS)),
      messageId: random.id("msg_01"),
      requestId: random.id("req_011"),
      at,
      advisorCalls: random.chance(rates.advisor) ? newAdvisorCalls() : [],
    };
  }

  function newCall(model: string): Call {
    const creation = random.between(0, 40_000);
    return {
      model,
      isFast: random.chance(rates.fast),
      input: random.between(0, 5000),
      output: random.between(1, 4000),
      creation,
      for1h: random.chance(0.4) ? creation : random.chance(0.1) ? random.between(0, creation) : 0,
      read: random.between(0, 180_000),
    };
  }

  function newAdvisorCalls(): Call[] {
    if (!random.chance(rates.manyAdvisors)) {
      return Array.from({ length: random.between(1, 3) }, () => newCall(random.pick(MODELS)));
    }
    return Array.from({ length: random.between(240, 400) }, () =>
      newCall(`model-${random.between(1, 4000)}`),
    );
  }

  function differing(copy: Request): Request {
    const moved = random.chance(rates.midnight) ? { ...copy, at: nearMidnight(copy.at) } : copy;
    if (!random.chance(rates.differingCopy)) return moved;
    const output = random.chance(0.5) ? copy.output : random.between(0, 6000);
    return { ...moved, model: random.pick(MODELS), input: random.between(0, 9), read: 0, output };
  }

  function nearMidnight(near: number): number {
    return midnightOf(dayBefore(dayOf(near), random.between(-1, 0))) + random.pick([-1000, -1, 0, 1, 1000]);
  }

  function keep(base: Request): void {
    if (shared.written.length < MAX_KEPT_REQUESTS) shared.written.push(base);
    else shared.written[random.between(0, MAX_KEPT_REQUESTS - 1)] = base;
  }

  function written(fields: Field[], meaning: Meaning): Line {
    const hasBadByte = random.chance(rates.badBytes);
    const all: Field[] = hasBadByte ? [...fields, ["slug", `"${BAD_BYTE_MARK}"`]] : fields;
    const text = random.chance(rates.unusualSyntax) ? unusual(all, random) : compact(all);
    return { text, meaning, hasBadByte };
  }
}

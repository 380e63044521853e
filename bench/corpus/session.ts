import { compact, type Field, peculiar } from "./json.ts";
import type { Odds } from "./options.ts";
import { oddLine, progressLine, userLine } from "./other-lines.ts";
import type { Random } from "./random.ts";
import type { Texts } from "./text.ts";
import { dayBefore, dayOf, midnightOf } from "./toronto.ts";
import type { Meaning } from "./truth.ts";
import { type Request, type Session, usageLine } from "./usage-line.ts";

/** A line without its end; the last one of a file may be `torn`. */
export interface Line {
  readonly text: string;
  readonly meaning: Meaning;
  /** A byte of it that is not UTF-8 stands at this mark. */
  readonly badByte: boolean;
}

/** Where a byte that is not UTF-8 is to stand; nothing else that we write holds it. */
export const BAD_BYTE_MARK = "\uF8FF";

const MODELS = ["claude-opus-4-5-20251101", "claude-sonnet-4-5-20250929", "claude-haiku-4-5-20251001"];
const KEPT_REQUESTS = 500;
const MOST_TOOL_RESULT = 400_000;

/** The world that the sessions of one corpus share. */
export interface World {
  readonly random: Random;
  readonly texts: Texts;
  readonly odds: Odds;
  readonly now: number;
  /** Requests that a later file may hold again. */
  readonly written: Request[];
}

/** Writes one session, line by line, until it is about `bytes` long; tells the time that it ended at. */
export function* sessionLines(world: World, start: number, bytes: number): Generator<Line, number> {
  const { random, texts, odds, now } = world;
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
    if (random.chance(odds.oddLine)) return [odd()];
    if (random.chance(odds.progress)) return [progress()];
    return random.chance(odds.request) ? request() : [user()];
  }

  function tick(): void {
    at = Math.min(now, Math.floor(at + stepMs * 2 * random.next()));
  }

  function odd(): Line {
    tick();
    return { ...oddLine(at, texts, random), badByte: false };
  }

  function progress(): Line {
    tick();
    const text = texts.of(random.between(60, random.chance(0.01) ? 20_000 : 600));
    return written(progressLine(session, at, text, random), "nothing");
  }

  function user(): Line {
    tick();
    const most = Math.max(200, Math.min(left, random.chance(0.03) ? MOST_TOOL_RESULT : 4000));
    return written(userLine(session, at, texts.of(random.between(60, most)), random), "nothing");
  }

  /** All the copies of one request that this file holds: outputs grow as it streams. */
  function request(): Line[] {
    tick();
    const again = random.chance(odds.fork) && world.written.length > 0;
    const base = again ? random.pick(world.written) : fresh();
    if (!again) keep(base);
    const copies = random.between(1, 5);
    const lines: Line[] = [];
    for (let copy = 1; copy <= copies; copy++) {
      const grown = again || copy === copies ? base.output : Math.floor((base.output * copy) / copies);
      const line = usageLine(differing({ ...base, output: grown }), session, text(), odds, random);
      lines.push(written(line.fields, line.meaning));
    }
    return lines;
  }

  function text(): string {
    return texts.of(random.between(40, random.chance(0.1) ? 6000 : 900));
  }

  function fresh(): Request {
    if (random.chance(odds.midnight))
      at = Math.min(now, midnightOf(dayBefore(dayOf(at), random.between(-1, 0))));
    return {
      messageId: random.id("msg_01"),
      requestId: random.id("req_011"),
      model: random.pick(MODELS),
      at,
      input: random.between(0, 5000),
      output: random.between(1, 4000),
      creation: random.between(0, 40_000),
      read: random.between(0, 180_000),
    };
  }

  function differing(copy: Request): Request {
    const moved = random.chance(odds.midnight) ? { ...copy, at: nearMidnight(copy.at) } : copy;
    if (!random.chance(odds.differingCopy)) return moved;
    const output = random.chance(0.5) ? copy.output : random.between(0, 6000);
    return { ...moved, model: random.pick(MODELS), input: random.between(0, 9), read: 0, output };
  }

  function nearMidnight(near: number): number {
    return midnightOf(dayBefore(dayOf(near), random.between(-1, 0))) + random.pick([-1000, -1, 0, 1, 1000]);
  }

  function keep(base: Request): void {
    if (world.written.length < KEPT_REQUESTS) world.written.push(base);
    else world.written[random.between(0, KEPT_REQUESTS - 1)] = base;
  }

  function written(fields: Field[], meaning: Meaning): Line {
    const badByte = random.chance(odds.badBytes);
    const all: Field[] = badByte ? [...fields, ["slug", `"${BAD_BYTE_MARK}"`]] : fields;
    const text = random.chance(odds.oddSyntax) ? peculiar(all, random) : compact(all);
    return { text, meaning, badByte };
  }
}

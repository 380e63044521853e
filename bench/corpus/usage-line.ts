import type { Meaning } from "./expected.ts";
import type { Field } from "./json.ts";
import type { Rates } from "./options.ts";
import type { Random } from "./random.ts";
import {
  FAR_DATES,
  INVALID_DATES,
  type RawValue,
  UNUSUAL_COUNTS,
  UNUSUAL_MODELS,
  UNUSUAL_VERSIONS,
  withOffset,
} from "./unusual-values.ts";

/** One request of the agent, before it is written as lines. */
export interface Request {
  readonly messageId: string;
  readonly requestId: string;
  readonly model: string;
  readonly at: number;
  readonly input: number;
  readonly output: number;
  readonly creation: number;
  readonly read: number;
}

export interface Session {
  readonly id: string;
  readonly version: string;
  readonly sidechain: boolean;
}

const quoted = (text: string): string => `"${text}"`;

/** One line of a request: its fields, some of them unusual, and how a scan reads them. */
export function usageLine(
  request: Request,
  session: Session,
  text: string,
  rates: Rates,
  random: Random,
): { fields: Field[]; meaning: Meaning } {
  const count = (value: number): RawValue<number> =>
    random.chance(rates.unusualCount) ? random.pick(UNUSUAL_COUNTS) : [String(value), value];
  const id = (value: string): RawValue<string | undefined> =>
    random.chance(rates.noId) ? [random.pick([undefined, "null", '""']), undefined] : [quoted(value), value];

  const input = count(request.input);
  const output = count(request.output);
  const creation = count(request.creation);
  const read = count(request.read);
  const messageId = id(request.messageId);
  const requestId = id(request.requestId);
  const model = random.chance(rates.unusualModel) ? random.pick(UNUSUAL_MODELS) : plain(request.model);
  const version = random.chance(rates.unusualVersion)
    ? random.pick(UNUSUAL_VERSIONS)
    : plain(session.version);
  const [timestamp, at] = timestampOf(request.at, rates, random);

  const fields = [
    ["parentUuid", quoted(random.uuid())],
    ["isSidechain", String(session.sidechain)],
    ["userType", '"external"'],
    ["cwd", '"/home/dev/project"'],
    ["sessionId", quoted(session.id)],
    ["version", version[0]],
    ["gitBranch", '"main"'],
    [
      "message",
      present([
        ["model", model[0]],
        ["id", messageId[0]],
        ["type", '"message"'],
        ["role", '"assistant"'],
        ["content", `[{"type":"text","text":"${text}"}]`],
        ["stop_reason", "null"],
        ["stop_sequence", "null"],
        [
          "usage",
          present([
            ["input_tokens", input[0]],
            ["cache_creation_input_tokens", creation[0]],
            ["cache_read_input_tokens", read[0]],
            ["cache_creation", `{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":${creation[1]}}`],
            ["output_tokens", output[0]],
            ["service_tier", '"standard"'],
          ]),
        ],
      ]),
    ],
    ["requestId", requestId[0]],
    ["type", '"assistant"'],
    ["uuid", quoted(random.uuid())],
    ["timestamp", timestamp],
  ] as const;
  if (at === undefined) return { fields: present(fields), meaning: "ignored" };
  const meaning = {
    messageId: messageId[1],
    requestId: requestId[1],
    at,
    model: model[1],
    input: input[1],
    output: output[1],
    creation: creation[1],
    read: read[1],
    version: version[1],
  };
  return { fields: present(fields), meaning };
}

function plain(text: string): RawValue<string> {
  return [quoted(text), text];
}

function timestampOf(at: number, rates: Rates, random: Random): RawValue<number | undefined> {
  const iso = new Date(at).toISOString();
  if (!random.chance(rates.unusualTimestamp)) return [quoted(iso), at];
  const kind = random.between(0, 5);
  if (kind === 0) return [random.pick(INVALID_DATES), undefined];
  if (kind === 1)
    return [random.pick([quoted(iso.slice(0, -1)), quoted(iso.slice(0, 10)), String(at)]), undefined];
  if (kind === 2) {
    const far = random.pick(FAR_DATES);
    return [quoted(far), Date.parse(far)];
  }
  return [quoted(withOffset(at, random.pick([-720, -300, -240, -210, 0, 60, 330, 345, 840]))), at];
}

function present(fields: readonly (readonly [string, string | readonly Field[] | undefined])[]): Field[] {
  return fields.flatMap(([key, value]): Field[] => (value === undefined ? [] : [[key, value]]));
}

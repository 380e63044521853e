import type { Meaning } from "./expected.ts";
import type { Field } from "./json.ts";
import type { Rates } from "./options.ts";
import type { Random } from "./random.ts";
import { FAR_DATES, INVALID_DATES, type RawValue, UNUSUAL_VERSIONS, withOffset } from "./unusual-values.ts";
import { type Call, iterations, plain, present, usageFields } from "./usage-fields.ts";

/** One request of the agent, before it is written as lines. */
export interface Request extends Call {
  readonly messageId: string;
  readonly requestId: string;
  readonly at: number;
  readonly advisorCalls: readonly Call[];
  /** Why the answer stopped; undefined while it is streaming. */
  readonly stopReason?: string;
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
  const id = (value: string): RawValue<string | undefined> =>
    random.chance(rates.noId) ? [random.pick([undefined, "null", '""']), undefined] : [quoted(value), value];

  const { fields: usage, model, meaning: used } = usageFields(request, rates, random);
  const list = iterations(request, request.advisorCalls, rates, random);
  const messageId = id(request.messageId);
  const requestId = id(request.requestId);
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
        ["model", model],
        ["id", messageId[0]],
        ["type", '"message"'],
        ["role", '"assistant"'],
        ["content", `[{"type":"text","text":"${text}"}]`],
        ["stop_reason", request.stopReason === undefined ? "null" : quoted(request.stopReason)],
        ["stop_sequence", "null"],
        ["usage", [...usage, ["iterations", list.value]]],
      ]),
    ],
    ["requestId", requestId[0]],
    ["type", '"assistant"'],
    ["uuid", quoted(random.uuid())],
    ["timestamp", timestamp],
  ] as const;
  if (at === undefined) return { fields: present(fields), meaning: "ignored" };
  const meaning = {
    ...used,
    messageId: messageId[1],
    requestId: requestId[1],
    at,
    version: version[1],
    advisorCalls: list.meanings,
  };
  return { fields: present(fields), meaning };
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

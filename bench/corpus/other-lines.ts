import type { Meaning } from "./expected.ts";
import type { Field } from "./json.ts";
import type { Random } from "./random.ts";
import type { Texts } from "./text.ts";
import type { Session } from "./usage-line.ts";

/** A user's message, or the result of a tool. These are the longest lines. */
export function userLine(session: Session, at: number, text: string, random: Random): Field[] {
  const content = random.chance(0.25)
    ? `"${text}"`
    : `[{"tool_use_id":"${random.id("toolu_")}","type":"tool_result","content":"${text}","is_error":false}]`;
  const message: Field[] = [
    ["role", '"user"'],
    ["content", content],
  ];
  return envelope(session, at, "user", ["message", message], random);
}

/** Progress of a tool. Sometimes it contains a subagent's answer, which also has lines of its own in another file. */
export function progressLine(session: Session, at: number, text: string, random: Random): Field[] {
  const data: Field[] = random.chance(0.02)
    ? [
        ["type", '"agent_progress"'],
        ["message", `{"type":"assistant","message":{"usage":${USAGE},"content":"${text}"}}`],
      ]
    : [
        ["type", '"bash_progress"'],
        ["output", `"${text}"`],
        ["elapsedTimeSeconds", String(random.between(1, 600))],
      ];
  return envelope(session, at, "progress", ["data", data], random);
}

function envelope(session: Session, at: number, type: string, body: Field, random: Random): Field[] {
  return [
    ["parentUuid", `"${random.uuid()}"`],
    ["isSidechain", String(session.sidechain)],
    ["userType", '"external"'],
    ["cwd", '"/home/dev/project"'],
    ["sessionId", `"${session.id}"`],
    ["version", `"${session.version}"`],
    ["type", `"${type}"`],
    body,
    ["uuid", `"${random.uuid()}"`],
    ["timestamp", `"${new Date(at).toISOString()}"`],
  ];
}

const USAGE = '{"input_tokens":1000,"output_tokens":1000}';

/** A line that is almost usage, or almost JSON. */
export function unusualLine(at: number, texts: Texts, random: Random): { text: string; meaning: Meaning } {
  const time = new Date(at).toISOString();
  const assistant = (model: string, usage: string): string =>
    `{"type":"assistant","timestamp":"${time}","version":"9.9.9","message":{"id":"${random.id("msg_")}","model":"${model}","usage":${usage}}}`;
  const whole = assistant("some-model", USAGE);

  switch (random.between(0, 12)) {
    case 0:
      return ignored(assistant("<synthetic>", USAGE));
    case 1:
      return ignored(
        assistant("some-model", random.pick(["null", "[]", `[${USAGE}]`, '"usage"', "7", "true"])),
      );
    case 2:
      return ignored(`[${whole}]`);
    case 3:
      return ignored(
        whole.replace('"assistant"', random.pick(['"user"', '"Assistant"', '["assistant"]', "null"])),
      );
    case 4:
      return ignored(random.pick(["null", "7", '"assistant usage"', "[]", "{}", '{"type":"assistant"}']));
    case 5:
      return ignored(random.pick(["", " ", "\t", "\r"]));
    case 6:
      return ignored(
        `{"type":"assistant","timestamp":"${time}","message":${random.pick(["null", '"usage"', "[]"])}}`,
      );
    case 7:
      // Not JSON, and with at most one of the two words.
      return ignored(random.pick(["{", "not JSON", "an assistant spoke", '{"usage":', "}{", "\u0000\u0000"]));
    case 8:
      // Cut off by a crash; the next append continued on the same line.
      return skipped(whole.slice(0, whole.indexOf("usage") + 10) + whole);
    case 9:
      return skipped(`${whole.slice(0, -1)}`);
    case 10:
      return skipped(`${whole},`);
    case 11:
      return skipped(`"assistant" usage ${texts.of(random.between(10, 200))}`);
    default:
      return ignored(`{"type":"summary","summary":"assistant usage","leafUuid":"${random.uuid()}"}`);
  }
}

function ignored(text: string): { text: string; meaning: Meaning } {
  return { text, meaning: "ignored" };
}

function skipped(text: string): { text: string; meaning: Meaning } {
  return { text, meaning: "skipped" };
}

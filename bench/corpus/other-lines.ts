import type { Field } from "./json.ts";
import type { Random } from "./random.ts";
import type { Texts } from "./text.ts";
import type { Meaning } from "./truth.ts";
import type { Session } from "./usage-line.ts";

/** What the user said, or what a tool gave back: the longest lines. */
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

/** How a tool gets on; now and then it holds a subagent's answer, which has lines of its own elsewhere. */
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

/** Lines that are nearly usage, or nearly JSON. */
export function oddLine(at: number, texts: Texts, random: Random): { text: string; meaning: Meaning } {
  const time = new Date(at).toISOString();
  const assistant = (model: string, usage: string): string =>
    `{"type":"assistant","timestamp":"${time}","version":"9.9.9","message":{"id":"${random.id("msg_")}","model":"${model}","usage":${usage}}}`;
  const whole = assistant("some-model", USAGE);

  switch (random.between(0, 12)) {
    case 0:
      return nothing(assistant("<synthetic>", USAGE));
    case 1:
      return nothing(
        assistant("some-model", random.pick(["null", "[]", `[${USAGE}]`, '"usage"', "7", "true"])),
      );
    case 2:
      return nothing(`[${whole}]`);
    case 3:
      return nothing(
        whole.replace('"assistant"', random.pick(['"user"', '"Assistant"', '["assistant"]', "null"])),
      );
    case 4:
      return nothing(random.pick(["null", "7", '"assistant usage"', "[]", "{}", '{"type":"assistant"}']));
    case 5:
      return nothing(random.pick(["", " ", "\t", "\r"]));
    case 6:
      return nothing(
        `{"type":"assistant","timestamp":"${time}","message":${random.pick(["null", '"usage"', "[]"])}}`,
      );
    case 7:
      // No JSON, and one of the words only.
      return nothing(random.pick(["{", "not JSON", "an assistant spoke", '{"usage":', "}{", "\u0000\u0000"]));
    case 8:
      // Torn by a crash, and the next append went on in the same line.
      return skipped(whole.slice(0, whole.indexOf("usage") + 10) + whole);
    case 9:
      return skipped(`${whole.slice(0, -1)}`);
    case 10:
      return skipped(`${whole},`);
    case 11:
      return skipped(`assistant usage ${texts.of(random.between(10, 200))}`);
    default:
      return nothing(`{"type":"summary","summary":"assistant usage","leafUuid":"${random.uuid()}"}`);
  }
}

function nothing(text: string): { text: string; meaning: Meaning } {
  return { text, meaning: "nothing" };
}

function skipped(text: string): { text: string; meaning: Meaning } {
  return { text, meaning: "skipped" };
}

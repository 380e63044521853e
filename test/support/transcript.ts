import { mkdir, utimes, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

export interface LineFacts {
  /** ISO 8601 with a time zone. */
  readonly at: string;
  readonly message?: string;
  readonly request?: string;
  readonly model?: string;
  readonly output?: number;
  readonly input?: number;
  readonly version?: string | undefined;
}

let counter = 0;

/** A transcript line that counts. Each is a separate request unless its ids are given. */
export function line(facts: LineFacts): string {
  const { at, model = "model-a", output = 10, input = 1 } = facts;
  const id = ++counter;
  return JSON.stringify({
    type: "assistant",
    timestamp: at,
    requestId: facts.request ?? `req_${id}`,
    ...("version" in facts
      ? facts.version !== undefined && { version: facts.version }
      : { version: "2.1.90" }),
    message: {
      id: facts.message ?? `msg_${id}`,
      model,
      usage: {
        input_tokens: input,
        output_tokens: output,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
      },
    },
  });
}

/** Writes a transcript with this modification time; creates its folders. */
export async function writeTranscript(
  path: string,
  lines: readonly string[],
  writtenAt: string,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, lines.map((text) => `${text}\n`).join(""));
  const time = new Date(writtenAt);
  await utimes(path, time, time);
}

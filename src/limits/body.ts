import type { Answer } from "../base/edges.ts";
import type { Deadline } from "../base/net/deadline.ts";
import { discard } from "../base/net/request.ts";

/** The largest response that is read (rule FETCH-7), in bytes from the stream. */
export const MAX_BODY_BYTES = 262_144;

/**
 * Reads a body chunk by chunk. If it is larger than the limit, cancels the stream and returns `undefined`. Rejects as
 * the stream does, or when the deadline ends.
 */
export async function readBody({ body }: Answer, deadline: Deadline): Promise<string | undefined> {
  if (!body) return "";
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await deadline.race(() => reader.read());
      if (done || value === undefined) return new TextDecoder().decode(Buffer.concat(chunks, length));
      length += value.byteLength;
      if (length > MAX_BODY_BYTES) {
        discard(reader);
        return undefined;
      }
      chunks.push(value);
    }
  } catch (error) {
    discard(reader);
    throw error;
  }
}

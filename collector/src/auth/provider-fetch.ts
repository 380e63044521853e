import type { CustomFetch } from "openid-client";

/** The longest answer of a provider that is read, in bytes. They have a few thousand. */
const MOST_BYTES = 1_048_576;

/** `fetch` whose answers have an end: one that has none would fill the memory of the collector, and no push would be taken. */
export const boundedFetch: CustomFetch = async (url, options) => {
  // The types of the library's body are wider than what Node's `fetch` takes.
  const response = await fetch(url, options as RequestInit);
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) throw new TypeError("too long", { cause: { code: "TOO_LONG" } });
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), { status, statusText, headers });
};

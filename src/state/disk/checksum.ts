import { createHash } from "node:crypto";
import type { JsonObject } from "../../base/json.ts";
import { VERSION } from "../../base/version.ts";

/** The SHA-256 of the content of a file as JSON (rule STATE-4). */
export function sumOf(content: object): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}

/** The text of a file of ours: the content, the version that wrote it, and the sum of both. */
export function seal(content: object): string {
  const sealed = { ...content, writtenBy: VERSION };
  return `${JSON.stringify({ ...sealed, sum: sumOf(sealed) })}\n`;
}

/** Whether this version wrote a file, and nothing has changed it since. Call it once the sum has been compared. */
export function isOurs({ writtenBy, sum }: JsonObject): boolean {
  return writtenBy === VERSION && sum !== undefined;
}

import { createHash } from "node:crypto";

/** The SHA-256 of the content of a file as JSON (rule STATE-4). */
export function sumOf(content: object): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}

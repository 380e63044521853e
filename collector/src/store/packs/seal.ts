import { createHash } from "node:crypto";

/** No pack of an earlier form begins with it. */
const MARK = 0;
const VERSION = 1;
const SUM_BYTES = 16;
/** The part of a pack that says what the rest holds. */
export const HEAD_BYTES = 2 + SUM_BYTES;

export type Opened =
  | { readonly status: "ok"; readonly body: Uint8Array }
  /** `newer`: another collector on this database is of a newer version. */
  | { readonly status: "damaged" | "newer" };

/** A pack with its version and a checksum, which every version has in these places: a disk may change any bit of it. */
export function sealed(body: Uint8Array, version: number = VERSION): Buffer {
  return Buffer.concat([Uint8Array.of(MARK, version), sumOf(version, body), body]);
}

export function opened(stored: Uint8Array | ArrayBuffer): Opened {
  // libsql reads one or the other.
  const bytes = stored instanceof Uint8Array ? stored : new Uint8Array(stored);
  const [mark, version = 0] = bytes;
  if (mark !== MARK || bytes.length < HEAD_BYTES) return { status: "damaged" };
  const body = bytes.subarray(HEAD_BYTES);
  if (!sumOf(version, body).equals(bytes.subarray(2, HEAD_BYTES))) return { status: "damaged" };
  return version === VERSION ? { status: "ok", body } : { status: "newer" };
}

function sumOf(version: number, body: Uint8Array): Buffer {
  return createHash("sha256").update(Uint8Array.of(version)).update(body).digest().subarray(0, SUM_BYTES);
}

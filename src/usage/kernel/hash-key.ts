import { randomFillSync } from "node:crypto";

/** The key of the kernel's hashes in this process; see `assembly/hash.ts`. */
export const HASH_KEY: Readonly<BigUint64Array> = randomFillSync(new BigUint64Array(2));

/** P-256: small, fast to make at the first start, and known to every browser. */
export const KEY_ALGORITHM = { name: "ECDSA", namedCurve: "P-256" } as const;
export const SIGNING = { name: "ECDSA", hash: "SHA-256" } as const;

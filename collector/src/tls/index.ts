/* The collector's certificates: its own authority, the certificate it serves, and keeping that fresh. */
export { fingerprintOf, type KeyPair, makeAuthority } from "./authority.ts";
export { type CertificateHolder, reloadOnChange, renewInTime } from "./keep-fresh.ts";
export { makeLeaf } from "./leaf.ts";
export { certificateNames } from "./names.ts";
export { readCertificate } from "./source.ts";

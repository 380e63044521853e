// The names of the Web's types that `@peculiar/x509` uses: Node has the same ones in a namespace.
import type { webcrypto } from "node:crypto";

declare global {
  interface Crypto extends webcrypto.Crypto {}
  interface CryptoKey extends webcrypto.CryptoKey {}
  interface CryptoKeyPair extends webcrypto.CryptoKeyPair {}
  interface Algorithm extends webcrypto.Algorithm {}
  interface EcKeyGenParams extends webcrypto.EcKeyGenParams {}
  interface EcKeyImportParams extends webcrypto.EcKeyImportParams {}
  interface RsaHashedImportParams extends webcrypto.RsaHashedImportParams {}
  type KeyUsage = webcrypto.KeyUsage;
  interface EcdsaParams extends webcrypto.EcdsaParams {}
  type AlgorithmIdentifier = webcrypto.AlgorithmIdentifier;
  type BufferSource = webcrypto.BufferSource;
}

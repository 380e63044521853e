import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Shorter passwords are refused for their length. */
const MIN_LENGTH = 12;
/** Words that are common passwords by themselves; people pad them with digits. */
const WORDS = 2_000;
const MIN_WORD = 5;
/** Bytes of each digest that are kept: one of 16 million other passwords is refused by mistake. */
const DIGEST_BYTES = 4;

/** The module with the commonest passwords. As digests, because many of them are obscene. */
export function passwordsText(): string {
  const require = createRequire(import.meta.url);
  // The package exports no data without code around it, so its file is read.
  const main = require.resolve("@zxcvbn-ts/language-common");
  const all = JSON.parse(readFileSync(join(dirname(main), "../src/passwords.json"), "utf8")) as string[];
  const long = all.filter((password) => Array.from(password).length >= MIN_LENGTH);
  const words = all.slice(0, WORDS).filter((word) => word.length >= MIN_WORD && /^\p{L}+$/u.test(word));
  return `/** Made by \`npm run generate\` from the lists of \`@zxcvbn-ts/language-common\`. */

/** How many bytes of a password's SHA-256 the lists have. */
export const DIGEST_BYTES = ${DIGEST_BYTES};

/** The ${long.length} commonest passwords of ${MIN_LENGTH} characters or more. */
export const COMMON_PASSWORDS =
  "${digestsOf(long)}";

/** ${words.length} words that are common passwords by themselves. */
export const COMMON_WORDS =
  "${digestsOf(words)}";
`;
}

function digestsOf(texts: readonly string[]): string {
  const digests = texts.map((text) =>
    createHash("sha256").update(text.toLowerCase()).digest().subarray(0, DIGEST_BYTES),
  );
  return Buffer.concat(digests.sort((a, b) => Buffer.compare(a, b))).toString("base64");
}

import type { Random } from "./random.ts";

const WORDS =
  "the model reads a file then writes const value return await import from test function error line expected found path src index build run check node tokens message request session tool result output null true".split(
    " ",
  );
/** JSON escapes that are common in terminal output and code. */
const ESCAPES = ["\\n", "\\n", "\\n    ", '\\"', "\\t", "\\\\"];
/** Words that make a line look like usage. Few texts contain them. */
const MISLEADING = ["assistant", "usage", "\\u001b[31m", "\\u001b[0m", "\\u0061"];
const FOREIGN = ["déjà", "naïve", "日本語", "🚀", "Grüße"];
const CHUNKS = 96;

/** Contents of JSON strings, already escaped, joined from chunks that are generated once. */
export class Texts {
  readonly #chunks: string[] = [];
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
    for (let index = 0; index < CHUNKS; index++) {
      // Few chunks contain other than ASCII letters, as in real transcripts.
      this.#chunks.push(this.#make(index < 8 ? 0.02 : 0, random.between(80, 4000)));
    }
  }

  /** A text of about this many bytes. */
  of(bytes: number): string {
    let text = "";
    while (text.length < bytes) {
      const chunk = this.#random.pick(this.#chunks);
      if (text.length + chunk.length > bytes * 1.2) return text + this.#short(bytes - text.length);
      text += chunk;
    }
    return text;
  }

  #short(bytes: number): string {
    let text = "";
    while (text.length < Math.min(bytes, 2000)) text += `${this.#random.pick(WORDS)} `;
    return text;
  }

  #make(foreign: number, bytes: number): string {
    let text = "";
    while (text.length < bytes) {
      text += this.#word(foreign);
      text += this.#random.chance(0.1) ? this.#random.pick(ESCAPES) : " ";
    }
    return text;
  }

  #word(foreign: number): string {
    if (this.#random.chance(foreign)) return this.#random.pick(FOREIGN);
    return this.#random.pick(this.#random.chance(0.001) ? MISLEADING : WORDS);
  }
}

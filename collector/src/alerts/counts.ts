import type { ChannelKind } from "../store/index.ts";
import type { AnswerWord } from "./send.ts";

/** The attempts to deliver alerts since this process started, by the kind of channel and the answer. */
export class DeliveryCounts {
  readonly #counts = new Map<string, { kind: ChannelKind; answer: AnswerWord; count: number }>();

  add(kind: ChannelKind, answer: AnswerWord): void {
    const key = `${kind} ${answer}`;
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { kind, answer, count: 1 });
    else known.count++;
  }

  all(): Iterable<{ readonly kind: ChannelKind; readonly answer: AnswerWord; readonly count: number }> {
    return this.#counts.values();
  }
}

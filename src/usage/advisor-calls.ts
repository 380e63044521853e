import { MAX_MODELS } from "../contract/index.ts";
import type { Usage } from "./line.ts";

/** The numbers kept of a model: its id, the requests, and five counts. */
const WIDTH = 7;

const NONE: readonly ModelCalls[] = [];

/** What the advisor calls of one line to one model used. */
export interface ModelCalls extends Usage {
  readonly model: number;
  readonly requests: number;
}

/** The advisor calls of lines (rule SCAN-21), summed by line and model. Few lines have any. */
export class AdvisorCalls {
  /** By row. */
  readonly #numbers = new Map<number, Float64Array>();

  /** Adds calls. @param other the id of the model for calls to too many models */
  add(row: number, model: number, other: number, usage: Usage, requests = 1): void {
    let numbers = this.#numbers.get(row) ?? new Float64Array();
    let start = indexOf(numbers, model);
    if (start === -1 && numbers.length >= WIDTH * MAX_MODELS) start = indexOf(numbers, other);
    if (start === -1) {
      start = numbers.length;
      const longer = new Float64Array(start + WIDTH);
      longer.set(numbers);
      longer[start] = start >= WIDTH * MAX_MODELS ? other : model;
      numbers = longer;
      this.#numbers.set(row, numbers);
    }
    const added = [
      requests,
      usage.inputTokens,
      usage.outputTokens,
      usage.cacheCreationTokens,
      usage.cacheReadTokens,
      usage.cacheCreation1hTokens,
    ];
    for (const [index, count] of added.entries()) {
      const sum = (numbers[start + 1 + index] ?? 0) + count;
      numbers[start + 1 + index] = Math.min(sum, Number.MAX_SAFE_INTEGER);
    }
  }

  has(row: number): boolean {
    return this.#numbers.size > 0 && this.#numbers.has(row);
  }

  /** The calls of a line. */
  of(row: number): readonly ModelCalls[] {
    const numbers = this.#numbers.get(row);
    if (numbers === undefined) return NONE;
    const calls: ModelCalls[] = [];
    for (let start = 0; start < numbers.length; start += WIDTH) {
      calls.push({
        model: numbers[start] ?? 0,
        requests: numbers[start + 1] ?? 0,
        inputTokens: numbers[start + 2] ?? 0,
        outputTokens: numbers[start + 3] ?? 0,
        cacheCreationTokens: numbers[start + 4] ?? 0,
        cacheReadTokens: numbers[start + 5] ?? 0,
        cacheCreation1hTokens: numbers[start + 6] ?? 0,
      });
    }
    return calls;
  }

  /** Drops the calls of a line. */
  clear(row: number): void {
    if (this.#numbers.size > 0) this.#numbers.delete(row);
  }

  /** Takes over the calls of a line from another table. */
  copy(row: number, from: AdvisorCalls, fromRow: number): void {
    const numbers = from.#numbers.get(fromRow);
    if (numbers !== undefined) this.#numbers.set(row, numbers);
  }
}

function indexOf(numbers: Float64Array, model: number): number {
  for (let start = 0; start < numbers.length; start += WIDTH) if (numbers[start] === model) return start;
  return -1;
}

import { isDigit, isQuote, skipString, skipValue } from "./json";

/** The content of a string. `start` is 0 if there is none. */
export class Text {
  start: usize = 0;
  length: i32 = 0;

  clear(): void {
    this.start = 0;
    this.length = 0;
  }

  /** Reads a value; one that is not a string leaves this empty. Returns a pointer to the value's end. */
  read(ptr: usize): usize {
    this.clear();
    if (!isQuote(ptr)) return skipValue(ptr);
    const end = skipString(ptr);
    if (end !== 0) {
      this.start = ptr + 1;
      this.length = <i32>(end - ptr - 2);
    }
    return end;
  }

  /** Writes where it is. */
  write(ptr: usize): void {
    store<usize>(ptr, this.start);
    store<i32>(ptr, this.length, 4);
  }

  /** Whether it needs no decoding: ASCII without escapes. */
  get isPlain(): bool {
    const end = this.start + this.length;
    for (let ptr = this.start; ptr < end; ptr += 16) {
      const bytes = v128.load(ptr);
      let mask = i8x16.bitmask(v128.or(bytes, i8x16.eq(bytes, i8x16.splat(0x5c))));
      if (ptr + 16 > end) mask &= (1 << (<i32>(end - ptr))) - 1;
      if (mask !== 0) return false;
    }
    return true;
  }
}

/** A count of tokens. If it is deferred, `tokens` is 0, and `start` and `length` give the number's text. */
export class Count {
  tokens: f64 = 0;
  start: usize = 0;
  length: i32 = 0;

  clear(): void {
    this.tokens = 0;
    this.start = 0;
    this.length = 0;
  }

  /**
   * Reads a value: up to 15 digits are decoded, any other number above 0 is deferred, anything else is 0. Returns a
   * pointer to the value's end.
   */
  read(value: usize): usize {
    this.clear();
    const end = skipValue(value);
    if (!isDigit(load<u8>(value))) return end;
    let count: u64 = 0;
    for (let ptr = value; ptr < end; ptr++) {
      const byte = load<u8>(ptr);
      if (!isDigit(byte) || ptr - value === 15) {
        this.start = value;
        this.length = <i32>(end - value);
        return end;
      }
      count = count * 10 + (byte - 0x30);
    }
    this.tokens = <f64>count;
    return end;
  }
  /** Writes the number to a record at `ptr`, as the one at this index, and where its text is. */
  write(ptr: usize, index: usize): void {
    store<f64>(ptr + 8 * index, this.tokens, 8);
    store<usize>(ptr + 8 * index, this.start, 108);
    store<i32>(ptr + 8 * index, this.length, 112);
  }
}

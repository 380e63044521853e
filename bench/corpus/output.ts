import { closeSync, openSync, writeSync } from "node:fs";

const BUFFER_BYTES = 8 * 1024 * 1024;

/** Writes files, one at a time, through one large buffer. */
export class Output {
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  #used = 0;
  #descriptor = -1;
  /** Written to all files. */
  bytes = 0;

  open(path: string): void {
    this.#descriptor = openSync(path, "w");
  }

  text(text: string): void {
    // A UTF-16 unit is at most three bytes.
    if (text.length * 3 > BUFFER_BYTES) {
      this.raw(Buffer.from(text));
      return;
    }
    if (this.#used + text.length * 3 > BUFFER_BYTES) this.#flush();
    this.#used += this.#buffer.write(text, this.#used);
  }

  raw(bytes: Uint8Array): void {
    this.#flush();
    this.#write(bytes);
  }

  close(): void {
    this.#flush();
    closeSync(this.#descriptor);
  }

  #flush(): void {
    this.#write(this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }

  #write(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#descriptor, bytes, done);
    this.bytes += bytes.length;
  }
}

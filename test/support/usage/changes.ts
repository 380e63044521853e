// A folder of transcripts that is changed the way other programs change files, to test scanners that remember.
import * as fs from "node:fs";
import { join } from "node:path";
import type { Random } from "../../../bench/corpus/random.ts";
import { line } from "../transcript.ts";

const MIDNIGHT = Date.parse("2026-11-20T05:00:00Z");
const HOUR_MS = 3_600_000;

export class ChangingFolder {
  /** Whether every change must show in the files' times, because a scan may have remembered them. */
  mustShow = false;
  /** The changes made, for the message of a failing test. */
  readonly log: string[] = [];
  readonly #root: string;
  readonly #random: Random;
  /** By path: the rest of an incomplete last line. */
  readonly #missing = new Map<string, string>();

  constructor(root: string, random: Random) {
    this.#root = root;
    this.#random = random;
    fs.mkdirSync(root, { recursive: true });
  }

  change(): void {
    const changes: Readonly<Record<string, () => void>> = {
      create: () => this.#create(),
      append: () => this.#append(),
      cut: () => this.#cut(),
      complete: () => this.#complete(),
      truncate: () => this.#truncate(),
      rewrite: () => this.#rewrite(),
      rewriteSameSize: () => this.#rewriteSameSize(),
      replace: () => this.#replace(),
      rename: () => this.#rename(),
      remove: () => this.#remove(),
      age: () => this.#age(),
      link: () => this.#link(),
    };
    const name = this.#files().length === 0 ? "create" : this.#random.pick(Object.keys(changes));
    this.log.push(name);
    changes[name]?.();
  }

  #create(): void {
    this.#write(this.#newPath(), this.#lines());
  }

  #append(): void {
    const path = this.#pick();
    this.#write(path, fs.readFileSync(path, "utf8") + this.#lines(), "append");
  }

  #cut(): void {
    const path = this.#pick();
    const text = line(this.#parts());
    const cut = this.#random.between(1, text.length);
    this.#write(path, fs.readFileSync(path, "utf8") + text.slice(0, cut), "append");
    this.#missing.set(path, `${text.slice(cut)}\n`);
  }

  #complete(): void {
    const path = this.#pick();
    const rest = this.#missing.get(path) ?? "\n";
    this.#missing.delete(path);
    this.#write(path, fs.readFileSync(path, "utf8") + rest, "append");
  }

  #truncate(): void {
    const path = this.#pick();
    const text = fs.readFileSync(path, "utf8");
    this.#write(path, text.slice(0, this.#random.between(0, text.length)));
  }

  #rewrite(): void {
    this.#write(this.#pick(), this.#lines());
  }

  #rewriteSameSize(): void {
    const path = this.#pick();
    const other = (digit: string): string => String((Number(digit) + this.#random.between(0, 8)) % 9);
    const text = fs.readFileSync(path, "utf8");
    this.#write(
      path,
      text.replace(/("output_tokens":)(\d)/g, (_, key, digit) => key + other(digit)),
    );
  }

  /** Like editors and sync programs: a new file takes the name. */
  #replace(): void {
    const path = this.#pick();
    const fresh = join(this.#root, "fresh.tmp");
    fs.writeFileSync(fresh, this.#lines());
    const { mtime } = fs.statSync(path);
    fs.utimesSync(fresh, mtime, mtime);
    fs.renameSync(fresh, path);
  }

  #rename(): void {
    const path = this.#pick();
    const target = this.#newPath();
    fs.renameSync(path, target);
  }

  #remove(): void {
    fs.unlinkSync(this.#pick());
  }

  #age(): void {
    const time = (MIDNIGHT + this.#random.between(-120, 120) * HOUR_MS) / 1000;
    fs.utimesSync(this.#pick(), time, time);
  }

  #link(): void {
    const make = this.#random.chance(0.5) ? fs.linkSync : fs.symlinkSync;
    // Links to a file, never to a link: removing the middle of a chain would leave a dangling link.
    make(fs.realpathSync(this.#pick()), this.#newPath());
  }

  /** Writes in place, by appending to the old text or replacing it. The mtime may stay the same. */
  #write(path: string, text: string, how: "over" | "append" = "over"): void {
    const before = fs.statSync(path, { throwIfNoEntry: false });
    do {
      if (how === "append" && before !== undefined && fs.statSync(path).size === before.size) {
        fs.appendFileSync(path, text.slice(fs.readFileSync(path, "utf8").length));
      } else fs.writeFileSync(path, text);
      const time = this.#random.chance(0.5) && before !== undefined ? before.mtimeMs : this.#someTime();
      fs.utimesSync(path, time / 1000, time / 1000);
    } while (this.mustShow && before !== undefined && fs.statSync(path).ctimeMs === before.ctimeMs);
  }

  #someTime(): number {
    return MIDNIGHT + this.#random.between(0, 48) * HOUR_MS;
  }

  #lines(): string {
    const texts = Array.from({ length: this.#random.between(0, 6) }, () =>
      this.#random.chance(0.2)
        ? this.#random.pick(["", "{}", 'broken "assistant" usage'])
        : line(this.#parts()),
    );
    return texts.map((text) => `${text}\n`).join("");
  }

  #parts() {
    const random = this.#random;
    return {
      id: `msg_${random.between(1, 12)}`,
      requestId: random.chance(0.9) ? "req" : undefined,
      at: new Date(MIDNIGHT + random.between(-70, 70) * HOUR_MS - random.between(0, 1)).toISOString(),
      model: random.pick(["model-a", "model-b"]),
      output: random.between(0, 8),
      version: `2.1.${random.between(0, 9)}`,
    };
  }

  #newPath(): string {
    const folder = join(this.#root, this.#random.pick(["a", "a-b", "a/deep", "b"]));
    fs.mkdirSync(folder, { recursive: true });
    return join(folder, `${this.#random.id("")}.jsonl`);
  }

  #pick(): string {
    return this.#random.pick(this.#files());
  }

  /** The paths of all files. Removes dangling links, which would be read errors. */
  #files(): string[] {
    const names = fs.readdirSync(this.#root, { recursive: true, encoding: "utf8" }).sort();
    const paths = names.filter((name) => name.endsWith(".jsonl")).map((name) => join(this.#root, name));
    return paths.filter((path) => {
      if (fs.existsSync(path)) return true;
      fs.unlinkSync(path);
      return false;
    });
  }

  /** Removes dangling links. */
  removeDangling(): void {
    this.#files();
  }
}

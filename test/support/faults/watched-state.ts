// A state folder that a test inspects again and again while beats are killed in it.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { addDays, torontoDay } from "../../../src/base/calendar.ts";
import { RETENTION_DAYS } from "../../../src/contract/index.ts";
import { decodeState } from "../../../src/state/disk/codec.ts";
import type { State } from "../../../src/state/law/state.ts";

export class WatchedState {
  readonly #dir: string;
  #seen: { text: string | undefined; state: State | undefined } = { text: undefined, state: undefined };

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** The number of the last save that was seen. */
  get seq(): number {
    return this.#seen.state?.seq ?? 0;
  }

  /** Resolves to the state. Fails unless files are intact, modes are right and frozen days are unchanged. */
  async inspect(now: number): Promise<State | undefined> {
    for (const name of readdirSync(this.#dir)) {
      const stat = statSync(join(this.#dir, name));
      if (stat.isFile()) assert.equal(stat.mode & 0o777, 0o600, name);
      else assert.equal(name, "beat.lock");
    }
    assert.equal(statSync(this.#dir).mode & 0o777, 0o700);
    this.#assertOneTemporary();
    const path = join(this.#dir, "state.json");
    const text = existsSync(path) ? readFileSync(path, "utf8") : undefined;
    const before = this.#seen;
    if (text === before.text) return before.state;
    const decoded = await decodeState(text ?? "");
    assert.ok(decoded.status === "ok", `the state is ${text === undefined ? "missing" : decoded.status}`);
    const { state } = decoded;
    for (const [day, record] of Object.entries(before.state?.days ?? {})) {
      const isKept = day >= addDays(torontoDay(now), -RETENTION_DAYS);
      if (record.state === "frozen" && isKept) assert.deepEqual(state.days[day], record, day);
    }
    assert.equal(state.seq, (before.state?.seq ?? 0) + 1);
    if (before.state !== undefined) assert.equal(state.stateId, before.state.stateId);
    this.#seen = { text, state };
    return state;
  }

  /** Identifies the current temporary file, or undefined. */
  temporary(): string | undefined {
    const stat = statSync(join(this.#dir, "state.json.tmp"), { throwIfNoEntry: false });
    return stat && `${stat.ino} ${stat.mtimeMs}`;
  }

  /** Fails if there are two temporary files, not counting the second name that the state has for an instant. */
  #assertOneTemporary(): void {
    const names = readdirSync(this.#dir).filter((name) => name.endsWith(".tmp"));
    const inode = (name: string) => statSync(join(this.#dir, name)).ino;
    const own = names.filter((name) => name !== "state.json.prev.tmp" || inode(name) !== inode("state.json"));
    assert.ok(own.length <= 1, names.join(" "));
  }
}

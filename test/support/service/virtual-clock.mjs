// Loaded before a program's own code: its clocks stand still at the epoch milliseconds CLOCK_AT, and its timers of a
// second or more wait. On SIGUSR2 the clocks advance by ADVANCE_MS, and every timer that is due by then runs in turn.
const START = Number(process.env["CLOCK_AT"]);
const ADVANCE_MS = Number(process.env["ADVANCE_MS"]);
/** Shorter timers are left to the real clock. */
const SHORTEST_MS = 1_000;

const { Date: RealDate, setTimeout, setInterval, clearTimeout, clearInterval, setImmediate } = globalThis;
let elapsed = 0;
/** The waiting timers. */
const timers = new Set();

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(START + elapsed);
    else super(...args);
  }

  static now() {
    return START + elapsed;
  }
};
globalThis.performance.now = () => elapsed;

class Timer {
  constructor(run, due, every) {
    Object.assign(this, { run, due, every });
    // Keeps the process running, as a real timer does.
    this.hold = setInterval(() => {}, 2 ** 30);
    timers.add(this);
  }

  ref() {
    this.hold.ref();
    return this;
  }

  unref() {
    this.hold.unref();
    return this;
  }

  clear() {
    clearInterval(this.hold);
    timers.delete(this);
  }
}

const holding =
  (real, isRepeated) =>
  (work, delay, ...args) => {
    if (!(delay >= SHORTEST_MS)) return real(work, delay, ...args);
    return new Timer(() => work(...args), elapsed + delay, isRepeated ? delay : undefined);
  };
const clearing = (real) => (timer) => (timer instanceof Timer ? timer.clear() : real(timer));
globalThis.setTimeout = holding(setTimeout, false);
globalThis.setInterval = holding(setInterval, true);
globalThis.clearTimeout = clearing(clearTimeout);
globalThis.clearInterval = clearing(clearInterval);

process.on("SIGUSR2", async () => {
  const end = elapsed + ADVANCE_MS;
  for (;;) {
    const [next] = [...timers].sort((a, b) => a.due - b.due);
    if (next === undefined || next.due > end) break;
    elapsed = Math.max(elapsed, next.due);
    if (next.every === undefined) next.clear();
    else next.due += next.every;
    next.run();
    await new Promise((resolve) => setImmediate(resolve));
  }
  elapsed = end;
});

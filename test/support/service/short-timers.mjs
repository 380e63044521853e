// Loaded before the daemon's own code: its timers of seconds take a twentieth of what they are to take. The wall clock
// is left alone, so that what a minute after a jump brings comes in three seconds.
const SHORTER = 20;
const { setTimeout, setInterval } = globalThis;
const shorter = (delay) => (delay >= 1_000 ? delay / SHORTER : delay);
globalThis.setTimeout = (work, delay, ...rest) => setTimeout(work, shorter(delay), ...rest);
globalThis.setInterval = (work, delay, ...rest) => setInterval(work, shorter(delay), ...rest);

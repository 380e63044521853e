// Loaded before the daemon's own code: makes its timers of seconds 20 times shorter and keeps the wall clock, so that
// what happens a minute after a jump happens after three seconds.
const SHORTER = 20;
const { setTimeout, setInterval } = globalThis;
const shorter = (delay) => (delay >= 1_000 ? delay / SHORTER : delay);
globalThis.setTimeout = (work, delay, ...rest) => setTimeout(work, shorter(delay), ...rest);
globalThis.setInterval = (work, delay, ...rest) => setInterval(work, shorter(delay), ...rest);

// Loaded before the daemon's own code: prints to standard error when the daemon reaches the instant in the variable
// INSTANT, and delays it there if the instant is short. The usage URL is never called.
import fs from "node:fs";
import promises from "node:fs/promises";

const instant = process.env["INSTANT"];
const say = (what) => process.stderr.write(`${what}\n`);
const once = (name) => new Promise((resolve) => process.once(name, resolve));
const signalled = () => Promise.race([once("SIGTERM"), once("SIGINT"), once("SIGHUP")]);

const { fetch } = globalThis;
globalThis.fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : `${input}`;
  if (!url.includes("/api/oauth/usage")) return fetch(input, init);
  say("at: usage call");
  // Like a server that never answers: only the caller can end the call.
  return new Promise((_, reject) => {
    init.signal.addEventListener("abort", () => reject(init.signal.reason));
  });
};

const { openSync } = fs;
let isScanning = false;
fs.openSync = (path, ...rest) => {
  // Some versions of Node also load a program with this call.
  if (String(path).endsWith(".jsonl")) {
    if (!isScanning) say("at: scan");
    isScanning = true;
  }
  return openSync(path, ...rest);
};

const { rename } = promises;
promises.rename = async (from, to) => {
  if (!to.endsWith("state.json")) return rename(from, to);
  if (instant === "save") {
    const signal = signalled();
    say("at: save");
    await signal;
    // Like a slow disk: a few more rounds of the event loop.
    for (let round = 0; round < 50; round++) await new Promise(setImmediate);
  }
  if (instant === "stuck-save") {
    // A disk that does not answer: the call blocks a thread forever.
    const opening = promises.open(process.env["PIPE"]);
    process.on("SIGINT", () => say("at: signal"));
    say("at: save");
    await opening;
  }
  if (instant === "hung-save") {
    say("at: save");
    process.on("SIGINT", () => say("at: signal"));
    // A running call keeps a process alive.
    setInterval(() => {}, 1_000);
    await new Promise(() => {});
  }
  return rename(from, to);
};

// Says which time limit the daemon sets itself once a signal came, and switches it off for tests of what happens before it.
const { setTimeout } = globalThis;
for (const name of ["SIGTERM", "SIGINT"]) {
  process.once(name, () => {
    globalThis.setTimeout = (work, delay, ...rest) => {
      if (delay < 1_000) return setTimeout(work, delay, ...rest);
      say(`limit: ${delay}`);
      return process.env["NO_PATIENCE"] === undefined
        ? setTimeout(work, delay, ...rest)
        : setTimeout(() => {}, 1);
    };
  });
}

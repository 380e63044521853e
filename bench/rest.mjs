// node bench/rest.mjs [--seconds 60]: memory and voluntary context switches per minute of an idle dist/daemon.js, compared
// with an idle Node (Linux: /proc/PID/status).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "60" } } });
const seconds = Number(values.seconds);
const DAEMON = fileURLToPath(new URL("../dist/daemon.js", import.meta.url));

/** The figures of /proc/PID/status. */
async function status(pid) {
  const text = await readFile(`/proc/${pid}/status`, "utf8");
  const figure = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1]);
  return {
    kilobytes: figure("VmRSS"),
    anonymous: figure("RssAnon"),
    switches: figure("voluntary_ctxt_switches"),
  };
}

/** What a process uses while it is idle. */
async function atRest(child) {
  const before = await status(child.pid);
  await wait(seconds * 1000);
  const { kilobytes, anonymous, switches } = await status(child.pid);
  child.kill("SIGTERM");
  return {
    megabytes: Math.round(kilobytes / 102.4) / 10,
    anonymousMegabytes: Math.round(anonymous / 102.4) / 10,
    switchesPerMinute: Math.round(((switches - before.switches) * 60) / seconds),
  };
}

async function idleNode() {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e9)"], { stdio: "ignore" });
  await wait(2_000);
  return atRest(child);
}

/** A daemon after its first beat, with an unreachable collector, so that it has made a request. */
async function daemon(home) {
  await mkdir(join(home, "transcripts"));
  const text = {
    type: "assistant",
    timestamp: new Date().toISOString(),
    version: "2.1.90",
    message: { usage: {} },
  };
  await writeFile(join(home, "transcripts", "a.jsonl"), `${JSON.stringify(text)}\n`);
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    AGENT_USAGE_LIMITS: "off",
    AGENT_USAGE_BASE_URL: "https://127.0.0.1:9",
    AGENT_USAGE_TRANSCRIPTS: join(home, "transcripts"),
  };
  const child = spawn(process.execPath, [DAEMON], { env, stdio: ["ignore", "pipe", "inherit"] });
  child.on("exit", (code, signal) => {
    if (signal !== null || code !== 0) console.error(`the daemon exited: ${code ?? signal}`);
  });
  for await (const line of child.stdout.iterator({ destroyOnReturn: false })) {
    if (String(line).includes("refresh done")) break;
  }
  child.stdout.resume();
  await wait(2_000);
  const figures = await atRest(child);
  await once(child, "exit");
  return figures;
}

const home = await mkdtemp(join(tmpdir(), "agent-usage-rest-"));
const [daemonUse, nodeUse] = await Promise.all([daemon(home), idleNode()]);
await rm(home, { recursive: true });
const ratio = Math.round((daemonUse.megabytes / nodeUse.megabytes) * 100) / 100;
console.log(
  JSON.stringify({ node: process.version, seconds, daemon: daemonUse, idleNode: nodeUse, ratio }, null, 2),
);

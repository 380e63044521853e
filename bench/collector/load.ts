// Pushes over TLS, in a process of its own: what it costs is not counted as the collector's.
// Started by server.ts with a job as its message; answers with what it measured.
import { connect, createSecureContext, type TLSSocket } from "node:tls";
import { bodyOf, type Measured, measure } from "./fleet.ts";

export interface Job {
  readonly port: number;
  readonly tokens: readonly string[];
  /** Whether each push makes a connection of its own, as the agent does. */
  readonly handshakeEach: boolean;
  /** The number of the first push, and where to end. */
  readonly first: number;
  readonly end: { readonly pushes?: number; readonly ms?: number };
  /** How long to wait from the start of one push to the next, in milliseconds. As fast as it goes unless given. */
  readonly everyMs?: number;
}

export type Loaded = Measured & {
  /** User and system time of this process, in milliseconds. */
  readonly cpuMs: number;
  readonly wallMs: number;
};

const BLANK_LINE = "\r\n\r\n";

process.once("message", (job: Job) => void work(job));

async function work(job: Job): Promise<void> {
  // The handshake is a full one, as the agent's is, and nothing is resumed. But nobody checks the certificate: that is half of
  // what a handshake costs a client, and would slow down the load alone.
  const trust = { secureContext: createSecureContext(), rejectUnauthorized: false };
  const open = () => connect({ host: "127.0.0.1", port: job.port, servername: "localhost", ...trust });
  const idle: TLSSocket[] = [];
  const push = async (machine: number, seq: number) => {
    const body = bodyOf(machine, seq);
    const socket = idle.pop() ?? open();
    const answer = await post(socket, body, job.tokens[machine] ?? "", job.handshakeEach);
    if (!answer.startsWith("HTTP/1.1 204 ")) throw new Error(answer);
    if (job.handshakeEach) socket.destroy();
    else idle.push(socket);
  };
  const cpu = process.cpuUsage();
  const start = performance.now();
  const measured = await measure(push, { machines: job.tokens.length, ...job });
  const { user, system } = process.cpuUsage(cpu);
  const loaded: Loaded = {
    ...measured,
    cpuMs: Math.round((user + system) / 1_000),
    wallMs: Math.round(performance.now() - start),
  };
  for (const socket of idle) socket.destroy();
  process.send?.(loaded);
  process.disconnect();
}

/** @returns the head of the answer, which has no body if all is well */
function post(socket: TLSSocket, body: string, token: string, isLast: boolean): Promise<string> {
  const head = [
    "POST /agent-usage HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Authorization: Bearer ${token}`,
    ...(isLast ? ["Connection: close"] : []),
  ];
  return new Promise((resolve, reject) => {
    let answer = "";
    const settle = (end: () => void) => {
      socket.removeAllListeners("data").removeAllListeners("error").removeAllListeners("close");
      end();
    };
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      if (answer.includes(BLANK_LINE)) settle(() => resolve(answer));
    });
    socket.on("error", (error) => settle(() => reject(error)));
    socket.on("close", () => settle(() => reject(new Error("the connection was closed"))));
    socket.write(`${head.join("\r\n")}${BLANK_LINE}${body}`);
  });
}

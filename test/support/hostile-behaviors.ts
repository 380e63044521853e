import type { Socket } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { type Behavior, drip, flood } from "./hostile.ts";

/** Part of everything a hostile server sends; must never appear in any output. */
export const MARK = "sent-by-a-stranger";

export interface HostileBehavior extends Behavior {
  readonly name: string;
  /** The outcome of a push: `delivered` if the status says so, whatever follows it. */
  readonly push: string;
  /** The detail of the limits result, or `ok`. */
  readonly limits: string;
  /** Runs in the short run too. */
  readonly always?: true;
}

const isLong = process.env["AGENT_USAGE_LONG_TESTS"] === "1";
/** Why tests of the long run are skipped; false in the long run. */
export const LONG_RUN_ONLY: string | false = isLong ? false : "AGENT_USAGE_LONG_TESTS is not set";
const MEGABYTE = 1024 * 1024;
/** Bytes of an endless body. */
const BODY = isLong ? 10_240 * MEGABYTE : 200 * MEGABYTE;
/** Bytes of endless input that the client has to parse. */
const NOISE = isLong ? 200 * MEGABYTE : 5 * MEGABYTE;

const OK = `HTTP/1.1 200 OK\r\nx-mark: ${MARK}\r\n`;
const USAGE = JSON.stringify({ limits: [{ kind: "session", percent: 42 }] });
const NETWORK = { push: "network", limits: "network" } as const;
const TIMEOUT = { push: "timeout", limits: "timeout" } as const;
const EARLY_HINTS = `HTTP/1.1 103 Early Hints\r\nlink: <${MARK}>\r\n\r\n`;

/** Sends one text and keeps the connection open. */
const sends = (text: string | Buffer) => (socket: Socket) => socket.write(text);
/** Sends one text, then resets the connection. */
const sendsAndResets = (text: string) => (socket: Socket) =>
  socket.write(text, () => {
    socket.destroy();
  });
/** Sends one text, then closes the connection cleanly. */
const sendsAndEnds = (text: string | Buffer) => (socket: Socket) => socket.end(text);
/** Sends a head, then far too much of something else. */
const floods =
  (head: string, content: string | Buffer, bytes: number) => async (socket: Socket, expire: () => void) => {
    socket.write(head);
    await flood(socket, content, bytes);
    expire();
  };
/** A response with a compressed body. */
const compressed = (coding: string, body: Buffer) =>
  Buffer.concat([
    Buffer.from(`${OK}content-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`),
    body,
  ]);
const blanks = (bytes: number) => Buffer.alloc(bytes, " ");

/** What can go wrong on the wire with any server: first before the head of a response is complete, then after. */
export const HOSTILE_BEHAVIORS: readonly HostileBehavior[] = [
  {
    name: "resets the connection at once",
    always: true,
    on: "connection",
    act: (socket) => socket.resetAndDestroy(),
    ...NETWORK,
  },
  {
    name: "accepts the connection and never starts TLS",
    always: true,
    on: "connection",
    act: (socket, expire) => socket.once("data", expire),
    ...TIMEOUT,
  },
  {
    name: "starts TLS and never finishes it",
    on: "connection",
    // The header of a 16,384-byte handshake record and its first byte.
    act: (socket, expire) =>
      socket.once("data", () => {
        socket.write(Buffer.from([0x16, 0x03, 0x03, 0x40, 0x00, 0x02]), expire);
      }),
    ...TIMEOUT,
  },
  {
    name: "answers the TLS handshake with an alert",
    on: "connection",
    act: (socket) => socket.once("data", () => socket.end(Buffer.from([0x15, 0x03, 0x03, 0, 2, 2, 40]))),
    ...NETWORK,
  },
  {
    name: "speaks plain HTTP where TLS should be",
    on: "connection",
    act: (socket) => socket.once("data", () => socket.end(`${OK}content-length: 0\r\n\r\n`)),
    ...NETWORK,
  },
  { name: "accepts the request and never answers", act: (_, expire) => expire(), ...TIMEOUT },
  { name: "accepts the request and hangs up", act: (socket) => socket.end(), ...NETWORK },
  { name: "resets in the status line", act: sendsAndResets("HTTP/1.1 20"), ...NETWORK },
  { name: "resets in the headers", always: true, act: sendsAndResets(`${OK}content-le`), ...NETWORK },
  {
    name: "sends its head byte by byte without end",
    act: (socket, expire) => {
      socket.write("HTTP/1.1 200 OK\r\nx-mark: ");
      return drip(socket, MARK, 50, expire);
    },
    ...TIMEOUT,
  },
  {
    name: "sends garbage",
    act: sends(Buffer.from(`\0\xff\x01 ${MARK}\r\n\r\n`, "latin1")),
    ...NETWORK,
  },
  { name: "sends invalid headers", act: sends(`${OK}no colon in here\r\n\0: x\r\n\r\n`), ...NETWORK },
  { name: "answers in HTTP/0.9", act: sendsAndEnds(`<html>${MARK}</html>`), ...NETWORK },
  { name: "answers in HTTP/2", act: sends(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])), ...NETWORK },
  { name: "claims a version of HTTP that does not exist", act: sends("HTTP/7.3 200 OK\r\n\r\n"), ...NETWORK },
  { name: "sends an endless header", act: floods(`${OK}x-long: `, "x", NOISE), ...NETWORK },
  {
    name: "sends endless headers",
    always: true,
    act: floods(OK, `x-mark: ${MARK}\r\n`, NOISE),
    ...NETWORK,
  },
  { name: "sends an endless reason phrase", act: floods("HTTP/1.1 200 ", "x", NOISE), ...NETWORK },
  {
    name: "sends 100 Continue without end",
    act: floods("", "HTTP/1.1 100 Continue\r\n\r\n", NOISE),
    ...TIMEOUT,
  },
  {
    name: "sends 103 Early Hints without end",
    always: true,
    act: floods("", EARLY_HINTS, NOISE),
    ...TIMEOUT,
  },
  {
    name: "switches to another protocol",
    act: sends("HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
    ...NETWORK,
  },
  {
    name: "sends both a length and chunks",
    act: sends(`${OK}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
    ...NETWORK,
  },
  {
    name: "sends two lengths",
    act: sends(`${OK}content-length: 5\r\ncontent-length: 6\r\n\r\n${MARK}`),
    ...NETWORK,
  },
  {
    name: "compresses its body six times",
    act: sends(compressed(Array(6).fill("gzip").join(), Buffer.from("x"))),
    push: "delivered",
    limits: "bad_response",
  },
  {
    name: "resets in the body",
    always: true,
    act: sendsAndResets(`${OK}content-length: 1000\r\n\r\n${USAGE}`),
    push: "delivered",
    limits: "network",
  },
  {
    name: "hangs up in the body",
    act: sendsAndEnds(`${OK}content-length: 1000\r\n\r\n${USAGE}`),
    push: "delivered",
    limits: "network",
  },
  {
    name: "hangs up between two chunks",
    act: sendsAndEnds(`${OK}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`),
    push: "delivered",
    limits: "network",
  },
  {
    name: "sends its body byte by byte without end",
    always: true,
    act: (socket, expire) => {
      socket.write(`${OK}\r\n`);
      return drip(socket, " ", 50, expire);
    },
    push: "delivered",
    limits: "timeout",
  },
  {
    name: "stops in the middle of the body",
    act: (socket, expire) => {
      socket.write(`${OK}content-length: 1000\r\n\r\n{`, expire);
    },
    push: "delivered",
    limits: "timeout",
  },
  {
    name: "sends an endless body",
    always: true,
    act: floods(`${OK}\r\n`, " ", BODY),
    push: "delivered",
    limits: "bad_response",
  },
  {
    name: "sends an endless body in one-byte chunks",
    act: floods(`${OK}transfer-encoding: chunked\r\n\r\n`, "1\r\n \r\n", BODY),
    push: "delivered",
    limits: "bad_response",
  },
  {
    name: "sends an endless chunk extension",
    act: floods(`${OK}transfer-encoding: chunked\r\n\r\n1;`, "x", NOISE),
    push: "delivered",
    limits: "network",
  },
  {
    name: "sends a chunk whose size overflows",
    act: sends(`${OK}transfer-encoding: chunked\r\n\r\n${"F".repeat(40)}\r\n${MARK}`),
    push: "delivered",
    limits: "network",
  },
  {
    name: "sends an invalid chunk",
    act: sends(`${OK}transfer-encoding: chunked\r\n\r\n${MARK}\r\n`),
    push: "delivered",
    limits: "network",
  },
  {
    name: "sends endless trailers",
    act: floods(`${OK}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n`, `x-mark: ${MARK}\r\n`, NOISE),
    push: "delivered",
    limits: "network",
  },
  {
    name: "sends a body that decompresses to far too much",
    act: (socket) =>
      socket.write(
        compressed("gzip", gzipSync(blanks(isLong ? 200 * MEGABYTE : 20 * MEGABYTE), { level: 1 })),
      ),
    push: "delivered",
    limits: "bad_response",
  },
  {
    name: "sends a body compressed twice that decompresses to far too much",
    act: (socket) =>
      socket.write(compressed("br, gzip", gzipSync(brotliCompressSync(blanks(20 * MEGABYTE))))),
    push: "delivered",
    limits: "bad_response",
  },
  {
    name: "claims a plain body is compressed",
    act: sends(compressed("gzip", Buffer.from(USAGE))),
    push: "delivered",
    limits: "ok",
  },
  {
    name: "accepts, then sends a second response that refuses",
    act: sends(
      `${OK}content-length: ${USAGE.length}\r\n\r\n${USAGE}HTTP/1.1 500 ${MARK}\r\ncontent-length: 0\r\n\r\n`,
    ),
    push: "delivered",
    limits: "ok",
  },
  {
    name: "refuses, then sends a second response that accepts",
    act: sends(
      `HTTP/1.1 500 ${MARK}\r\ncontent-length: 0\r\n\r\n${OK}content-length: ${USAGE.length}\r\n\r\n${USAGE}`,
    ),
    push: "http_500",
    limits: "http_500",
  },
  {
    name: "refuses with an endless body",
    always: true,
    act: floods(`HTTP/1.1 500 ${MARK}\r\n\r\n`, MARK, BODY),
    push: "http_500",
    limits: "http_500",
  },
];

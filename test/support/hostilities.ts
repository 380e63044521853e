import type { Socket } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { type Behaviour, drip, flood } from "./hostile.ts";

/** Stands in all that a hostile server says, and is to be seen nowhere. */
export const MARK = "said-by-a-stranger";

export interface Hostility extends Behaviour {
  readonly name: string;
  /** What a push that meets it comes to: `delivered` where the status said so, whatever came after it. */
  readonly push: string;
  /** The detail of limits that meet it; `ok` where they are. */
  readonly limits: string;
  /** Whether it is met also where most are left for the long run. */
  readonly always?: true;
}

const isLong = process.env["AGENT_USAGE_LONG_TESTS"] === "1";
/** Why what is left for the long run is passed over. */
export const LEFT_OUT: string | false = isLong ? false : "AGENT_USAGE_LONG_TESTS is not set";
const MEGABYTE = 1024 * 1024;
/** How much of a body is offered. */
const BODY = isLong ? 10_240 * MEGABYTE : 200 * MEGABYTE;
/** How much is sent of what the other side must look through to its end. */
const NOISE = isLong ? 200 * MEGABYTE : 5 * MEGABYTE;

const OK = `HTTP/1.1 200 OK\r\nx-mark: ${MARK}\r\n`;
const USAGE = JSON.stringify({ limits: [{ kind: "session", percent: 42 }] });
const NETWORK = { push: "network", limits: "network" } as const;
const TIMEOUT = { push: "timeout", limits: "timeout" } as const;
const EARLY_HINTS = `HTTP/1.1 103 Early Hints\r\nlink: <${MARK}>\r\n\r\n`;

/** Says one thing, and no more; the connection stays. */
const says = (text: string | Buffer) => (socket: Socket) => socket.write(text);
/** Says one thing, and resets the connection once that is out. */
const saysAndResets = (text: string) => (socket: Socket) =>
  socket.write(text, () => {
    socket.destroy();
  });
/** Says one thing, and ends the connection as is proper. */
const saysAndEnds = (text: string | Buffer) => (socket: Socket) => socket.end(text);
/** One that says a thing and then too much of another. */
const floods =
  (head: string, what: string | Buffer, bytes: number) => async (socket: Socket, ripe: () => void) => {
    socket.write(head);
    await flood(socket, what, bytes);
    ripe();
  };
/** A body that unfolds to so many bytes of blanks, packed by pieces. */
const packed = (coding: string, body: Buffer) =>
  Buffer.concat([
    Buffer.from(`${OK}content-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`),
    body,
  ]);
const blanks = (bytes: number) => Buffer.alloc(bytes, " ");

/** What can go wrong on a wire, whoever is called over it: first before an answer has a head, then after. */
export const HOSTILITIES: readonly Hostility[] = [
  {
    name: "resets the connection at once",
    always: true,
    on: "connection",
    act: (socket) => socket.resetAndDestroy(),
    ...NETWORK,
  },
  {
    name: "takes the connection and never begins with TLS",
    always: true,
    on: "connection",
    act: (socket, ripe) => socket.once("data", ripe),
    ...TIMEOUT,
  },
  {
    name: "begins with TLS and never ends that",
    on: "connection",
    // The head of a handshake record of 16384 bytes, of which one byte comes.
    act: (socket, ripe) =>
      socket.once("data", () => {
        socket.write(Buffer.from([0x16, 0x03, 0x03, 0x40, 0x00, 0x02]), ripe);
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
  { name: "takes the request and never answers", act: (_, ripe) => ripe(), ...TIMEOUT },
  { name: "takes the request and hangs up", act: (socket) => socket.end(), ...NETWORK },
  { name: "resets in the status line", act: saysAndResets("HTTP/1.1 20"), ...NETWORK },
  { name: "resets in the headers", always: true, act: saysAndResets(`${OK}content-le`), ...NETWORK },
  {
    name: "sends its head byte by byte, for ever",
    act: (socket, ripe) => {
      socket.write("HTTP/1.1 200 OK\r\nx-mark: ");
      return drip(socket, MARK, 50, ripe);
    },
    ...TIMEOUT,
  },
  {
    name: "sends garbage",
    act: says(Buffer.from(`\0\xff\x01 ${MARK}\r\n\r\n`, "latin1")),
    ...NETWORK,
  },
  { name: "sends headers that are none", act: says(`${OK}no colon in here\r\n\0: x\r\n\r\n`), ...NETWORK },
  { name: "answers as HTTP/0.9 does", act: saysAndEnds(`<html>${MARK}</html>`), ...NETWORK },
  { name: "answers as HTTP/2 does", act: says(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])), ...NETWORK },
  { name: "names a version of HTTP that is none", act: says("HTTP/7.3 200 OK\r\n\r\n"), ...NETWORK },
  { name: "sends a header without end", act: floods(`${OK}x-long: `, "x", NOISE), ...NETWORK },
  {
    name: "sends headers without end",
    always: true,
    act: floods(OK, `x-mark: ${MARK}\r\n`, NOISE),
    ...NETWORK,
  },
  { name: "sends a reason without end", act: floods("HTTP/1.1 200 ", "x", NOISE), ...NETWORK },
  {
    name: "says 100 Continue again and again",
    act: floods("", "HTTP/1.1 100 Continue\r\n\r\n", NOISE),
    ...TIMEOUT,
  },
  {
    name: "says 103 Early Hints again and again",
    always: true,
    act: floods("", EARLY_HINTS, NOISE),
    ...TIMEOUT,
  },
  {
    name: "switches to another protocol",
    act: says("HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
    ...NETWORK,
  },
  {
    name: "gives a length and chunks",
    act: says(`${OK}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
    ...NETWORK,
  },
  {
    name: "gives two lengths",
    act: says(`${OK}content-length: 5\r\ncontent-length: 6\r\n\r\n${MARK}`),
    ...NETWORK,
  },
  {
    name: "packs its body six times over",
    act: says(packed(Array(6).fill("gzip").join(), Buffer.from("x"))),
    push: "delivered",
    limits: "bad_response",
  },
  {
    name: "resets in the body",
    always: true,
    act: saysAndResets(`${OK}content-length: 1000\r\n\r\n${USAGE}`),
    push: "delivered",
    limits: "network",
  },
  {
    name: "hangs up in the body",
    act: saysAndEnds(`${OK}content-length: 1000\r\n\r\n${USAGE}`),
    push: "delivered",
    limits: "network",
  },
  {
    name: "hangs up between two chunks",
    act: saysAndEnds(`${OK}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`),
    push: "delivered",
    limits: "network",
  },
  {
    name: "sends its body byte by byte, for ever",
    always: true,
    act: (socket, ripe) => {
      socket.write(`${OK}\r\n`);
      return drip(socket, " ", 50, ripe);
    },
    push: "delivered",
    limits: "timeout",
  },
  {
    name: "stops in the body and says no more",
    act: (socket, ripe) => {
      socket.write(`${OK}content-length: 1000\r\n\r\n{`, ripe);
    },
    push: "delivered",
    limits: "timeout",
  },
  {
    name: "sends a body without end",
    always: true,
    act: floods(`${OK}\r\n`, " ", BODY),
    push: "delivered",
    limits: "bad_response",
  },
  {
    name: "sends a body without end, in chunks of a byte",
    act: floods(`${OK}transfer-encoding: chunked\r\n\r\n`, "1\r\n \r\n", BODY),
    push: "delivered",
    limits: "bad_response",
  },
  {
    name: "sends the name of a chunk without end",
    act: floods(`${OK}transfer-encoding: chunked\r\n\r\n1;`, "x", NOISE),
    push: "delivered",
    limits: "network",
  },
  {
    name: "sends a chunk of a size that no number holds",
    act: says(`${OK}transfer-encoding: chunked\r\n\r\n${"F".repeat(40)}\r\n${MARK}`),
    push: "delivered",
    limits: "network",
  },
  {
    name: "sends a chunk that is none",
    act: says(`${OK}transfer-encoding: chunked\r\n\r\n${MARK}\r\n`),
    push: "delivered",
    limits: "network",
  },
  {
    name: "sends trailers without end",
    act: floods(`${OK}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n`, `x-mark: ${MARK}\r\n`, NOISE),
    push: "delivered",
    limits: "network",
  },
  {
    name: "sends what unfolds to far too much",
    act: (socket) =>
      socket.write(packed("gzip", gzipSync(blanks(isLong ? 200 * MEGABYTE : 20 * MEGABYTE), { level: 1 }))),
    push: "delivered",
    limits: "bad_response",
  },
  {
    name: "sends what unfolds to far too much, twice over",
    act: (socket) => socket.write(packed("br, gzip", gzipSync(brotliCompressSync(blanks(20 * MEGABYTE))))),
    push: "delivered",
    limits: "bad_response",
  },
  {
    name: "says that a body is packed which is not",
    act: says(packed("gzip", Buffer.from(USAGE))),
    push: "delivered",
    limits: "ok",
  },
  {
    name: "accepts, and then takes it back",
    act: says(
      `${OK}content-length: ${USAGE.length}\r\n\r\n${USAGE}HTTP/1.1 500 ${MARK}\r\ncontent-length: 0\r\n\r\n`,
    ),
    push: "delivered",
    limits: "ok",
  },
  {
    name: "refuses, and then takes it back",
    act: says(
      `HTTP/1.1 500 ${MARK}\r\ncontent-length: 0\r\n\r\n${OK}content-length: ${USAGE.length}\r\n\r\n${USAGE}`,
    ),
    push: "http_500",
    limits: "http_500",
  },
  {
    name: "refuses with a body without end",
    always: true,
    act: floods(`HTTP/1.1 500 ${MARK}\r\n\r\n`, MARK, BODY),
    push: "http_500",
    limits: "http_500",
  },
];

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { errorCode } from "../../../src/base/errors.ts";
import { API_ERRORS, type ApiErrorCode, errorBody } from "../api/index.ts";

/** Answers what never becomes a request of the routes: Node would close the connection, or answer without a body. */
export function answerOutside(server: Pick<Server, "on">): void {
  server.on("clientError", answerBrokenRequest);
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    socket.on("error", () => socket.destroy());
    end(socket, "method_not_allowed", ["Allow: GET, HEAD, POST"]);
  });
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    const body = JSON.stringify(errorBody("expectation_failed"));
    const headers = { connection: "close", "content-type": JSON_TYPE, "content-length": body.length };
    response.writeHead(API_ERRORS.expectation_failed.status, headers).end(body);
  });
}

/** Answers a request that is not HTTP, or not complete in time, and closes its connection. */
function answerBrokenRequest(error: Error, socket: Duplex): void {
  const code = errorCode(error);
  if (code === "ECONNRESET" || !socket.writable) socket.destroy();
  else if (code === "ERR_HTTP_REQUEST_TIMEOUT") end(socket, "request_timeout");
  else end(socket, code === "HPE_HEADER_OVERFLOW" ? "headers_too_large" : "bad_request");
}

const JSON_TYPE = "application/json; charset=utf-8";

function end(socket: Duplex, name: ApiErrorCode, headers: readonly string[] = []): void {
  const body = JSON.stringify(errorBody(name));
  const head = [
    `HTTP/1.1 ${API_ERRORS[name].status} ${name}`,
    "Connection: close",
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}

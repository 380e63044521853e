// Exits with 0 if the collector in this container can write its database. The image has no shell and no curl.
import http from "node:http";
import https from "node:https";

const { AGENT_USAGE_COLLECTOR_LISTEN: listen = "", AGENT_USAGE_COLLECTOR_TRUST_PROXY: proxies } = process.env;
// The certificate is the collector's own, and the request stays within the container.
const { get } = proxies ? http : https;
const port = /:(\d+)$/.exec(listen)?.[1] ?? "8443";
get(
  { host: "127.0.0.1", port, path: "/readyz", rejectUnauthorized: false, timeout: 2_000 },
  ({ statusCode }) => {
    process.exit(statusCode === 200 ? 0 : 1);
  },
)
  .on("timeout", () => process.exit(1))
  .on("error", () => process.exit(1));

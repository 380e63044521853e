import type { Env } from "../../base/edges.ts";
import { type Check, failure, ok, warning } from "./check.ts";

const OLDEST_NODE = 20;

/** Node's version, and what of the environment weakens or bends Node. @param version as in `process.versions.node`. */
export function judgeRuntime(version: string, env: Env): Check[] {
  const major = Number.parseInt(version, 10);
  return [
    major >= OLDEST_NODE
      ? ok("node", `Node ${version}`)
      : failure("node", `Node ${version} is too old`, `install Node ${OLDEST_NODE} or newer`),
    ...VARIABLES.filter(({ name }) => env[name]).map(({ name, why }) =>
      warning("environment", `${name} is set: ${why}`, `unset ${name}`),
    ),
  ];
}

const VARIABLES = [
  {
    name: "NODE_TLS_REJECT_UNAUTHORIZED",
    why: "certificates are checked here all the same, by other programs perhaps not",
  },
  { name: "NODE_OPTIONS", why: "it bends how Node runs what is started from this shell" },
];

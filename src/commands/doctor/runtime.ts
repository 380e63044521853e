import { firstUnknownClock } from "../../base/calendar.ts";
import { readRegularFile } from "../../base/disk/regular-file.ts";
import type { Env, Variable } from "../../base/edges.ts";
import { errorCode } from "../../base/errors.ts";
import { describeCode } from "../../base/system-errors.ts";
import { runtimeFailure } from "../../failures/index.ts";
import { findScanObstacle, type ScanObstacle } from "../../usage/index.ts";
import { type Check, failure, ok, warning } from "./check.ts";

const OLDEST_NODE = 20;

export interface RuntimeFacts {
  /** As in `process.versions.node`. */
  readonly version: string;
  /** Why Node cannot scan at all. */
  readonly obstacle?: ScanObstacle | undefined;
  /** The system error code if the certificates that the environment adds to Node's cannot be read. */
  readonly certificatesCode?: string | undefined;
  /** The first day on which Node's time zones begin Toronto's day at another time than this version does. */
  readonly unknownClock?: string | undefined;
}

const CERTIFICATES = "NODE_EXTRA_CA_CERTS";

/** @param now epoch milliseconds */
export async function gatherRuntime(env: Env, now: number): Promise<RuntimeFacts> {
  const path = env[CERTIFICATES];
  return {
    version: process.versions.node,
    obstacle: findScanObstacle(),
    certificatesCode: path ? await readRegularFile(path).then(() => undefined, errorCode) : undefined,
    unknownClock: firstUnknownClock(now),
  };
}

/** Node itself, and variables that change how it behaves or weaken TLS. */
export function judgeRuntime(facts: RuntimeFacts, env: Env): Check[] {
  const { version, obstacle, certificatesCode, unknownClock } = facts;
  const major = Number.parseInt(version, 10);
  return [
    major >= OLDEST_NODE
      ? ok("node", `Node ${version}`)
      : failure("node", `Node ${version} is too old`, `install Node ${OLDEST_NODE} or newer`),
    ...(obstacle === undefined ? [] : [judgeObstacle(obstacle)]),
    ...VARIABLES.filter(({ name }) => env[name]).map(({ name, why }) =>
      warning("environment", `${name} is set: ${why}`, `unset ${name}`),
    ),
    ...(certificatesCode === undefined ? [] : [judgeCertificates(certificatesCode)]),
    ...(unknownClock === undefined ? [] : [judgeClock(unknownClock)]),
  ];
}

function judgeObstacle(obstacle: ScanObstacle): Check {
  const { what, fix } = runtimeFailure(obstacle);
  return failure(obstacle === "no_memory" ? "memory" : "node", what, fix);
}

/** Node itself ignores certificates that it cannot read. */
function judgeCertificates(code: string): Check {
  return warning(
    "environment",
    `cannot read the certificates in ${CERTIFICATES}: ${describeCode(code)}; they are not trusted`,
    `correct ${CERTIFICATES}, or unset it`,
  );
}

/** Toronto's days are worked out without Node's time zones, so a new law needs a new version. */
function judgeClock(day: string): Check {
  return warning(
    "time-zone",
    `Toronto's clock changes differently from ${day} on: days then begin an hour off`,
    "update agent-usage",
  );
}

const VARIABLES = [
  {
    name: "NODE_TLS_REJECT_UNAUTHORIZED",
    why: "this program checks certificates anyway, but other programs may not",
  },
  { name: "NODE_OPTIONS", why: "it changes how Node runs every program started from this shell" },
  { name: "NODE_DEBUG", why: "it makes Node print details of every connection" },
] as const satisfies readonly { readonly name: Variable; readonly why: string }[];

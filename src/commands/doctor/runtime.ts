import { readRegularFile } from "../../base/disk/regular-file.ts";
import type { Env, Variable } from "../../base/edges.ts";
import { errorCode } from "../../base/errors.ts";
import { describeCode } from "../../base/system-errors.ts";
import { hasScanMemory } from "../../usage/index.ts";
import { type Check, failure, ok, warning } from "./check.ts";

const OLDEST_NODE = 20;

export interface RuntimeFacts {
  /** As in `process.versions.node`. */
  readonly version: string;
  /** Whether Node can reserve the memory that the scan needs. */
  readonly hasMemory: boolean;
  /** The system error code if the certificates that the environment adds to Node's cannot be read. */
  readonly certificatesCode?: string | undefined;
}

const CERTIFICATES = "NODE_EXTRA_CA_CERTS";

export async function gatherRuntime(env: Env): Promise<RuntimeFacts> {
  const path = env[CERTIFICATES];
  return {
    version: process.versions.node,
    hasMemory: hasScanMemory(),
    certificatesCode: path ? await readRegularFile(path).then(() => undefined, errorCode) : undefined,
  };
}

/** Node itself, and variables that change how it behaves or weaken TLS. */
export function judgeRuntime({ version, hasMemory, certificatesCode }: RuntimeFacts, env: Env): Check[] {
  const major = Number.parseInt(version, 10);
  return [
    major >= OLDEST_NODE
      ? ok("node", `Node ${version}`)
      : failure("node", `Node ${version} is too old`, `install Node ${OLDEST_NODE} or newer`),
    ...(hasMemory ? [] : [NO_MEMORY]),
    ...VARIABLES.filter(({ name }) => env[name]).map(({ name, why }) =>
      warning("environment", `${name} is set: ${why}`, `unset ${name}`),
    ),
    ...(certificatesCode === undefined ? [] : [judgeCertificates(certificatesCode)]),
  ];
}

const NO_MEMORY = failure(
  "memory",
  "Node cannot reserve memory for WebAssembly, so no transcripts can be scanned",
  "raise `ulimit -v` above 10 GB, or start with node --disable-wasm-trap-handler",
);

/** Node itself ignores certificates that it cannot read. */
function judgeCertificates(code: string): Check {
  return warning(
    "environment",
    `cannot read the certificates in ${CERTIFICATES}: ${describeCode(code)}; they are not trusted`,
    `correct ${CERTIFICATES}, or unset it`,
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

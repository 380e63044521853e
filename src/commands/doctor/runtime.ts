import { readRegularFile } from "../../base/disk/regular-file.ts";
import type { Env, Variable } from "../../base/edges.ts";
import { errorCode } from "../../base/errors.ts";
import { hasScanMemory } from "../../usage/index.ts";
import { type Check, failure, ok, warning } from "./check.ts";

const OLDEST_NODE = 20;

export interface RuntimeFacts {
  /** As in `process.versions.node`. */
  readonly version: string;
  /** Whether the scan gets the memory that it needs. */
  readonly hasMemory: boolean;
  /** Why the certificates that the environment adds to Node's cannot be read, where they cannot. */
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

/** Node itself, and what of the environment weakens or bends it. */
export function judgeRuntime({ version, hasMemory, certificatesCode }: RuntimeFacts, env: Env): Check[] {
  const major = Number.parseInt(version, 10);
  return [
    major >= OLDEST_NODE
      ? ok("node", `Node ${version}`)
      : failure("node", `Node ${version} is too old`, `install Node ${OLDEST_NODE} or newer`),
    ...(hasMemory ? [] : [failure("memory", "Node gets no memory for WebAssembly: no scan can run", MEMORY)]),
    ...VARIABLES.filter(({ name }) => env[name]).map(({ name, why }) =>
      warning("environment", `${name} is set: ${why}`, `unset ${name}`),
    ),
    ...(certificatesCode === undefined ? [] : [unheeded(certificatesCode)]),
  ];
}

/** Node goes on without what it cannot read. */
function unheeded(code: string): Check {
  const what = code === "ENOENT" || code === "ENOTDIR" ? "is not there" : `cannot be read (${code})`;
  const message = `the file that ${CERTIFICATES} names ${what}: its certificates are not trusted`;
  return warning("environment", message, `set ${CERTIFICATES} right, or unset it`);
}

const MEMORY = "raise `ulimit -v` over 10 GB, or start with node --disable-wasm-trap-handler";

const VARIABLES = [
  {
    name: "NODE_TLS_REJECT_UNAUTHORIZED",
    why: "certificates are checked here all the same, by other programs perhaps not",
  },
  { name: "NODE_OPTIONS", why: "it bends how Node runs what is started from this shell" },
  { name: "NODE_DEBUG", why: "it has Node print how it works on every connection" },
] as const satisfies readonly { readonly name: Variable; readonly why: string }[];

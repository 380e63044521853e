import { FAST, FAST_TIMES } from "./fast.ts";
import { ALIASES, PRICES } from "./table.ts";

/** A model of the table. */
export interface KnownModel {
  /** A key of `PRICES`. */
  readonly id: string;
  /** The multiple of the usual price that it costs. */
  readonly times: number;
}

/** Bedrock's form of a name, `us.anthropic.NAME-v1:0`, is priced as on the vendor's own API. */
const REGION = /^(?:us|us-gov|eu|apac|au|jp|ca|sa|global)\./;
const VENDOR = /^anthropic\./;
const REVISION = /-v\d+(?::\d+)?$/;
/** `-20251101`, `@20251101` or `-latest`. */
const VERSION = /[-@]\d{8}$|-latest$/;
/** Marks a context of a million tokens, which costs the same. */
const LONG_CONTEXT = /\[1m\]$/;

/**
 * The model that a name in a transcript means, or undefined if the table does not have it. A name matches as a whole,
 * never by its beginning: a later model has its own price.
 */
export function modelOf(name: string): KnownModel | undefined {
  const isFast = name.endsWith(FAST);
  const id = idOf(isFast ? name.slice(0, -FAST.length) : name);
  if (id === undefined) return undefined;
  const times = isFast ? ownOf(FAST_TIMES, id) : 1;
  return times === undefined ? undefined : { id, times };
}

function idOf(name: string): string | undefined {
  const bare = name.replace(LONG_CONTEXT, "").replace(REGION, "");
  const own = bare.replace(VENDOR, "");
  const unrevised = own === bare ? own : own.replace(REVISION, "");
  return inTable(own) ?? inTable(unrevised) ?? inTable(unrevised.replace(VERSION, ""));
}

function inTable(name: string): string | undefined {
  return Object.hasOwn(PRICES, name) ? name : ownOf(ALIASES, name);
}

/** A record's own value: a name from outside may be `constructor`. */
function ownOf<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

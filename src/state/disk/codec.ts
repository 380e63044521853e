import { vendor } from "#vendor";
import { isJsonObject, type JsonObject, parseJson } from "../../base/json.ts";
import { withinBounds } from "../law/bounds.ts";
import { withoutUnrecorded } from "../law/record.ts";
import { STATE_SCHEMA_VERSION } from "../law/schema-version.ts";
import type { State } from "../law/state.ts";
import { isOurs, seal, sumOf } from "./checksum.ts";

export type DecodedState =
  | { readonly status: "ok"; readonly state: State }
  | { readonly status: "newer" }
  | { readonly status: "other_program" }
  | { readonly status: "corrupt" };

/** The text of the state file. `sum`, its last key, is the SHA-256 of the rest (rule STATE-4). */
export function encodeState(state: State): string {
  return seal(state);
}

/** Reads the text of a state file. Never rejects. */
export async function decodeState(text: string): Promise<DecodedState> {
  try {
    return await decode(text);
  } catch {
    // Nested deeper than the stack allows.
    return { status: "corrupt" };
  }
}

async function decode(text: string): Promise<DecodedState> {
  const content = parseJson(text);
  if (!isJsonObject(content)) return { status: "corrupt" };
  const { schemaVersion } = content;
  if (typeof schemaVersion === "number" && schemaVersion > STATE_SCHEMA_VERSION) return { status: "newer" };
  const { sum, ...rest } = content;
  if (sum !== undefined && sum !== sumOf(rest)) return { status: "corrupt" };
  const state =
    isOurs(content) && schemaVersion === STATE_SCHEMA_VERSION ? ownState(rest) : await parse(rest);
  if (state === undefined) return { status: "corrupt" };
  if (state.program !== vendor.program) return { status: "other_program" };
  return { status: "ok", state: withoutUnrecorded(withinBounds(state)) };
}

/** What this version wrote is as its schema says: to load the schema takes longer than all else that `status` does. */
function ownState(content: JsonObject): State {
  const { writtenBy: _, ...state } = content;
  return state as unknown as State;
}

async function parse(content: JsonObject): Promise<State | undefined> {
  const { stateSchema } = await import("../law/state.ts");
  return stateSchema.safeParse(content).data;
}

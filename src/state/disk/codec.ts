import { vendor } from "#vendor";
import { isJsonObject, parseJson } from "../../base/json.ts";
import { withinBounds } from "../law/bounds.ts";
import { withoutUnrecorded } from "../law/record.ts";
import { STATE_SCHEMA_VERSION, type State, stateSchema } from "../law/state.ts";
import { sumOf } from "./checksum.ts";

export type DecodedState =
  | { readonly status: "ok"; readonly state: State }
  | { readonly status: "newer" }
  | { readonly status: "other_program" }
  | { readonly status: "corrupt" };

/** The text of the state file. `sum`, its last key, is the SHA-256 of the rest (rule STATE-4). */
export function encodeState(state: State): string {
  return `${JSON.stringify({ ...state, sum: sumOf(state) })}\n`;
}

/** Reads the text of a state file. Never throws. */
export function decodeState(text: string): DecodedState {
  try {
    return decode(text);
  } catch {
    // Nested deeper than the stack allows.
    return { status: "corrupt" };
  }
}

function decode(text: string): DecodedState {
  const content = parseJson(text);
  if (!isJsonObject(content)) return { status: "corrupt" };
  const { schemaVersion } = content;
  if (typeof schemaVersion === "number" && schemaVersion > STATE_SCHEMA_VERSION) return { status: "newer" };
  const { sum, ...rest } = content;
  if (sum !== undefined && sum !== sumOf(rest)) return { status: "corrupt" };
  const parsed = stateSchema.safeParse(rest);
  if (!parsed.success) return { status: "corrupt" };
  if (parsed.data.program !== vendor.program) return { status: "other_program" };
  return { status: "ok", state: withoutUnrecorded(withinBounds(parsed.data)) };
}

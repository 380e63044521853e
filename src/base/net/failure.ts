import { errorName } from "../errors.ts";

/** Why a request failed: its deadline or its signal ended it, or anything else did. */
export function requestFailure(error: unknown): "timeout" | "network" {
  const name = errorName(error);
  return name === "TimeoutError" || name === "AbortError" ? "timeout" : "network";
}

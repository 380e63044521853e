import type { Options } from "../../cli/index.ts";

export type StatusOptions =
  | {
      readonly status: "ok";
      readonly as: "text" | "json" | "watch";
      /** The percent from which a limit changes the exit code. */
      readonly exitAt: number | undefined;
    }
  | { readonly status: "wrong"; readonly message: string };

const PERCENT = /^(?:100|[1-9]\d?)$/;

/** Reads the options of `status`. The message names the first that is wrong and what it must be. */
export function readOptions(given: Options): StatusOptions {
  const percent = given.get("exit-code")?.toString();
  if (percent !== undefined && !PERCENT.test(percent))
    return wrong("--exit-code must be a whole number from 1 to 100");
  if (given.has("watch") && given.has("json")) return wrong("--watch and --json cannot be combined");
  if (given.has("watch") && percent !== undefined) return wrong("--watch and --exit-code cannot be combined");
  const exitAt = percent === undefined ? undefined : Number(percent);
  return { status: "ok", as: given.has("watch") ? "watch" : given.has("json") ? "json" : "text", exitAt };
}

function wrong(message: string): StatusOptions {
  return { status: "wrong", message };
}

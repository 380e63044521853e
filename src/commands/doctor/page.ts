import { pageFailure } from "../../failures/index.ts";
import { type PlaceProblem, placeProblem } from "../page/index.ts";
import { type Check, failure, ok } from "./check.ts";

/** Whether a page is set, and why it could not be written now. */
export type PageFacts =
  | { readonly status: "off" }
  | { readonly status: "set"; readonly problem: PlaceProblem | undefined };

export async function gatherPage(file: string | undefined, stateDir: string): Promise<PageFacts> {
  if (file === undefined) return { status: "off" };
  return { status: "set", problem: await placeProblem(file, stateDir) };
}

/** Judges the place of the page that each refresh writes. */
export function judgePage(facts: PageFacts): Check[] {
  const id = "page";
  if (facts.status === "off") return [];
  if (facts.problem === undefined) return [ok(id, "each refresh writes it")];
  const { what, fix } = pageFailure(facts.problem.status, facts.problem.code);
  return [failure(id, what, fix)];
}

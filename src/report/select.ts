import { modelName } from "../prices/index.ts";
import { type Entry, UNKNOWN } from "./groups.ts";

/** Which entries to report. */
export interface Selection {
  /** A part of the model's name, in any case: `opus`, `Haiku 4.5`. */
  readonly model?: string;
  /** A part of the project's name, in any case. */
  readonly project?: string;
}

export function selected(entries: readonly Entry[], { model, project }: Selection): readonly Entry[] {
  return entries.filter(
    (entry) =>
      (model === undefined || has(entry.model, model) || has(modelName(entry.model), model)) &&
      (project === undefined || has(entry.project ?? UNKNOWN, project)),
  );
}

function has(name: string, part: string): boolean {
  return name.toLowerCase().includes(part.toLowerCase());
}

import { isAbsolute, join } from "node:path";
import type { Env } from "../base/edges.ts";
import { homeFolder } from "../base/settings/home.ts";
import { KNOWN_AGENTS } from "../vendor/known-agents.ts";

/** A folder where a known coding agent keeps transcripts, whether it exists or not. */
export interface KnownPlace {
  readonly path: string;
  /** The same without the user's own paths: `~/...`, or below the variable that moves the agent's folder. */
  readonly shown: string;
  /** The agent's name for people; absent if it has none. */
  readonly agent?: string;
  /** The program that reads these transcripts by default. */
  readonly program: string;
  /** The variable that moves the agent's folder, if there is one. */
  readonly variable?: string;
}

/** Where known coding agents keep transcripts, by default and as their own variables say. */
export function knownPlaces(env: Env): KnownPlace[] {
  const home = homeFolder(env);
  return KNOWN_AGENTS.flatMap(({ name, program, transcriptRoots, configDir }) => {
    const facts = {
      program,
      ...(name !== undefined && { agent: name }),
      ...(configDir !== undefined && { variable: configDir.variable }),
    };
    const places: KnownPlace[] = [];
    const moved = configDir && env[configDir.variable];
    if (configDir !== undefined && moved !== undefined && isAbsolute(moved)) {
      const { variable, transcriptRoot } = configDir;
      places.push({ ...facts, path: join(moved, transcriptRoot), shown: `$${variable}/${transcriptRoot}` });
    }
    if (home === undefined) return places;
    return [
      ...places,
      ...transcriptRoots.map((root) => ({ ...facts, path: join(home, root), shown: `~/${root}` })),
    ];
  });
}

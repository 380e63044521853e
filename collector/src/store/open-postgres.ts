import { PostgresEngine } from "./engine/postgres.ts";
import { PostgresHost } from "./engine/postgres-host.ts";
import { hostUrls } from "./engine/postgres-url.ts";
import { CannotOpen } from "./open-failure.ts";
import type { OpenedEngine } from "./opened.ts";

/** Connects when the first statement is run. @param url may name several hosts. @param connections at most */
export function openPostgres(url: string, connections?: number): OpenedEngine {
  const [first, ...others] = hostUrls(url) ?? [];
  if (first === undefined || ![first, ...others].every((each) => URL.canParse(each))) {
    throw new CannotOpen({
      status: "wrong_url",
      reason: "the database must be postgres://USER@HOST/DATABASE, or several hosts with commas between them",
    });
  }
  return {
    engine: new PostgresEngine([hostOf(first), ...others.map(hostOf)], url, connections),
    copyTo: async () => ({ status: "postgres" }),
    // Its changes of the schema are undone if they fail; backups are those of the server.
    copyFirst: async () => {},
  };
}

/** The message of `pg` for a file that cannot be read has its path, which is for the terminal only. */
function hostOf(url: string): PostgresHost {
  try {
    return new PostgresHost(url);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new CannotOpen({ status: "wrong_url", reason: `the database's URL is wrong: ${error.message}` });
  }
}

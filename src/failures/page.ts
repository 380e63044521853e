import type { Failure, Table } from "../limits-failures.ts";
import { run, withCode } from "./words.ts";

const OTHER_FILE = "set page (AGENT_USAGE_PAGE) to another file";

/** Why the page was not written after a refresh. A system error code is appended to `not_writable`, in words. */
export const PAGE = {
  in_state_folder: { what: "the page would be in the state folder, so it was not written", fix: OTHER_FILE },
  not_a_file: {
    what: "there is a folder, a device or another user's link in the place of the page",
    fix: OTHER_FILE,
  },
  not_a_page: {
    what: "there is another file in the place of the page, which was not replaced",
    fix: `move it away, or ${OTHER_FILE}`,
  },
  no_folder: { what: "the page's folder does not exist", fix: `create it, or ${OTHER_FILE}` },
  not_writable: {
    what: "cannot write to the page's folder",
    fix: `${OTHER_FILE}. For a service in a sandbox, add the folder to ReadWritePaths= (docs/service.md)`,
  },
  timeout: { what: "writing the page took over 2 minutes, so it was stopped" },
  failed: { what: "the page could not be written", fix: `${run("report --html FILE")} to see why` },
} as const satisfies Table;

type Lasting = Exclude<keyof typeof PAGE, "timeout">;

/** @param code the system's, if that is what went wrong */
export function pageFailure(status: Lasting, code?: string): { readonly what: string; readonly fix: string } {
  const { fix } = PAGE[status];
  return { what: withCode(PAGE[status], code).what, fix };
}

/** The page took too long. */
export const PAGE_TIMEOUT: Failure = PAGE.timeout;

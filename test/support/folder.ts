import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A test, or `{ after }` of node:test for what all tests of a file share. */
export interface Cleanup {
  after(clean: () => unknown): void;
}

/** Makes an empty folder that is removed when the test ends. */
export async function temporaryFolder(t: Cleanup): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "agent-usage-test-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

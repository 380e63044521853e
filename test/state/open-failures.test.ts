// Each call of opening a state fails once: opening never rejects, and never starts fresh when there are saved days.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { encodeState } from "../../src/state/disk/codec.ts";
import { openState } from "../../src/state/disk/open.ts";
import type { OpenedState } from "../../src/state/disk/opened-state.ts";
import { stateFolder, stateNames } from "../../src/state/folder/state-folder.ts";
import type { State } from "../../src/state/law/state.ts";
import { failAt, failingFiles } from "../support/failing-files.ts";
import { NOW, stateWith } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { openUsable, putFile } from "../support/state-disk.ts";

type Names = keyof ReturnType<typeof stateNames>;
type Contents = Partial<Record<Names, string>>;

const INTACT = encodeState(stateWith());
const FOLDERS: Record<string, Contents> = {
  "an intact state": { state: INTACT },
  "an intact state and an older one": {
    state: INTACT,
    previous: encodeState(stateWith({ seq: 6, days: {} })),
  },
  "only a previous state": { previous: INTACT },
  "only a temporary state": { temporary: INTACT },
  "a corrupt state and a previous one": { state: "{", previous: INTACT },
  "a corrupt state and a temporary one": { state: "{", temporary: INTACT },
  "a corrupt state, a temporary and a previous one": { state: "", temporary: INTACT, previous: INTACT },
};

for (const [name, contents] of Object.entries(FOLDERS)) {
  for (const code of ["EIO", "EACCES"]) {
    test(`${name}, and one call fails with ${code}: the saved days or that code, never a fresh state`, async (t) => {
      const wrong: string[] = [];
      for (let index = 0, clean = false; !clean; index++) {
        const dir = await folderWith(t, contents);
        const { files, calls, openHandles } = failingFiles(failAt(index, code));
        const opened = await openState(stateFolder(dir, files), NOW);
        const isRight = opened.status === "ok" ? hasDays(opened.state) : isUnusable(opened, code);
        if (!isRight) wrong.push(calls[index]?.label ?? "none");
        assert.equal(openHandles(), 0);
        clean = calls.length <= index;
      }
      assert.deepEqual(wrong, []);
    });
  }

  test(`${name}, and one call fails: opening again gives the saved days`, async (t) => {
    for (let index = 0, clean = false; !clean; index++) {
      const dir = await folderWith(t, contents);
      const { files, calls } = failingFiles(failAt(index, "EIO"));
      await openState(stateFolder(dir, files), NOW);
      assert.ok(hasDays((await openUsable(dir)).state), calls[index]?.label);
      clean = calls.length <= index;
    }
  });
}

async function folderWith(t: TestContext, contents: Contents): Promise<string> {
  const dir = await temporaryFolder(t);
  for (const [file, text] of Object.entries(contents)) await putFile(stateNames(dir)[file as Names], text);
  return dir;
}

const hasDays = ({ days }: State) => isDeepStrictEqual(days, stateWith().days);
const isUnusable = (opened: OpenedState, code: string) =>
  isDeepStrictEqual(opened, { status: "unusable", code });

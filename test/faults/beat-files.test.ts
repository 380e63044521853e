// Each file call of a beat fails once, or fails from then on, or writes only a part: the days are found again, nothing
// is left behind, and the next beat works. AGENT_USAGE_LONG_TESTS=1 for every error code and folder.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { StateFiles } from "../../src/base/disk/files.ts";
import { encodeState } from "../../src/state/disk/codec.ts";
import { noteDelivery } from "../../src/state/disk/delivery.ts";
import { machineId } from "../../src/state/disk/machine-id.ts";
import { openState } from "../../src/state/disk/open.ts";
import { keepBeforeJump } from "../../src/state/disk/settle-clock.ts";
import { stateFolder, stateNames } from "../../src/state/folder/state-folder.ts";
import { type FileCall, failAt, failingFiles } from "../support/failing-files.ts";
import { at, NOW, stateWith } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { modeOf, namesIn, openUsable, putFile } from "../support/state-disk.ts";

const isLong = process.env["AGENT_USAGE_LONG_TESTS"] === "1";
const CODES = isLong ? ["ENOSPC", "EIO", "EDQUOT", "EROFS", "EACCES", "EMFILE", "EFBIG"] : ["ENOSPC"];
const INTACT = encodeState(stateWith());
const CONTENTS: Readonly<Record<string, Partial<Record<keyof ReturnType<typeof stateNames>, string>>>> = {
  "a state and a previous one": { state: INTACT, previous: encodeState(stateWith({ seq: 6 })) },
  "a corrupt state and a previous one": { state: "{", previous: INTACT },
  "a state and a temporary file of a killed beat": { state: INTACT, temporary: "{" },
  "only a temporary file": { temporary: INTACT },
  "a corrupt state, a temporary file and a previous state": {
    state: "",
    temporary: INTACT,
    previous: INTACT,
  },
};
const FOLDERS = Object.entries(CONTENTS).slice(0, isLong ? undefined : 2);

/** The steps of a beat in its state folder, up to the first failure; returns whether all succeeded. */
async function beat(dir: string, files: StateFiles): Promise<boolean> {
  const opened = await openState(stateFolder(dir, files), NOW);
  if (opened.status !== "ok") return false;
  if ((await machineId(stateFolder(dir, files))).status !== "ok") return false;
  if ((await keepBeforeJump(stateFolder(dir, files))).status !== "ok") return false;
  if ((await opened.save(opened.state)).status !== "ok") return false;
  await noteDelivery(stateFolder(dir, files), { at: at(NOW), outcome: "delivered", delivered: true });
  return true;
}

async function assertDays(dir: string, what: string): Promise<void> {
  const { state, origin } = await openUsable(dir);
  assert.ok(origin !== "fresh" && isDeepStrictEqual(state.days, stateWith().days), `${origin} after ${what}`);
}

async function folderWith(t: TestContext, contents: (typeof CONTENTS)[string]): Promise<string> {
  const dir = await temporaryFolder(t);
  for (const [file, text] of Object.entries(contents)) {
    await putFile(stateNames(dir)[file as keyof typeof contents], text);
  }
  return dir;
}

for (const [name, contents] of FOLDERS) {
  for (const forever of [false, true]) {
    test(`${name}, and a call fails ${forever ? "with all later ones" : "once"}: the days are kept and the next beat works`, async (t) => {
      for (const code of CODES) {
        for (let index = 0, clean = false; !clean; index++) {
          const dir = await folderWith(t, contents);
          const { files, calls, openHandles } = failingFiles(failAt(index, code, { forever }));
          const isDone = await beat(dir, files);
          clean = calls.length <= index;
          const what = `${code} from ${calls[index]?.label ?? "none"}`;
          assert.equal(openHandles(), 0, what);
          if (clean) assert.ok(isDone && index > 40, what);
          await assertDays(dir, what);
          assert.ok(await beat(dir, failingFiles().files), what);
          const names = await namesIn(dir);
          assert.deepEqual(
            names.filter((left) => left.endsWith(".tmp")),
            [],
            what,
          );
          for (const left of names) assert.equal(await modeOf(`${dir}/${left}`), 0o600, left);
        }
      }
    });
  }

  test(`${name}, and each write in turn stops halfway: the days are kept and no temporary file is left`, async (t) => {
    for (let count = 1, written = count; written >= count; count++) {
      const dir = await folderWith(t, contents);
      written = 0;
      const fault = ({ name }: FileCall) =>
        name === "handle.writeFile" && ++written === count ? "ENOSPC" : undefined;
      await beat(dir, failingFiles(fault).files);
      const left = (await namesIn(dir)).filter((name) => name.endsWith(".tmp"));
      // Nothing was saved yet, so the temporary file beside an intact state is still there.
      const isUntouched = count === 1 && contents.state === INTACT && contents.temporary !== undefined;
      assert.deepEqual(left, isUntouched ? ["state.json.tmp"] : []);
      await assertDays(dir, `write ${count}`);
    }
  });
}

// A power cut at any instant of a beat, on a disk that may have written unflushed data, or a part of it, in any order:
// what was saved is found again. AGENT_USAGE_LONG_TESTS=1 for many more runs.
import assert from "node:assert/strict";
import { constants } from "node:fs";
import { test } from "node:test";
import { Random } from "../../bench/corpus/random.ts";
import { encodeState } from "../../src/state/disk/codec.ts";
import { noteDelivery, readDelivery } from "../../src/state/disk/delivery.ts";
import { machineId } from "../../src/state/disk/machine-id.ts";
import { openState } from "../../src/state/disk/open.ts";
import { keepBeforeJump } from "../../src/state/disk/settle-clock.ts";
import { stateFolder } from "../../src/state/folder/state-folder.ts";
import type { State } from "../../src/state/law/state.ts";
import { DIR, type Fuse, ModelDisk } from "../support/faults/model-disk.ts";
import { newSeed } from "../support/faults/seed.ts";
import { at, NOW, stateWith } from "../support/fixtures.ts";
import { openUsable } from "../support/state-disk.ts";

const RUNS = process.env["AGENT_USAGE_LONG_TESTS"] === "1" ? 10_000 : 500;
/** More calls than a beat makes. */
const CALLS = 65;

const { O_WRONLY, O_CREAT, O_EXCL } = constants;

/** A state with a number; higher is newer. */
const version = (number: number): State => stateWith({ agentVersion: `${number}.0.0`, seq: number });
const numberOf = ({ agentVersion }: State) => Number.parseInt(agentVersion ?? "", 10);

const OLDER = encodeState(version(1));
const OLD = encodeState(version(2));
/** The initial contents of the folder, and the number of the newest state that is durable. */
type Folder = readonly [durable: number, contents: Readonly<Record<string, string>>];
const FOLDERS: readonly Folder[] = [
  [0, {}],
  [2, { "state.json": OLD }],
  [2, { "state.json": OLD, "state.json.prev": OLDER }],
  [2, { "state.json": OLD, "state.json.tmp": "{", "state.json.prev.tmp": OLDER }],
];
/** Folders in which the state itself is lost. */
const LOST: readonly Folder[] = [
  [2, { "state.json.prev": OLD }],
  [2, { "state.json": "{", "state.json.prev": OLD }],
  [2, { "state.json": "{", "state.json.tmp": OLD, "state.json.prev": OLDER }],
];

interface Run {
  /** The newest state that was there or whose save succeeded; 0 if there is none. */
  durable: number;
  /** The newest state that was passed to a save. */
  newest: number;
  machine: string | undefined;
}

/** Everything a beat writes, in order. */
async function beat(disk: ModelDisk, fuse: Fuse, run: Run, random: Random): Promise<void> {
  const files = disk.process(fuse);
  const opened = await openState(stateFolder(DIR, files), NOW);
  const machine = await machineId(stateFolder(DIR, files));
  if (opened.status !== "ok" || machine.status !== "ok") return;
  if (random.chance(1 / 4) && (await keepBeforeJump(stateFolder(DIR, files))).status === "failed") return;
  run.newest++;
  const { stateId, seq } = opened.state;
  const saved = await opened.save({ ...version(run.newest), stateId, seq });
  if (saved.status !== "ok") return;
  run.durable = run.newest;
  run.machine ??= machine.id;
  await noteDelivery(stateFolder(DIR, files), { at: at(NOW), outcome: "delivered", delivered: true });
}

/** Runs some beats, killed or not, then cuts the power; returns what is wrong afterwards, or undefined. */
async function oneRun(seed: number, lies?: Fuse["lies"]): Promise<string | undefined> {
  const random = new Random(seed);
  const isLost = random.chance(1 / 3);
  const [durable, contents] = random.pick(isLost ? LOST : FOLDERS);
  const run: Run = { durable, newest: 2, machine: undefined };
  const disk = new ModelDisk(contents);
  for (let beats = isLost ? 1 : random.between(1, 3); beats > 0; beats--) {
    await beat(disk, { ...someFuse(random), ...(lies !== undefined && { lies }) }, run, random);
  }
  return problemAfter(disk.afterPowerCut(random), run);
}

function someFuse(random: Random): Fuse {
  return { left: random.chance(1 / 6) ? Number.POSITIVE_INFINITY : random.between(0, CALLS) };
}

async function problemAfter(disk: ModelDisk, { durable, newest, machine }: Run): Promise<string | undefined> {
  const files = disk.process({ left: Number.POSITIVE_INFINITY });
  const contents = disk.names().join(" ");
  const opened = await openState(stateFolder(DIR, files), NOW);
  if (opened.status !== "ok") return `${opened.status} from ${contents}`;
  if (opened.origin === "fresh") return durable === 0 ? undefined : `a fresh start from ${contents}`;
  const found = numberOf(opened.state);
  if (found < durable || found > newest)
    return `state ${found}, not ${durable} to ${newest}, from ${contents}`;
  const { days, lastBeat } = stateWith();
  assert.deepEqual([opened.state.days, opened.state.lastBeat], [days, lastBeat]);

  const { outcome = "delivered" } = (await readDelivery(stateFolder(DIR, files))) ?? {};
  assert.equal(outcome, "delivered");
  const id = await machineId(stateFolder(DIR, files));
  if (id.status !== "ok" || id.id !== (machine ?? id.id)) return `another machine id from ${contents}`;
  if ((await opened.save({ ...opened.state, agentVersion: "99.0.0" })).status !== "ok") return "no save";
  assert.equal(numberOf((await openUsable(DIR, files)).state), 99);
  assert.ok(disk.modes().every((mode) => mode === 0o600));
  return disk.names().some((name) => name.endsWith(".tmp")) ? `left: ${disk.names().join(" ")}` : undefined;
}

test(`${RUNS} power cuts: the old or the new state is found intact, and no successful save is lost`, async (t) => {
  const first = newSeed(t);
  for (let run = 0; run < RUNS; run++)
    assert.equal(await oneRun(first + run), undefined, `seed ${first + run}`);
});

test("a previous state is not lost to a newer, unflushed one left by a killed beat", {}, async () => {
  for (let seed = 0; seed < 1_500; seed++) {
    const random = new Random(seed);
    const run: Run = { durable: 2, newest: 3, machine: undefined };
    const disk = new ModelDisk({ "state.json.prev": OLD });
    const killed = disk.process({ left: Number.POSITIVE_INFINITY });
    const handle = await killed.open(`${DIR}/state.json.tmp`, O_WRONLY | O_CREAT | O_EXCL, 0o600);
    await handle.writeFile(Buffer.from(encodeState(version(3))));
    await beat(disk, someFuse(random), run, random);
    assert.equal(await problemAfter(disk.afterPowerCut(random), run), undefined, `seed ${seed}`);
  }
});

for (const lies of ["file", "folder"] as const) {
  test(`control: on a disk that does not flush a ${lies} the same runs lose states`, async (t) => {
    const first = newSeed(t);
    const problems = new Set<string | undefined>();
    for (let run = 0; run < 500; run++) problems.add(await oneRun(first + run, lies));
    problems.delete(undefined);
    t.diagnostic([...problems].slice(0, 3).join("; "));
    assert.ok(problems.size > 0);
  });
}

import { addDays, daysFrom, torontoDay } from "../../../src/base/calendar.ts";
import { RETENTION_DAYS } from "../../../src/contract/index.ts";
import type { Member } from "./cast.ts";
import { between } from "./random.ts";
import type { Scene } from "./scene.ts";
import type { Senders } from "./sender.ts";

/** How often a machine pushes, in milliseconds: so often that a page shows something new whenever it refreshes. */
const EVERY_MS = 3_000;

export interface LiveOptions {
  readonly scene: Scene;
  readonly senders: Senders;
  readonly clock: () => number;
  /** After each push that is kept. */
  readonly onKept: () => void;
  readonly everyMs?: number;
}

/** Lets the machines that are still here push in turn, each time with a little more. @returns the function that ends it */
export function keepPushing(options: LiveOptions): () => Promise<void> {
  const { scene, senders, clock, onKept, everyMs = EVERY_MS } = options;
  const members = [...senders.keys()].filter(({ left }) => left === 0);
  const more = new Map<Member, number>();
  let count = 0;
  const push = async () => {
    const member = members[count % members.length];
    const sender = member && senders.get(member);
    if (member === undefined || sender === undefined) return;
    const turn = Math.floor(count / members.length);
    count += 1;
    const added = (more.get(member) ?? 0) + Math.ceil(between(0, 4, scene.seed, member.label, turn));
    more.set(member, added);
    const at = clock();
    const today = torontoDay(at);
    const days = daysFrom(addDays(today, -RETENTION_DAYS), today);
    const home = member.isTwice && turn % 2 === 0 ? 1 : 0;
    // One that is not kept is made up for by the next one, as on a real machine.
    const { status } = await sender.push(scene, { member, at, days, home }, added);
    if (status === "kept") onKept();
  };
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(push);
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

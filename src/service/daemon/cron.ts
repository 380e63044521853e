import { Cron } from "croner";
import { beatPattern } from "../schedule.ts";

export interface ScheduleEvents {
  readonly onBeat: () => Promise<void>;
  /** A beat was due while the last one was still running. Called once for each beat that runs that long. */
  readonly onBlocked: () => void;
  /** `onBeat` threw, which is a bug. The schedule continues. */
  readonly onError: (error: unknown) => void;
}

export function startSchedule(offset: number, { onBeat, onBlocked, onError }: ScheduleEvents): Cron {
  let isReported = false;
  // croner calls this every half minute while a beat is overdue.
  const protect = () => {
    if (!isReported) onBlocked();
    isReported = true;
  };
  return new Cron(beatPattern(offset), { utcOffset: 0, protect, catch: onError }, async () => {
    isReported = false;
    await onBeat();
  });
}

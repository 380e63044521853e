import { writeHash } from "./hash";
import { labelsOfLine } from "./labels";
import { at, messageId, model, PLAIN, stopReason, timestamp, version } from "./line";
import {
  advisorCalls,
  advisorModel,
  cacheCreation1hTokens,
  cacheCreation5mTokens,
  cacheCreationTokens,
  cacheReadTokens,
  inputTokens,
  isFast,
  outputTokens,
} from "./usage";

/** Where the records are, and how many fit. One more follows them, for an advisor call, and then a place. */
const RECORDS: usize = 65_536;
const RECORD_BYTES: usize = 160;
export const MAX_RECORDS: i32 = 1024;

/** Where the spans of a place are. */
export const PLACE: usize = RECORDS + <usize>(MAX_RECORDS + 1) * RECORD_BYTES;

/** The bits of the flags. */
const FAST: i32 = 1;
const STOPPED: i32 = 2;
const IDENTIFIED: i32 = 4;

/** Writes the line that was just read. */
export function writeLine(index: i32, kind: i32): void {
  const ptr = RECORDS + <usize>index * RECORD_BYTES;
  store<f64>(ptr, at);
  store<i32>(ptr, kind, 56);
  store<usize>(ptr, advisorCalls, 64);
  let flags = stopReason.length > 0 ? STOPPED : 0;
  if (messageId.length > 0) {
    flags |= IDENTIFIED;
    writeHash(ptr + 68);
  }
  model.write(ptr + 84);
  version.write(ptr + 92);
  timestamp.write(ptr + 100);
  if (kind === PLAIN) store<i32>(ptr, labelsOfLine(), 156);
  writeUsage(ptr, flags);
}

/** Writes the advisor call that was just read. */
export function writeAdvisorCall(): void {
  const ptr = RECORDS + <usize>MAX_RECORDS * RECORD_BYTES;
  advisorModel.write(ptr + 84);
  writeUsage(ptr, 0);
}

function writeUsage(ptr: usize, flags: i32): void {
  store<i32>(ptr, isFast() ? flags | FAST : flags, 60);
  inputTokens.write(ptr, 0);
  outputTokens.write(ptr, 1);
  cacheCreationTokens.write(ptr, 2);
  cacheReadTokens.write(ptr, 3);
  cacheCreation5mTokens.write(ptr, 4);
  cacheCreation1hTokens.write(ptr, 5);
}

import { model, version } from "./line";

/*
 * Models and versions repeat from line to line. Each kind has slots that remember the texts written last, so that the host
 * decodes a text only when a slot changes. A slot has the length of its text, and then the text.
 */

const SLOT_BITS: u64 = 7;
const SLOT_BYTES: usize = 64;
/** 2^64 divided by the golden ratio: the product of different numbers differs in its first bits. */
const MULTIPLIER: u64 = ((<u64>0x9e37_79b9) << 32) | 0x7f4a_7c15;
/** Longer texts have no slot. */
const MAX_BYTES: i32 = 56;
/** The slots of a kind, between the records and the levels of nesting. */
const MODELS: usize = 230_400;
const VERSIONS: usize = MODELS + (1 << (<usize>SLOT_BITS)) * SLOT_BYTES;

/** The bits of a label beside its slot: the slot's text has changed; there is no slot. */
const IS_NEW: i32 = 1 << 7;
const NO_SLOT: i32 = 1 << 8;

/** The labels of the line that was just read. Its model and version must be plain. */
export function labelsOfLine(): i32 {
  return (
    labelOf(model.start, model.length, MODELS) | (labelOf(version.start, version.length, VERSIONS) << 16)
  );
}

/** Empties all slots: the host may have missed what changed. */
export function forgetLabels(): void {
  memory.fill(MODELS, 0, 2 * (VERSIONS - MODELS));
}

function labelOf(start: usize, length: i32, slots: usize): i32 {
  if (length === 0 || length > MAX_BYTES) return NO_SLOT;
  const slot = slotOf(start, length);
  const ptr = slots + <usize>slot * SLOT_BYTES;
  if (load<i32>(ptr) === length && isSame(ptr + 8, start, length)) return slot;
  store<i32>(ptr, length);
  memory.copy(ptr + 8, start, length);
  return slot | IS_NEW;
}

/** Most texts that differ do so in their last bytes. */
function slotOf(start: usize, length: i32): i32 {
  const tail = length < 8 ? load<u64>(start) << (<u64>(64 - 8 * length)) : load<u64>(start + length - 8);
  return <i32>((tail * MULTIPLIER) >> (64 - SLOT_BITS));
}

function isSame(slot: usize, start: usize, length: i32): bool {
  const end = slot + length - 8;
  for (; slot <= end; slot += 8, start += 8) {
    if (load<u64>(slot) !== load<u64>(start)) return false;
  }
  const rest = <u64>(slot - end);
  return rest === 8 || (load<u64>(slot) ^ load<u64>(start)) << (8 * rest) === 0;
}

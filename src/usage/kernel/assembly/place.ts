import { OPEN_OBJECT, skipBlanks, skipValue } from "./json";
import { firstValue, isKey, nextValue, objectEnd } from "./members";
import { PLACE } from "./record";
import { Text } from "./values";

/** The bits of what is sought. */
const SESSION: i32 = 1;
const FOLDER: i32 = 2;

/** What the host still wants to know of the file's place; 0 for nothing. */
export let sought: i32 = 0;
const sessionId: Text = new Text();
const cwd: Text = new Text();

export function seek(wanted: i32): void {
  sought = wanted;
}

/**
 * Reads the session and the folder that the line from `start` to before `end` names. Returns where their spans are; 0 if
 * the line has nothing that is sought.
 */
export function readPlace(start: usize, end: usize): usize {
  const ptr = skipBlanks(start);
  if (load<u8>(ptr) !== OPEN_OBJECT) return 0;
  sessionId.clear();
  cwd.clear();
  for (let value = firstValue(ptr); value !== 0; value = nextValue(value)) {
    if (isKey("cwd")) value = cwd.read(value);
    else if (isKey("sessionId")) value = sessionId.read(value);
    else value = skipValue(value);
  }
  if (objectEnd === 0 || skipBlanks(objectEnd) !== end) return 0;
  const found = (sessionId.length > 0 ? SESSION : 0) | (cwd.length > 0 ? FOLDER : 0);
  if ((found & sought) === 0) return 0;
  sessionId.write(PLACE);
  cwd.write(PLACE + 8);
  return PLACE;
}

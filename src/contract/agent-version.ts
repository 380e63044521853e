/** The longest version of the coding agent that is kept, in UTF-16 units. Real ones are about 7. */
const MAX_LENGTH = 64;
const VERSION = /^\d+\.\d+\.\d+[\w.+-]{0,48}$/;

/** Whether a text is a version of the coding agent (rule SCAN-19). */
export function isAgentVersion(text: string): boolean {
  return text.length <= MAX_LENGTH && VERSION.test(text);
}

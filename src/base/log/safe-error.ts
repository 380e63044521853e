import { errorCode, errorName } from "../errors.ts";
import { repeatable, truncate } from "../strings.ts";

/** What an error may say of itself: its kind, its code, and where it was thrown; no message and no cause, which may hold a path or a token. Never throws. */
export function safeError(error: unknown) {
  const frames = framesText(error)
    ?.split("\n")
    .flatMap((line) => {
      const at = /^\s+at (?:(.*) \()?(?:.*[/\\])?([^/\\()]+:\d+:\d+)\)?$/.exec(line);
      return at === null ? [] : [`${repeatable(at[1] ?? "", 64)}@${truncate(at[2] ?? "", 64)}`];
    });
  return { type: errorName(error) ?? typeof error, code: errorCode(error), at: frames?.slice(0, 8) };
}

/** The stack behind the message, which may look like a stack itself; nothing where the message is not found in it. */
function framesText(error: unknown): string | undefined {
  try {
    if (!(error instanceof Error)) return undefined;
    const { stack, message } = error;
    if (typeof stack !== "string" || typeof message !== "string") return undefined;
    const start = stack.indexOf(message);
    return start === -1 ? undefined : stack.slice(start + message.length);
  } catch {
    // What was thrown cannot be looked into.
    return undefined;
  }
}

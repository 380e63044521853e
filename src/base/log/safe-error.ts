import { errorCode, errorName } from "../errors.ts";
import { repeatable, truncate } from "../strings.ts";

/** The parts of an error that are safe to log: type, code and stack frames, but no message or cause, which may contain a path or a token. Never throws. */
export function safeError(error: unknown) {
  const frames = framesText(error)
    ?.split("\n")
    .flatMap((line) => {
      const at = /^\s+at (?:(.*) \()?(?:.*[/\\])?([^/\\()]+:\d+:\d+)\)?$/.exec(line);
      return at === null ? [] : [`${repeatable(at[1] ?? "", 64)}@${truncate(at[2] ?? "", 64)}`];
    });
  return { type: errorName(error) ?? typeof error, code: errorCode(error), at: frames?.slice(0, 8) };
}

/** The stack after the message, which may itself look like a stack; `undefined` if the message is not in it. */
function framesText(error: unknown): string | undefined {
  try {
    if (!(error instanceof Error)) return undefined;
    const { stack, message } = error;
    if (typeof stack !== "string" || typeof message !== "string") return undefined;
    const start = stack.indexOf(message);
    return start === -1 ? undefined : stack.slice(start + message.length);
  } catch {
    // A thrown value whose properties throw.
    return undefined;
  }
}

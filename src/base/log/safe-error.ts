import { errorCode, errorName } from "../errors.ts";

/** What an error may say of itself: its kind, its code, and where it was thrown; no message and no cause, which may hold a path or a token. */
export function safeError(error: unknown) {
  const frames = framesText(error)
    ?.split("\n")
    .flatMap((line) => {
      const at = /^\s+at (?:(.*) \()?(?:.*[/\\])?([^/\\()]+:\d+:\d+)\)?$/.exec(line);
      return at === null ? [] : [`${at[1] ?? ""}@${at[2]}`];
    });
  return { type: errorName(error) ?? typeof error, code: errorCode(error), at: frames?.slice(0, 8) };
}

/** The stack behind the message, which may look like a stack itself; nothing where the message is not found in it. */
function framesText(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { stack = "", message } = error;
  const start = stack.indexOf(message);
  return start === -1 ? undefined : stack.slice(start + message.length);
}

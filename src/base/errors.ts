/** The form of a code of the system or of Node. */
const CODE = /^[A-Z][A-Z0-9_]{0,63}$/;
/** The form of a class name. */
const NAME = /^[A-Za-z]{1,64}$/;

/**
 * An error's system code (`ENOENT`, `EACCES`, ...), or its name if it has no code. Never its message, which may contain a
 * path or a token.
 */
export function errorCode(error: unknown): string {
  return textOf(error, "code", CODE) ?? errorName(error) ?? "unknown";
}

/** Creates an error with a code, like a system error. @param message without a path or a token: it appears in stack traces */
export function codedError(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}

/** The name of an error, or of anything else that was thrown; `undefined` unless it looks like a class name. */
export function errorName(error: unknown): string | undefined {
  return textOf(error, "name", NAME);
}

/** For `.catch()` after a call on a file that may be missing: returns `undefined` for ENOENT and throws any other error. */
export function undefinedIfMissing(error: unknown): undefined {
  if (errorCode(error) === "ENOENT") return undefined;
  throw error;
}

/** A string property of a thrown value, if it matches `form`. Never throws. */
function textOf(error: unknown, key: "code" | "name", form: RegExp): string | undefined {
  try {
    const text = (error as Record<string, unknown> | null | undefined)?.[key];
    return typeof text === "string" && form.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

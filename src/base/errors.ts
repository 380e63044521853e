/** What a code of the system's, or of Node's, looks like. */
const CODE = /^[A-Z][A-Z0-9_]{0,63}$/;
/** What a name of a class looks like. */
const NAME = /^[A-Za-z]{1,64}$/;

/** The system's code of an error (`ENOENT`, `EACCES`, ...), or its name where it has none. Never its message: that may hold a path or a token. */
export function errorCode(error: unknown): string {
  return textOf(error, "code", CODE) ?? errorName(error) ?? "unknown";
}

/** An error under a code, as those of the system have one. @param message for a stack trace: no path, no token */
export function codedError(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}

/** What an error calls itself, whatever was thrown; nothing where that is no name of a class. */
export function errorName(error: unknown): string | undefined {
  return textOf(error, "name", NAME);
}

/** To be put behind a call on a file that may not be there: gives nothing for ENOENT, and throws all else. */
export function undefinedIfMissing(error: unknown): undefined {
  if (errorCode(error) === "ENOENT") return undefined;
  throw error;
}

/** A text of that form that a thrown value holds under a key; what cannot be looked into holds none. */
function textOf(error: unknown, key: "code" | "name", form: RegExp): string | undefined {
  try {
    const text = (error as Record<string, unknown> | null | undefined)?.[key];
    return typeof text === "string" && form.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

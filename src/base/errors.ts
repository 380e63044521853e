/** The system's code of an error (`ENOENT`, `EACCES`, ...), or its name where it has none. Never its message: that may hold a path or a token. */
export function errorCode(error: unknown): string {
  return textOf(error, "code") ?? errorName(error) ?? "unknown";
}

/** What an error calls itself, whatever was thrown. */
export function errorName(error: unknown): string | undefined {
  return textOf(error, "name");
}

/** A text that a thrown value holds under a key; what cannot be looked into holds none. */
function textOf(error: unknown, key: "code" | "name"): string | undefined {
  try {
    const text = (error as Record<string, unknown> | null | undefined)?.[key];
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}

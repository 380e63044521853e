/**
 * The path of the first text with a NUL, which no database takes: of a value, or of a key, wherever it is.
 * @param value parsed JSON, nested however deeply
 */
export function pathOfNul(value: unknown): string | undefined {
  const waiting: { value: unknown; path: string }[] = [{ value, path: "" }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value: current, path } = next;
    if (typeof current === "string" && current.includes("\0")) return path;
    if (typeof current !== "object" || current === null) continue;
    const entries = Object.entries(current);
    if (entries.some(([key]) => key.includes("\0"))) return path;
    // The last one pushed is read first.
    for (const [key, inner] of entries.reverse()) {
      waiting.push({ value: inner, path: path === "" ? key : `${path}.${key}` });
    }
  }
  return undefined;
}

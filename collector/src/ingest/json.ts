/** Parses bytes, one part after the other. @returns undefined if they are not JSON in UTF-8 */
export function parseJson(...parts: readonly Uint8Array[]): { text: string; value: unknown } | undefined {
  try {
    const text = parts.map((part) => decoder.decode(part)).join("");
    return { text, value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

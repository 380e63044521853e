/** A field of a form; empty if it is not there. */
export function fieldOf(body: unknown, name: string): string {
  return body instanceof URLSearchParams ? (body.get(name) ?? "") : "";
}

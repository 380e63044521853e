/** Leaves a body unread, whatever it is: nobody waits for it, and nothing comes of a failure. */
export function discard(body: { cancel(): unknown } | null | undefined): void {
  try {
    Promise.resolve(body?.cancel()).catch(() => {});
  } catch {
    // It would not even be cancelled.
  }
}

// Bodies of pushes as a collector gets them.

/** A body as JSON that is not checked: tests break it in any place. */
// biome-ignore lint/suspicious/noExplicitAny: tests write wrong values into it
export type Body = any;

/** A small, correct body. */
export function aBody(): Body {
  const counts = { requests: 3, inputTokens: 1, outputTokens: 2, cacheCreationTokens: 4, cacheReadTokens: 8 };
  return {
    schemaVersion: 1,
    program: "agent-usage",
    machine: { id: "3b241101-e2bb-4255-8caf-4136c566a962", label: "laptop", os: "linux", account: "team" },
    stateId: "9f0c9b0e-6a5c-4b43-9d1e-6f4b8f1f2a10",
    seq: 7,
    agentUsageVersion: "0.1.0",
    agentVersion: "2.1.0",
    sentAt: "2026-11-22T10:00:00.000Z",
    timeZone: "America/Toronto",
    limits: {
      status: "ok",
      fetchedAt: "2026-11-22T09:59:59.000Z",
      items: [
        {
          kind: "session",
          group: "session",
          percent: 12,
          severity: "normal",
          resetsAt: "2026-11-22T15:00:00.000Z",
          model: null,
        },
      ],
    },
    usage: {
      since: "2026-11-21",
      readErrors: 0,
      days: [
        { day: "2026-11-21", state: "frozen", models: [{ model: "large", ...counts }] },
        { day: "2026-11-22", state: "open", models: [{ model: "small", ...counts }] },
      ],
    },
  };
}

export const bytes = (body: unknown): Buffer => Buffer.from(JSON.stringify(body));

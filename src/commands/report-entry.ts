import type { Command } from "../cli/index.ts";

/** `report` on the command line. */
export const reportEntry: Command = {
  summary: "show what was used and what it cost, by day, week, model, project and more",
  note: "Without options it shows the last 7 days. Costs are estimates at API list prices. Projects, sessions and hours are read from the transcripts, and kept nowhere.",
  options: {
    days: { value: "N", what: "the last N days, including today (7 or 7d)" },
    since: {
      value: "DAY",
      what: "the days from DAY: YYYY-MM-DD, today, yesterday, or window for the current 5-hour session",
    },
    until: { value: "DAY", what: "the days up to DAY" },
    by: {
      value: "WHAT",
      what: "group by one or two of these, such as project,model",
      values: ["day", "week", "month", "model", "project", "session", "hour"],
    },
    model: { value: "NAME", what: "only models with NAME in their name, such as opus" },
    project: { value: "NAME", what: "only projects with NAME in their name" },
    limit: { value: "N", what: "the N newest, or the N that cost the most; the others in one line" },
    full: "every recorded day by model, with each kind of tokens",
    cost: "with --json or --csv: also the cost of each row",
    json: "print as JSON",
    csv: "print as CSV",
    html: {
      value: "FILE",
      what: "write a page with limits, costs and charts; - is standard output",
      isFile: true,
    },
    open: "with --html FILE: open the page in the browser",
    reload: "with --html: let the page reload itself every 5 minutes",
  },
  needs: { reload: "html" },
  examples: [
    "report --days 30",
    "report --since yesterday",
    "report --by project,model",
    "report --since window",
    "report --full",
    "report --csv --cost",
    "report --html usage.html",
  ],
  run: async (options, { output }) => (await import("./report/command.ts")).reportCommand(options, output),
};

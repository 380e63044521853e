import { html, type Markup } from "../../../../src/report/index.ts";
import { timeOf, type Visit } from "../site/index.ts";
import { section } from "./parts.ts";

const NAMES = { sqlite: "SQLite", postgres: "PostgreSQL" } as const;
const STEP = 1024;
const UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"];

/** How the database is, and when it was last copied. */
export async function databasePart({ store, now }: Visit, retention: number | undefined): Promise<Markup> {
  const { kind, version, bytes, backupAt } = await store.state();
  const backup =
    kind === "postgres"
      ? html`By PostgreSQL's own tools, such as pg_dump`
      : backupAt === null
        ? html`<span class="badge warn">never</span> Run <code>agent-usage-collector backup FILE</code>`
        : timeOf(backupAt, now);
  const facts: readonly (readonly [string, string | Markup])[] = [
    ["Database", `${NAMES[kind]} ${version}`],
    ["Where", html`<code>${store.description}</code>`],
    ["Size", html`<data value="${bytes}" title="${bytes} bytes">${sizeOf(bytes)}</data>`],
    ["Kept", retention === undefined ? "every day, for good" : `the last ${retention} days`],
    ["Last backup", backup],
  ];
  return section(
    "database",
    "Database",
    html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`,
  );
}

function sizeOf(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(STEP)));
  const amount = bytes / STEP ** power;
  return `${power === 0 ? amount : amount.toFixed(1)} ${UNITS[power]}`;
}

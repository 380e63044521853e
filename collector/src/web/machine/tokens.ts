import { html, type Markup } from "../../../../src/report/index.ts";
import { beginningOf } from "../../auth/index.ts";
import type { MachineToken } from "../../store/index.ts";
import { type Cell, type Table, tableOf, timeOf } from "../site/index.ts";
import type { Found } from "./find.ts";

interface TokenView {
  readonly now: number;
  readonly timeZone: string;
  readonly canChange: boolean;
}

/** A machine's tokens: how each begins, when it was made and last used. */
export function tokensTable(
  tokens: readonly MachineToken[],
  { machine, parts }: Found,
  { now, timeZone, canChange }: TokenView,
): Markup {
  if (tokens.length === 0)
    return html`<p class="soft">No token works. The machine needs a new line to join again.</p>`;
  const ownerOf = (id: string) => parts.find((part) => part.id === id) ?? machine;
  const hasParts = tokens.some((token) => token.machine !== machine.id);
  const timeCell = (at: number | null): Cell =>
    at === null
      ? null
      : {
          value: new Date(at).toISOString(),
          shown: timeOf(at, now, timeZone),
        };
  const table: Table = {
    name: "tokens",
    caption: "Tokens of this machine",
    columns: [
      { key: "token", head: "Begins with", isText: true },
      ...(hasParts ? [{ key: "machine", head: "Of", isText: true }] : []),
      { key: "made", head: "Made", isText: true },
      { key: "used", head: "Last used", isText: true },
      ...(canChange ? [{ key: "revoke", head: "Action", isText: true, isAction: true }] : []),
    ],
    rows: tokens.map(({ id, prefix, createdAt, usedAt, machine: owner }): Cell[] => {
      const beginning = beginningOf("token", prefix);
      const link = html`<a class="button small danger" href="/machines/${machine.id}/tokens/${id}/revoke" aria-label="Revoke the token ${beginning}">Revoke…</a>`;
      return [
        { value: prefix, shown: html`<code>${beginning}…</code>` },
        ...(hasParts ? [ownerOf(owner).label] : []),
        timeCell(createdAt),
        usedAt === null ? "not yet" : timeCell(ownerOf(owner).lastSeen),
        ...(canChange ? [{ value: id, shown: link }] : []),
      ];
    }),
  };
  return tableOf(table);
}

import { tokensOf } from "../../../../src/contract/index.ts";
import { html, type Markup, MEASURES, sumOf } from "../../../../src/report/index.ts";
import { short } from "../../../../src/text/numbers.ts";
import type { FleetUsage } from "../../store/index.ts";
import type { View } from "../site/index.ts";
import { changeOf, changeWords } from "./change.ts";
import { entriesOfDay, sumFrom } from "./sums.ts";

/** What was used in the range and before it, in dollars, tokens and requests. */
export function totalCards({ range, today }: View, use: FleetUsage): Markup {
  const [now, before] = [sumFrom(use.total), sumFrom(use.before.sum)];
  const days = { now: use.days.length, before: use.before.days };
  const isKnown = use.days.length > 0;
  const { cost } = MEASURES;
  const facts = [
    { name: "Cost", of: cost.of, shown: (sum) => roundCost(cost.text(sum)), text: cost.amount },
    { name: "Tokens", of: MEASURES.tokens.of, shown: ({ counts }) => short(tokensOf(counts)), text: short },
    {
      name: "Requests",
      of: ({ counts }) => counts.requests,
      shown: ({ counts }) => short(counts.requests),
      text: short,
    },
  ] as const satisfies readonly Fact[];
  const todays = use.days.includes(today) ? sumOf(entriesOfDay(use, today)) : undefined;
  return html`${facts.map(({ name, of, shown, text }) => {
    const change = changeWords(changeOf(of(now), of(before), days), {
      before: of(before),
      text,
      length: range.length,
    });
    const soFar = todays === undefined ? "" : html`<p class="soft">Today so far: ${shown(todays)}</p>`;
    return html`<article class="card use"><h3>${name}</h3>
<p class="big">${isKnown ? html`<data value="${of(now)}" title="${exact(of(now))}">${shown(now)}</data>` : "–"}</p>
<p class="soft">${isKnown ? change : "No data for these days."}</p>${soFar}</article>`;
  })}`;
}

interface Fact {
  readonly name: string;
  readonly of: (sum: ReturnType<typeof sumFrom>) => number;
  readonly shown: (sum: ReturnType<typeof sumFrom>) => string;
  readonly text: (amount: number) => string;
}

/** A thousand dollars or more, without cents. Marks stay. */
function roundCost(text: string): string {
  return text.replace(
    /\$(\d+(?:,\d{3})+\.\d\d)/,
    (_, amount: string) => `$${Math.round(Number(amount.replaceAll(",", ""))).toLocaleString("en")}`,
  );
}

function exact(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 2 });
}

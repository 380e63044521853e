import { createHash } from "node:crypto";
import { wholeTime } from "../../text/times.ts";
import { limitViews } from "../limits/view.ts";
import { html, type Markup } from "../markup.ts";
import type { PageFacts } from "./facts.ts";
import { limitCards } from "./limit-cards.ts";
import { pageNotes } from "./notes.ts";
import { courses, tables, usage } from "./sections.ts";
import { STYLE } from "./style.ts";
import { useCards } from "./use-cards.ts";
import { verdictOf } from "./verdict.ts";

/** How often a page that is written again and again reloads itself, in seconds. */
const RELOAD_S = 300;

/** The report as one self-contained page: no network, no script, no image. What matters most comes first. */
export function pageOf(facts: PageFacts): string {
  const { program, label, limits, history, reloads, now, timeZone } = facts;
  const views = limits === undefined ? [] : limitViews(limits, history, now);
  const owner = `${program} on ${label}`;
  const verdict = verdictOf(views, now, timeZone);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
${
  reloads
    ? html`<meta http-equiv="refresh" content="${RELOAD_S}">
`
    : ""
}<title>${verdict === undefined ? owner : `${verdict} - ${owner}`}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
<h1>${verdict ?? owner}</h1>
<p class="soft">${verdict === undefined ? "" : `${owner}, `}${wholeTime(now, timeZone)}</p>
</header>
${limitCards(views, facts)}
${useCards(facts)}
${usage(facts)}
${courses(views, now, timeZone)}
${tables(facts)}
${pageNotes(facts)}
</main>
</body>
</html>
`.toString();
}

function policy(): Markup {
  const hash = createHash("sha256").update(STYLE.toString()).digest("base64");
  return html`default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}

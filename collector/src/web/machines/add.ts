import { DAY_MS, HOUR_MS } from "../../../../src/base/durations.ts";
import { plural } from "../../../../src/base/words.ts";
import { html, type Markup } from "../../../../src/report/index.ts";
import { type InviteLine, type Links, runOperation } from "../../admin/index.ts";
import { copyable, fieldOf, type Rendered, type SitePages, type Visit } from "../site/index.ts";

/** How long a line works, by the words of the form. */
const TIMES = { "1h": ["1 hour", HOUR_MS], "1d": ["1 day", DAY_MS], "7d": ["7 days", 7 * DAY_MS] } as const;
type Time = keyof typeof TIMES;
const USUAL: Time = "1h";
const MOST_USES = 100_000;

/** The line to paste on a machine, for one or for many. It is shown once. */
export function routeAdd(pages: SitePages, links: () => Links): void {
  pages.get("/machines/add", "change", async () => formPage("1", USUAL));
  pages.post("/invite", "change", async (form, visit) => {
    const uses = fieldOf(form, "uses") || "1";
    const time = Object.keys(TIMES).find((known) => known === (fieldOf(form, "time") || USUAL));
    const isNumber = /^[1-9]\d{0,5}$/.test(uses) && Number(uses) <= MOST_USES;
    if (!isNumber || time === undefined)
      return formPage(uses, USUAL, `A whole number from 1 to ${MOST_USES.toLocaleString("en")}.`);
    const [words, ttlMs] = TIMES[time as Time];
    const line = await lineOf(visit, links(), { uses: Number(uses), ttlMs });
    const times = uses === "1" ? "once" : `for ${plural(Number(uses), "machine")}`;
    return linePage(
      "Add a machine",
      line,
      `It works ${times}, for ${words}, and is not shown again.`,
      "/machines",
    );
  });
}

/** Makes a code to join with. @param given a machine, if it is for that one alone */
export async function lineOf(
  { store, now, actor: person }: Visit,
  links: Links,
  given: { readonly uses: number; readonly ttlMs: number; readonly machine?: string },
): Promise<string> {
  const made = await runOperation("invite", given, { store, links, now, person });
  if (made.status === "refused") throw new Error(`an invitation was refused: ${made.message}`);
  return (made.result as InviteLine).line;
}

/** A line that is shown once. @param back the list for a new machine, which may still need agent-usage */
export function linePage(title: string, line: string, note: string, back: string): Rendered {
  const isNew = back === "/machines";
  const body = html`<section class="card start">${isLocal(line) ? LOCAL_ONLY : ""}
<ol class="line-steps">${isNew ? INSTALL : ""}
<li><h2>${isNew ? "Join" : "Join again"}</h2><p class="soft">Paste this into a shell on the machine. ${note}</p>${copyable(html`agent-usage join '${line}'`)}</li>
${isNew ? START : ""}</ol>
<p class="soft">The machine is on the list as soon as it has joined, with its first figures.</p>
<p><a class="button main" href="${back}">${isNew ? "Go to the machines" : "Back to the machine"}</a></p></section>`;
  return { status: "page", title, nav: "Machines", body };
}

/** Whether a line leads to the computer that it is used on. */
function isLocal(line: string): boolean {
  const { hostname } = new URL(line);
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

const LOCAL_ONLY = html`<p class="alerting"><b>This line works on the collector's own computer only</b>, as its address is localhost. For other machines, start the collector with <code>--listen 0.0.0.0:8443 --url https://NAME:8443</code>, where NAME is how they reach it, and make a new line.</p>`;

const INSTALL = html`<li><h2>Install agent-usage</h2><p class="soft">In a copy of its repository, with Node 20 or newer. Skip this where it is installed.</p>${copyable("npm ci && npm pack && npm install --global --prefix ~/.local ./agent-usage-*.tgz")}</li>`;

const START = html`<li><h2>Keep it running</h2><p class="soft">As a service that sends new figures every 15 minutes.</p>${copyable("agent-usage install --now")}</li>`;

function formPage(uses: string, time: Time, error?: string): Rendered {
  const options = Object.entries(TIMES).map(([name, [words]]) =>
    name === time
      ? html`<option value="${name}" selected>${words}</option>`
      : html`<option value="${name}">${words}</option>`,
  );
  const body = html`<section class="card start">
<form class="stacked" method="post" action="/invite">
<label for="uses">How many machines</label>
${error === undefined ? html`<input id="uses" name="uses" type="number" min="1" max="${MOST_USES}" value="${uses}" required>` : wrongUses(uses, error)}
<label for="time">The line works for</label>
<select id="time" name="time">${options}</select>
<button class="main">Make a line</button>
</form>
<p class="hint">Paste the line into a shell on each machine. A code that is not used can be revoked with <code>agent-usage-collector invite revoke</code>.</p></section>`;
  return {
    status: "page",
    title: "Add machines",
    nav: "Machines",
    body,
    ...(error !== undefined && { code: 422 }),
  };
}

function wrongUses(uses: string, error: string): Markup {
  return html`<p class="error" role="alert" id="uses-error">${error}</p><input id="uses" name="uses" type="number" min="1" max="${MOST_USES}" value="${uses}" aria-invalid="true" aria-describedby="uses-error" required>`;
}

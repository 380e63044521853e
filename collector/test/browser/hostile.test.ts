// Names that machines and people give, in a browser: on every page they are text, and nothing else.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Browser } from "playwright-core";
import { runCollector } from "../../../test/support/collector-program.ts";
import { explore } from "../support/explore.ts";
import { joinAll } from "../support/fleet.ts";
import { signInAdmin } from "../support/people.ts";
import { openBrowser, skip, visit } from "./support.ts";

const HOSTILE = {
  markup: "<img src=https://evil.invalid/a.png onerror=alert(1)>",
  script: "</title></textarea></style></script><script>alert(1)</script>",
  attribute: `" onfocus="alert(1)" autofocus x="' onmouseover='alert(1)`,
  svg: `<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>`,
  address: "javascript:alert(document.cookie)//https://evil.invalid/?a=1&b=<c>",
  style: "</style><style>@import url(https://evil.invalid/x.css);*{display:none}",
  template: "#{alert(1)}{{constructor.constructor('alert(1)')()}}&lt;b&gt;%0d%0aSet-Cookie:x=1",
  long: "W".repeat(256),
} as const;
const NAMES = Object.values(HOSTILE);
/** Machines may also be called what turns the text around or cannot be seen. */
const LABELS = [...NAMES, "\u202Emoc.live\u202C\u2066\u200B\u200D\uFEFF\u00AD", "\u{1F4A9}".repeat(60)];

const browser = (await openBrowser({ after })) as Browser;
const collector = await runCollector({ after });
const admin = await signInAdmin(collector);
await joinAll(
  collector,
  LABELS.map((label, index) => ({ label, account: label, requests: index + 1, percent: 40, model: label })),
);
for (const [index, name] of NAMES.entries()) {
  const short = name.slice(0, 80);
  await admin.post("/settings/people/add", { name: short, role: "viewer" });
  await admin.post("/settings/keys/create", { name: short, scope: "api" });
  await admin.post("/alerts/channels", { kind: "ntfy", name: short, url: "https://ntfy.example/topic" });
  await admin.post("/alerts/rules", { account: name, percents: "90", enabled: "1" });
  await admin.post(`/machines/${index + 1}/rename`, { name });
}
await admin.post("/alerts/silence", { machine: "1", after: "24" });
const { pages } = await explore(admin);

test("hostile names of machines, models, accounts, people, channels and keys are inert on every page", {
  skip,
}, async (t) => {
  assert.ok(pages.size > 25, `${pages.size} pages`);
  const { page, context, complaints } = await visit(browser, collector, admin, "/", {
    viewport: { width: 360, height: 800 },
  });
  t.after(() => context.close());
  const shown = new Set<string>();
  const elsewhere: string[] = [];
  page.on("dialog", (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== collector.url) elsewhere.push(request.url());
  });
  for (const path of [...pages.keys(), "/?by=machine", "/?by=account&unit=tokens"]) {
    await page.goto(collector.url + path);
    const { overflow, foreign, text } = await page.evaluate(
      (names) => {
        for (const details of document.querySelectorAll("details")) details.open = true;
        for (const point of document.querySelectorAll("[data-point]"))
          point.dispatchEvent(new PointerEvent("pointermove", { bubbles: true }));
        const all = [...document.querySelectorAll("*")];
        const isOwn = (node: Element) => node.matches('script[src^="/assets/"], link[href^="/assets/"]');
        return {
          overflow: document.documentElement.scrollWidth - innerWidth,
          foreign: all
            .filter((node) =>
              node.matches(
                "img, iframe, object, embed, script, style, link, base, meta[http-equiv], [href^='javascript:']",
              ),
            )
            .filter((node) => !isOwn(node) && !node.matches('link[rel="icon"]'))
            .concat(all.filter((node) => node.getAttributeNames().some((name) => name.startsWith("on"))))
            .map((node) => node.outerHTML),
          text: names.filter((name) => document.body.textContent?.includes(name)),
        };
      },
      [...NAMES],
    );
    for (const name of text) shown.add(name);
    if (overflow > 0) complaints.push(`${path} is ${overflow}px too wide`);
    for (const markup of foreign) complaints.push(`${path} has ${markup}`);
  }
  assert.deepEqual(elsewhere, []);
  assert.deepEqual(complaints, []);
  assert.deepEqual([...shown].sort(), [...NAMES].sort());
});

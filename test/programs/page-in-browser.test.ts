// The report's page in a real browser, which alone shows the effect of its policy and style sheet.
import assert from "node:assert/strict";
import { test } from "node:test";
import { daysFrom } from "../../src/base/calendar.ts";
import type { Days } from "../../src/contract/index.ts";
import { entriesOf } from "../../src/report/groups.ts";
import { usedDays } from "../../src/report/use.ts";
import { runInPage, skip } from "../support/browser.ts";
import {
  frozen,
  item,
  NOW,
  OLDEST_KEPT,
  okLimits,
  open,
  TODAY,
  used,
  YESTERDAY,
} from "../support/fixtures.ts";
import { pageWith } from "../support/page.ts";

const ALL_DAYS = daysFrom(OLDEST_KEPT, TODAY);
const MODELS = ["model-one-20260101", "model-two-20260202", "model-three-20260303", "model-four-20260404"];
const COUNTS = {
  requests: 900,
  inputTokens: 300_000,
  outputTokens: 400_000,
  cacheCreationTokens: 1_800_000,
  cacheReadTokens: 5_000_000,
};
/** Full bars for every day, and sums of up to ten digits. */
const BUSY: Days = Object.fromEntries(
  ALL_DAYS.map((day) => [day, frozen(Object.fromEntries(MODELS.map((model) => [model, COUNTS])))]),
);

function page(days: Days, items = [item()], name = "desk"): string {
  const placed = entriesOf(usedDays(days, {}, NOW)).map((entry) => ({
    ...entry,
    project: entry.model,
    hour: `${entry.day}T14:00`,
  }));
  return pageWith(days, { placed, limits: okLimits(NOW, items), label: name });
}

for (const [scheme, background] of [
  ["light", "rgb(245, 246, 248)"],
  ["dark", "rgb(15, 18, 21)"],
] as const) {
  test(`a phone's browser shows the complete page, ${scheme}, and makes no request`, { skip }, async (t) => {
    const days = Object.fromEntries(ALL_DAYS.map((day) => [day, frozen(used(2, 20, "a".repeat(128)))]));
    const text = page(days, [item({ model: "b".repeat(128) })], "c".repeat(128));
    const result = await runInPage(
      t,
      text,
      { width: 375, scheme },
      `const { documentElement: root, body } = page;
      return {
        isStyled: view.getComputedStyle(body).maxWidth !== "none",
        overflow: root.scrollWidth - root.clientWidth,
        bars: page.querySelectorAll(".chart g rect:not(.weekend)").length,
        isDrawn: page.querySelector(".chart g rect:not(.weekend)").getBoundingClientRect().width > 3,
        textSize: view.getComputedStyle(page.querySelector(".heat text")).fontSize,
        background: view.getComputedStyle(body).backgroundColor,
        requests: view.performance.getEntriesByType("resource").length,
      };`,
    );
    assert.deepEqual(result, {
      isStyled: true,
      overflow: 0,
      bars: 14,
      isDrawn: true,
      textSize: "12px",
      background,
      requests: 0,
    });
  });

  test(`text has a contrast of 4.5:1 and bars of 3:1, ${scheme}`, { skip }, async (t) => {
    const models = Object.assign(
      {},
      ...Array.from({ length: 9 }, (_, index) => used(1, 90, `model-${index}`)),
    );
    const text = page(
      { [YESTERDAY]: frozen(models), [TODAY]: open(models) },
      ["normal", "warning", "critical"].map((severity) => item({ severity })),
    );
    const result = await runInPage(t, text, { width: 1280, scheme }, FIND_FAINT);
    assert.deepEqual(result, { hasText: true, bars: 33, faint: [] });
  });
}

const FIND_FAINT = `
  const light = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).map((part) => (color.startsWith("rgb") ? part / 255 : Number(part)))
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const backgroundOf = (element) => light(view.getComputedStyle(element.closest(".card") ?? page.body).backgroundColor);
  const contrast = (color, background) => Math.max(light(color), background) / Math.min(light(color), background);
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
  const labels = [...page.querySelectorAll("main *:not(title, details *)")].filter(hasText)
    .map((element) => [element, element.localName === "text" ? ["fill"] : ["color"], 4.5]);
  const bars = [...page.querySelectorAll("rect:not(.weekend, .heat rect), .clock, .even, .line, .ahead")].map((bar) => [bar, ["fill", "stroke"], 3]);
  const isFaint = ([element, properties, least]) => {
    const style = view.getComputedStyle(element);
    const colors = properties.map((name) => style[name]).filter((color) => color !== "none");
    const opacity = Math.min(style.opacity, view.getComputedStyle(element.parentNode).opacity);
    return opacity < 1 || colors.every((color) => contrast(color, backgroundOf(element)) < least);
  };
  const faint = [...labels, ...bars].filter(isFaint).map(([element]) => element.outerHTML);
  return { hasText: labels.length > 0, bars: bars.length, faint };`;

/** Opens what is folded away. */
const OPEN = `for (const details of page.querySelectorAll("details")) details.open = true;`;

for (const width of [360, 375]) {
  test(`on a ${width} px wide phone, the chart's labels stay within the page and overlap neither bars nor each other`, {
    skip,
  }, async (t) => {
    const result = await runInPage(
      t,
      page(BUSY),
      { width },
      `const box = (element) => element.getBoundingClientRect();
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const labels = [...page.querySelectorAll(".chart text")];
    const others = [...labels, ...page.querySelectorAll(".chart rect:not(.weekend)")];
    const isWrong = (label) =>
      box(label).left < 0 || box(label).right > view.innerWidth ||
      others.some((other) => other !== label && meet(box(label), box(other)));
    return { hasText: labels.length > 0, wrong: labels.filter(isWrong).map((label) => label.textContent) };`,
    );
    assert.deepEqual(result, { hasText: true, wrong: [] });
  });
}

test("on a desktop screen all columns of the table are visible", { skip }, async (t) => {
  const hidden = `${OPEN} const region = page.querySelector(".scroll"); return region.scrollWidth - region.clientWidth;`;
  assert.equal(await runInPage(t, page(BUSY), { width: 1280 }, hidden), 0);
});

test("the sums are aligned with their columns", { skip }, async (t) => {
  const rightEdges = `${OPEN} const rights = (row) => [...page.querySelectorAll(row + " td")].slice(-6).map((cell) => {
      const range = page.createRange();
      range.selectNodeContents(cell);
      return Math.round(range.getBoundingClientRect().right);
    });
    return [rights("tbody tr:last-child"), rights("tfoot tr")];`;
  const [figures, sums] = (await runInPage(t, page(BUSY), { width: 1280 }, rightEdges)) as number[][];
  assert.deepEqual(sums, figures);
});

test("the printed page has every column, dark on white, even from a dark screen", { skip }, async (t) => {
  const result = await runInPage(
    t,
    page(BUSY),
    // The width of A4 between its margins.
    { width: 718, scheme: "dark" },
    `${OPEN} for (const { media } of page.styleSheets[0].cssRules)
      if (media) media.mediaText = media.mediaText.replace("print", "all").replace("screen", "print");
    const region = page.querySelector(".scroll");
    const style = view.getComputedStyle(page.body);
    return {
      overflow: page.documentElement.scrollWidth - page.documentElement.clientWidth,
      isUnclipped: view.getComputedStyle(region).overflowX === "visible",
      colors: [style.color, style.backgroundColor],
    };`,
  );
  assert.deepEqual(result, {
    overflow: 0,
    isUnclipped: true,
    colors: ["rgb(27, 31, 36)", "rgb(255, 255, 255)"],
  });
});

test("a screen reader finds one image, then a table whose rows are named by day and model", {
  skip,
}, async (t) => {
  const result = await runInPage(
    t,
    page({ [TODAY]: open(used(1, 10, "model-a")) }),
    { width: 375 },
    `${OPEN} return [...page.querySelectorAll(".chart *, .chart + .legend, details:not(details ~ details) :is(table, tbody th)")]
      .filter((element) => !element.closest("[aria-hidden=true]"))
      .map((element) => [element.computedRole, element.computedName]);`,
  );
  assert.deepEqual(result, [
    [
      "image",
      "Tokens by day: 10 tokens in all; the most was 10 tokens, Fri 20 Nov. The table below has all figures.",
    ],
    ["list", "Colors"],
    ["table", "All figures by day and model"],
    ["rowheader", "Fri 20 Nov"],
    ["rowheader", "model-a"],
  ]);
});

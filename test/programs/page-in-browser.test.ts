// The report's page in a real browser: what a policy or a style sheet does is seen there only.
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { daysFrom } from "../../src/base/calendar.ts";
import { pageOf } from "../../src/commands/report/page.ts";
import { usedDays } from "../../src/commands/report/use.ts";
import { temporaryFolder } from "../support/folder.ts";
import { frozen, item, NOW, OLDEST_KEPT, okLimits, TODAY, used } from "../support/state.ts";

const BROWSER = "chromium";
const hasBrowser = spawnSync(BROWSER, ["--version"]).status === 0;
const skip = hasBrowser ? false : `${BROWSER} is not here`;

/** Tells, in the page's title, what its own policy would not let it: so it stands in the page around it. */
const PROBE = `<!doctype html><title></title><iframe src="page.html" width="375" height="800"></iframe><script>
onload = () => {
  const page = document.querySelector("iframe").contentDocument;
  const { defaultView: view, documentElement: root, body } = page;
  const bar = page.querySelector(".chart g rect");
  document.title = JSON.stringify({
    isStyled: view.getComputedStyle(body).maxWidth !== "none",
    overflow: root.scrollWidth - root.clientWidth,
    bars: page.querySelectorAll(".chart g rect").length,
    isDrawn: bar.getBoundingClientRect().width > 3,
    textSize: view.getComputedStyle(page.querySelector(".chart text")).fontSize,
    ground: view.getComputedStyle(body).backgroundColor,
    asked: view.performance.getEntriesByType("resource").length,
  });
};
</script>`;

for (const [scheme, setting, ground] of [
  ["light", "1", "rgb(255, 255, 255)"],
  ["dark", "0", "rgb(20, 23, 26)"],
] as const) {
  test(`a telephone's browser shows the whole page, ${scheme}, and asks for nothing`, { skip }, async (t) => {
    const folder = await temporaryFolder(t);
    const range = daysFrom(OLDEST_KEPT, TODAY);
    const days = Object.fromEntries(range.map((day) => [day, frozen(used(2, 20, "a".repeat(128)))]));
    const page = pageOf({
      days: usedDays(days, {}, NOW),
      limits: okLimits(NOW, [item({ model: "b".repeat(128) })]),
      beatAt: NOW,
      label: "c".repeat(128),
      now: NOW,
    });
    await writeFile(join(folder, "page.html"), page);
    await writeFile(join(folder, "probe.html"), PROBE);
    const { stdout } = await promisify(execFile)(
      BROWSER,
      [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--allow-file-access-from-files",
        `--blink-settings=preferredColorScheme=${setting}`,
        `--user-data-dir=${join(folder, "profile")}`,
        "--dump-dom",
        `file://${join(folder, "probe.html")}`,
      ],
      { env: { PATH: process.env["PATH"], HOME: folder }, timeout: 60_000, killSignal: "SIGKILL" },
    );
    const [, title = "{}"] = /<title>(.*?)<\/title>/.exec(stdout) ?? [];
    assert.deepEqual(JSON.parse(title.replaceAll("&quot;", '"')), {
      isStyled: true,
      overflow: 0,
      bars: 36,
      isDrawn: true,
      textSize: "12px",
      ground,
      asked: 0,
    });
  });
}

import { execFile, spawnSync } from "node:child_process";
import { copyFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { promisify } from "node:util";
import { temporaryFolder } from "./folder.ts";

const BROWSER = "chromium";
const hasBrowser = spawnSync(BROWSER, ["--version"]).status === 0;
export const skip = hasBrowser ? false : `${BROWSER} is not installed`;

export interface Screen {
  /** Width of the page in CSS pixels. */
  readonly width: number;
  readonly scheme?: "light" | "dark";
}

/**
 * Runs a script in a page that frames this one and returns its result. In the script `page` is the framed document and
 * `view` its window. The result travels in the outer page's title: the page's own policy allows no scripts.
 */
export async function runInPage(
  t: TestContext,
  page: string,
  { width, scheme = "light" }: Screen,
  script: string,
): Promise<unknown> {
  const folder = await temporaryFolder(t);
  const around = `<!doctype html><title></title><iframe src="page.html" width="${width}" height="800"></iframe><script>
onload = () => {
  const page = document.querySelector("iframe").contentDocument;
  const view = page.defaultView;
  const result = (() => { ${script} })();
  document.title = encodeURIComponent(JSON.stringify(result));
};
</script>`;
  await writeFile(join(folder, "page.html"), page);
  return titleOf(folder, around, scheme);
}

/**
 * What axe finds on these pages at each width, as `page at width: rule`. Their policies are left out, which allow no script, and so
 * is a reload. Details are open.
 */
export async function axeFindings(
  t: TestContext,
  pages: Readonly<Record<string, string>>,
  widths: readonly number[],
  scheme: "light" | "dark",
): Promise<unknown> {
  const folder = await temporaryFolder(t);
  const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  await copyFile(axe, join(folder, "axe.js"));
  const bare = Object.entries(pages).map(([name, text]) => {
    const shown = text
      .replace(/<meta http-equiv="(?:Content-Security-Policy|refresh)"[^>]*>/g, "")
      .replaceAll("<details", "<details open")
      .replace("</head>", '<script src="axe.js"></script></head>');
    return [name, shown] as const;
  });
  for (const [name, text] of bare) await writeFile(join(folder, `${name}.html`), text);
  const around = `<!doctype html><title></title><script>
onload = async () => {
  const found = [];
  for (const name of ${JSON.stringify(Object.keys(pages))}) for (const width of ${JSON.stringify(widths)}) {
    const frame = document.createElement("iframe");
    Object.assign(frame, { src: name + ".html", width, height: 800 });
    await new Promise((resolve) => { frame.onload = resolve; document.body.append(frame); });
    const { violations, passes } = await frame.contentWindow.axe.run();
    if (passes.length < 10) found.push(name + " at " + width + ": not checked");
    for (const { id, nodes } of violations) found.push(name + " at " + width + ": " + id + " " + nodes[0].html);
    frame.remove();
  }
  document.title = encodeURIComponent(JSON.stringify(found));
};
</script>`;
  return titleOf(folder, around, scheme, ["--virtual-time-budget=600000"]);
}

/** The result that the script of a page leaves in its title. */
async function titleOf(
  folder: string,
  around: string,
  scheme: "light" | "dark",
  more: readonly string[] = [],
): Promise<unknown> {
  await writeFile(join(folder, "around.html"), around);
  const { stdout } = await promisify(execFile)(
    BROWSER,
    [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--allow-file-access-from-files",
      "--enable-blink-features=ComputedAccessibilityInfo",
      `--blink-settings=preferredColorScheme=${scheme === "dark" ? 0 : 1}`,
      `--user-data-dir=${join(folder, "profile")}`,
      ...more,
      "--dump-dom",
      `file://${join(folder, "around.html")}`,
    ],
    {
      env: { PATH: process.env["PATH"], HOME: folder },
      timeout: 60_000,
      killSignal: "SIGKILL",
    },
  );
  const [, title = ""] = /<title>(.*?)<\/title>/.exec(stdout) ?? [];
  return JSON.parse(decodeURIComponent(title));
}

import { execFile, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
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

const BROWSERS = [
  ["Edge", /\bEdg\//],
  ["Opera", /\bOPR\//],
  ["Firefox", /\bFirefox\//],
  ["Chrome", /\b(?:Headless)?Chrome\//],
  ["Safari", /\bSafari\//],
  ["curl", /^curl\//],
] as const;
const SYSTEMS = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** `Firefox on Linux`: enough to know one's own browsers by. */
export function browserWords(text: string | null): string {
  const known = (list: typeof BROWSERS | typeof SYSTEMS) =>
    list.find(([, form]) => form.test(text ?? ""))?.[0];
  const [browser, system] = [known(BROWSERS), known(SYSTEMS)];
  if (browser === undefined) return "Unknown browser";
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** The message of a command, for a page: without what only the command line has. */
export function sentence(message: string): string {
  const [first = ""] = message.split(/\. Fix: |; see /, 1);
  return `${first.slice(0, 1).toUpperCase()}${first.slice(1)}.`;
}

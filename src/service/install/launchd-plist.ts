import { LAUNCHD, SERVICE_VARIABLE } from "../../base/log/launchd.ts";

export interface PlistFacts {
  readonly program: string;
  readonly arguments: readonly string[];
  /** Where standard output and standard error go; launchd never rotates it, the daemon keeps it below its bound. */
  readonly logFile: string | undefined;
  readonly environment: Readonly<Record<string, string>>;
}

/** The launchd agent (launchd.plist(5)). */
export function launchdPlist({ program, arguments: args, logFile, environment }: PlistFacts): string {
  // Nothing that `launchctl setenv` has node do is for the daemon; launchd has no other way to unset a variable.
  const variables = { [SERVICE_VARIABLE]: LAUNCHD, NODE_DEBUG: "", NODE_OPTIONS: "", ...environment };
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${xmlText(program)}</string>
  <key>ProgramArguments</key>
  <array>
${args.map((argument) => `    <string>${xmlText(argument)}</string>`).join("\n")}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
${Object.entries(variables)
  .map(([name, value]) => `    <key>${xmlText(name)}</key>\n    <string>${xmlText(value)}</string>`)
  .join("\n")}
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <!-- Started again only where it failed; where settings are wrong it ends with 0, and stays ended. -->
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>60</integer>
  <key>ExitTimeOut</key>
  <integer>15</integer>
  <key>ProcessType</key>
  <string>Background</string>
  <key>LowPriorityIO</key>
  <true/>
  <key>Nice</key>
  <integer>10</integer>
  <!-- 077: what it makes is for its owner alone. -->
  <key>Umask</key>
  <integer>63</integer>
${logFile === undefined ? "" : logTo(logFile)}</dict>
</plist>
`;
}

function logTo(file: string): string {
  const path = `<string>${xmlText(file)}</string>`;
  return `  <key>StandardOutPath</key>\n  ${path}\n  <key>StandardErrorPath</key>\n  ${path}\n`;
}

function xmlText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The environment variables in an agent of ours. */
export function plistEnvironment(plist: string): Record<string, string> {
  const [, dict = ""] = /<key>EnvironmentVariables<\/key>\s*<dict>(.*?)<\/dict>/s.exec(plist) ?? [];
  const pairs = dict.matchAll(/<key>(.*?)<\/key>\s*<string>(.*?)<\/string>/gs);
  return Object.fromEntries(
    [...pairs].map(([, name = "", value = ""]) => [plainText(name), plainText(value)]),
  );
}

function plainText(xml: string): string {
  return xml.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

import { LAUNCHD, SERVICE_VARIABLE } from "../../base/log/launchd.ts";

export interface PlistFacts {
  readonly program: string;
  readonly arguments: readonly string[];
  /** For standard output and standard error. launchd does not rotate it; the daemon keeps it below a size. */
  readonly logFile: string | undefined;
  readonly environment: Readonly<Record<string, string>>;
}

/** The text of the launchd agent (launchd.plist(5)). */
export function launchdPlist({ program, arguments: args, logFile, environment }: PlistFacts): string {
  // `launchctl setenv` must not change how node runs the daemon. launchd cannot unset a variable, only empty it.
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
  <!-- Restarted only after a failure. With wrong settings it exits with 0 and stays down. -->
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
  <!-- 077: the files it creates are for their owner only. -->
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

/** The program and its arguments in an agent. */
export function plistWords(plist: string): string[] {
  const [, list = ""] = /<key>ProgramArguments<\/key>\s*<array>(.*?)<\/array>/s.exec(plist) ?? [];
  return [...list.matchAll(/<string>(.*?)<\/string>/gs)].map(([, text = ""]) => plainText(text));
}

/** The environment variables in an agent. */
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

import { escaped } from "../../../src/report/index.ts";
import type { ServiceFacts } from "./units.ts";

export const LAUNCHD_LABEL = "agent-usage-collector";

/** The text of the launchd agent. @param log where its output goes */
export function launchdAgent({ node, cli, environment }: ServiceFacts, log: string): string {
  const string = (text: string) => `<string>${escaped(text)}</string>`;
  const variables = Object.entries(environment).map(
    ([name, value]) => `<key>${escaped(name)}</key>${string(value)}`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>${string(LAUNCHD_LABEL)}
  <key>ProgramArguments</key>
  <array>${[node, cli, "serve"].map(string).join("")}</array>
  <key>EnvironmentVariables</key>
  <dict>${variables.join("")}</dict>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
  <key>ThrottleInterval</key><integer>30</integer>
  <key>ExitTimeOut</key><integer>15</integer>
  <key>Umask</key><integer>63</integer>
  <key>StandardOutPath</key>${string(log)}
  <key>StandardErrorPath</key>${string(log)}
</dict>
</plist>
`;
}

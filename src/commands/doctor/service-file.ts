import { isAbsolute } from "node:path";
import type { Manager } from "../../service/install/index.ts";

/** The absolute paths that a service file has run. @param home stands for systemd's `%h`. */
export function programPaths(manager: Manager, text: string, home: string): string[] {
  const words = manager === "systemd" ? execWords(text, home) : plistWords(text);
  return words.filter(isAbsolute);
}

/** The words of `ExecStart=` (systemd.service(5), Command lines). */
function execWords(unit: string, home: string): string[] {
  const line = /^ExecStart=(.*)$/m.exec(unit)?.[1] ?? "";
  return (line.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []).map((word, index) => {
    const plain = word.startsWith('"') ? word.slice(1, -1).replace(/\\(.)/g, "$1") : word;
    const named = plain.replace(/%[%h]/g, (specifier) => (specifier === "%h" ? home : "%"));
    return index === 0 ? named : named.replaceAll("$$", "$");
  });
}

function plistWords(plist: string): string[] {
  const list = /<key>ProgramArguments<\/key>\s*<array>([\s\S]*?)<\/array>/.exec(plist)?.[1] ?? "";
  return [...list.matchAll(/<string>([\s\S]*?)<\/string>/g)].map(([, text = ""]) =>
    text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
  );
}

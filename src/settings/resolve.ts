import { hostname } from "node:os";
import { resolve } from "node:path";
import type { Env } from "../base/edges.ts";
import { expandHome, homeFolder } from "../base/settings/home.ts";
import { truncate } from "../base/strings.ts";
import type { AlertThreshold, Config } from "./config.ts";
import { credentialsPath, defaultStateDir, transcriptRoots } from "./paths.ts";

/** The settings of a beat, with every default filled in. */
export interface Settings {
  readonly baseUrl: string | undefined;
  readonly collectorCa: string | undefined;
  readonly pushTokenFile: string | undefined;
  readonly credentials: "file" | "keychain";
  readonly credentialsPath: string;
  readonly transcriptRoots: readonly string[];
  readonly stateDir: string;
  readonly label: string;
  readonly account: string | undefined;
  readonly alertAt: readonly AlertThreshold[];
  readonly alertCommand: readonly string[] | undefined;
  readonly page: string | undefined;
}

const ALERT_AT: readonly AlertThreshold[] = [80, 95, "forecast"];

/** Fills in the defaults. Throws if a default needs a home folder and there is none. */
export function resolveConfig(config: Config, env: Env, platform: string = process.platform): Settings {
  const home = () => {
    const folder = homeFolder(env);
    if (folder === undefined) throw new Error("no home folder");
    return folder;
  };
  const path = (text: string) => resolve(expandHome(text, home));
  return {
    baseUrl: config.baseUrl,
    collectorCa: config.collectorCa === undefined ? undefined : path(config.collectorCa),
    pushTokenFile: config.pushTokenFile === undefined ? undefined : path(config.pushTokenFile),
    credentials: config.credentials ?? "file",
    credentialsPath: path(config.credentialsPath ?? credentialsPath(env, home())),
    transcriptRoots: (config.transcriptRoots ?? transcriptRoots(env, home())).map(path),
    stateDir: path(config.stateDir ?? defaultStateDir(env, home(), platform)),
    label: config.label ?? (truncate(hostname().replace(/\p{Cc}/gu, "")) || "unnamed"),
    account: config.account,
    alertAt: config.alertAt ?? ALERT_AT,
    alertCommand: config.alertCommand,
    page: config.page === undefined ? undefined : path(config.page),
  };
}

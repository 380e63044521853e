import type { Role } from "../store/index.ts";
import { isLoopback } from "./places.ts";
import { readPrivateFile } from "./private-file.ts";

/** The OpenID Connect provider that signs people in, and who the collector is there. */
export interface Oidc {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Which claim is a person's name. */
  readonly claim: string;
  /** The role of those whom nobody added. Without one, they may not enter. */
  readonly newRole: Role | undefined;
}

const USUAL_CLAIM = "preferred_username";

/** The URL of a provider; `undefined` if what it sends could be read or changed on the way. */
export function parseIssuer(text: string): string | undefined {
  if (!URL.canParse(text) || /^[^/]*\/\/[^/]*@|[?#\s]|\/\.well-known\//.test(text)) return undefined;
  const { protocol, hostname } = new URL(text);
  const isSafe =
    protocol === "https:" || (protocol === "http:" && isLoopback(hostname.replace(/^\[|\]$/g, "")));
  return isSafe ? text : undefined;
}

export type GivenOidc = {
  readonly [key in "oidcIssuer" | "oidcClientId" | "oidcSecretFile" | "oidcClaim"]?: string;
} & { readonly oidcRole?: Role };

export type LoadedOidc =
  | { readonly status: "off" }
  | { readonly status: "on"; readonly oidc: Oidc }
  /** `message` goes after the setting's name. */
  | { readonly status: "wrong"; readonly setting: keyof GivenOidc; readonly message: string };

/** Takes the settings of the provider together, with the secret from its file. */
export async function loadOidc(given: GivenOidc): Promise<LoadedOidc> {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcSecretFile, oidcClaim, oidcRole } = given;
  if (issuer === undefined || clientId === undefined || oidcSecretFile === undefined) {
    const [setting] = OF_PROVIDER.filter((key) => given[key] !== undefined);
    if (setting === undefined) return { status: "off" };
    const missing = NEEDED.filter((key) => given[key] === undefined).join(" and ");
    return { status: "wrong", setting, message: `needs ${missing} as well` };
  }
  const file = await readPrivateFile(oidcSecretFile);
  const wrong = { status: "wrong", setting: "oidcSecretFile" } as const;
  if (file.status === "wrong") return { ...wrong, message: file.message };
  const clientSecret = file.text.trim();
  if (clientSecret === "") return { ...wrong, message: "must hold the client secret: the file is empty" };
  const claim = oidcClaim ?? USUAL_CLAIM;
  return { status: "on", oidc: { issuer, clientId, clientSecret, claim, newRole: oidcRole } };
}

const NEEDED = ["oidcIssuer", "oidcClientId", "oidcSecretFile"] as const;
const OF_PROVIDER = [...NEEDED, "oidcClaim", "oidcRole"] as const;

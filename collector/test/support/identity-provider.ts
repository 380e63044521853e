// A real OpenID Connect provider on loopback, and a browser that goes there and back.
import { generateKeyPairSync } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type AccountClaims } from "oidc-provider";
import type { Reply, RunningCollector } from "../../../test/support/collector-program.ts";
import type { Cleanup } from "../../../test/support/folder.ts";

/** Characters that a header must not take as they are. */
export const CLIENT_SECRET = "a%secret:of+64/characters=that-no-form-may-take-as-they-are~really";

export interface IdentityProvider {
  readonly issuer: string;
  /** Until then it takes no connection. @param clients the URLs that each leads back to, by client ID */
  open(clients: Readonly<Record<string, readonly string[]>>): void;
  /** From now on it answers everything like this. */
  fail(answer: (response: http.ServerResponse) => void): void;
  /** Who is signed in there, and what it says of them. */
  person: { sub: string } & AccountClaims;
}

/** Listens on a free port. */
export async function identityProvider(t: Cleanup): Promise<IdentityProvider> {
  const server = http.createServer((_request, response) => response.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const serve = (answer: http.RequestListener) => server.removeAllListeners("request").on("request", answer);
  const made: IdentityProvider = {
    issuer,
    person: { sub: "1" },
    open(clients) {
      const provider = providerOf(issuer, clients, () => made.person);
      const answer = provider.callback();
      serve((request, response) => {
        if (!request.url?.startsWith("/interaction/")) return void answer(request, response);
        const login = { login: { accountId: made.person.sub } };
        provider
          .interactionFinished(request, response, login, { mergeWithLastSubmission: false })
          .catch((error: unknown) => response.destroy(error as Error));
      });
    },
    fail: (answer) => void serve((_request, response) => answer(response)),
  };
  return made;
}

function providerOf(
  issuer: string,
  clients: Readonly<Record<string, readonly string[]>>,
  person: () => IdentityProvider["person"],
): Provider {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return new Provider(issuer, {
    clients: Object.entries(clients).map(([client_id, uris]) => ({
      client_id,
      client_secret: CLIENT_SECRET,
      redirect_uris: [...uris],
    })),
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" }] as never },
    cookies: { keys: ["a key of the tests"] },
    claims: { openid: ["sub"], profile: ["preferred_username"], email: ["email", "email_verified"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({ accountId, claims: () => person() }),
    loadExistingGrant: async ({ oidc }) => {
      const { Grant } = oidc.provider;
      const grant = new Grant({ clientId: oidc.client?.clientId ?? "", accountId: person().sub });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  });
}

/** A sign-in that is as far as the provider's answer: the path that the browser is led back to. */
export interface Answered {
  /** What the collector gave the browser to keep meanwhile. */
  readonly cookie: string;
  readonly back: string;
  readonly finish: (changed?: { readonly back?: string; readonly cookie?: string }) => Promise<Reply>;
}

/** Begins a sign-in, and has the provider answer it. @param change changes where the browser is sent */
export async function answered(
  collector: RunningCollector,
  query = "",
  change: (url: URL) => void = () => {},
): Promise<Answered> {
  const { headers, status, body } = await collector.send("GET", `/login/oidc${query}`);
  if (status !== 303) throw new Error(`no redirect: ${status} ${body}`);
  const cookie = String(headers["set-cookie"]).split(";")[0] ?? "";
  const url = new URL(String(headers["location"]));
  change(url);
  const back = await followed(url, collector.url);
  return {
    cookie,
    back,
    finish: (changed = {}) =>
      collector.send("GET", changed.back ?? back, { headers: { cookie: changed.cookie ?? cookie } }),
  };
}

/** Follows redirects at the provider, until one leads to the collector. @returns its path and query */
async function followed(start: URL, home: string): Promise<string> {
  const jar = new Map<string, string>();
  let url = start;
  while (url.origin !== home) {
    const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) throw new Error(`${url.pathname}: ${response.status} ${await response.text()}`);
    url = new URL(location, url);
  }
  return `${url.pathname}${url.search}`;
}

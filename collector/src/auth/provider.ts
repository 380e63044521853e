import type * as Client from "openid-client";
import { HOUR_MS } from "../../../src/base/durations.ts";
import type { Flow } from "./oidc-flow.ts";
import { type ProviderFailure, providerFailure } from "./provider-failure.ts";
import { boundedFetch } from "./provider-fetch.ts";
import { claimsName } from "./provider-name.ts";

/** How long the provider may take for each answer, in seconds. */
const TIMEOUT_S = 10;
/** How long what the provider says of itself is used, in milliseconds. */
const FRESH_MS = HOUR_MS;

export interface ProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Which claim is a person's name. */
  readonly claim: string;
}

export type Vouched =
  /** `subject` is the provider and its own id of the person. */
  | { readonly status: "vouched"; readonly name: string; readonly subject: string }
  | { readonly status: "no_name" | "unverified_email" }
  | ProviderFailure;

interface Known {
  readonly at: number;
  readonly client: typeof Client;
  readonly config: Client.Configuration;
}

/** An OpenID Connect provider. Nothing is asked of it, and its library is not loaded, until someone signs in. */
export class Provider {
  /** What people know it by. */
  readonly host: string;
  readonly claim: string;
  readonly #options: ProviderOptions;
  readonly #clock: () => number;
  #known: Known | undefined;
  #asked: Promise<Known> | undefined;

  constructor(options: ProviderOptions, clock: () => number) {
    this.#options = options;
    this.#clock = clock;
    this.host = new URL(options.issuer).host;
    this.claim = options.claim;
  }

  /** Where to send the browser. @param callback the URL that it comes back to */
  async begin(
    { state, nonce, verifier }: Flow,
    callback: string,
  ): Promise<{ readonly status: "ready"; readonly url: string } | ProviderFailure> {
    try {
      const { client, config } = await this.#discovered();
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: "openid profile email",
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
      return { status: "ready", url: url.href };
    } catch (error) {
      return providerFailure(error);
    }
  }

  /** Trades the code for who it is. @param answer the URL that the browser came back to */
  async finish(answer: URL, { state, nonce, verifier }: Flow): Promise<Vouched> {
    try {
      const { client, config } = await this.#discovered();
      const tokens = await client.authorizationCodeGrant(config, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) return { status: "no_name" };
      const hasName = claims[this.claim] !== undefined;
      const { userinfo_endpoint: endpoint } = config.serverMetadata();
      // Many providers put what a person is called there only.
      const said =
        hasName || endpoint === undefined
          ? claims
          : await client.fetchUserInfo(config, tokens.access_token, claims.sub);
      const name = claimsName(said, this.claim);
      return name.status === "named"
        ? { status: "vouched", name: name.name, subject: `${claims.iss} ${claims.sub}` }
        : name;
    } catch (error) {
      return providerFailure(error);
    }
  }

  /** What failed is asked again by the next sign-in. */
  async #discovered(): Promise<Known> {
    if (this.#known !== undefined && this.#clock() - this.#known.at < FRESH_MS) return this.#known;
    this.#asked ??= this.#discover().finally(() => {
      this.#asked = undefined;
    });
    this.#known = await this.#asked;
    return this.#known;
  }

  async #discover(): Promise<Known> {
    const client = await import("openid-client");
    const { issuer, clientId, clientSecret } = this.#options;
    const [basic, post] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)];
    const authenticate: Client.ClientAuth = (server, ...sent) => {
      const ways = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
      return (ways.includes("client_secret_basic") ? basic : post)(server, ...sent);
    };
    const isPlain = new URL(issuer).protocol === "http:";
    const config = await client.discovery(new URL(issuer), clientId, undefined, authenticate, {
      timeout: TIMEOUT_S,
      [client.customFetch]: boundedFetch,
      execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
    });
    return { at: this.#clock(), client, config };
  }
}

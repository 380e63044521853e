import { createHash } from "node:crypto";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { API_ERRORS } from "../../api/index.ts";
import { CLIENT_SCRIPT } from "./client-script.ts";
import { LOGIN_SCRIPT } from "./login-script.ts";
import { STYLE_SHEET } from "./style/index.ts";

/** A file that pages load. Its name changes with what it holds, so browsers may keep it. */
interface Asset {
  readonly path: string;
  readonly type: string;
  /** By the encoding. */
  readonly bodies: Readonly<Record<"br" | "gzip" | "identity", Buffer>>;
}

interface Assets {
  readonly all: ReadonlyMap<string, Asset>;
  readonly paths: Readonly<Record<"style" | "client" | "login" | "icon", string>>;
}

const YEAR_S = 365 * 86_400;
const SCRIPT = "text/javascript; charset=utf-8";
const HASH_LENGTH = 10;
/** Three columns. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#4150b5"/><path d="M3 9h2.5v4H3zM6.75 6h2.5v7h-2.5zM10.5 3H13v10h-2.5z" fill="#fff"/></svg>`;
let made: Assets | undefined;

/** The paths of the files that pages load. */
export function assetsOf(): Assets["paths"] {
  return assets().paths;
}

/** `GET /assets/…` */
export function routeAssets(app: FastifyInstance): void {
  app.get("/assets/:name", async (request, reply) => sendAsset(request, reply));
}

function sendAsset(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { name = "" } = request.params as { name?: string };
  const asset = assets().all.get(`/assets/${name}`);
  if (asset === undefined) return reply.code(API_ERRORS.not_found.status).type("text/plain").send("");
  const accepted = String(request.headers["accept-encoding"] ?? "");
  const encoding = /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : "identity";
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply
    .headers({
      "cache-control": `public, max-age=${YEAR_S}, immutable`,
      "x-content-type-options": "nosniff",
      vary: "accept-encoding",
    })
    .type(asset.type)
    .send(asset.bodies[encoding]);
}

/** Made at the first request, so that commands do not wait for it. */
function assets(): Assets {
  if (made !== undefined) return made;
  const style = assetOf("style", "css", "text/css; charset=utf-8", STYLE_SHEET);
  const client = assetOf("client", "js", SCRIPT, CLIENT_SCRIPT);
  const login = assetOf("login", "js", SCRIPT, LOGIN_SCRIPT);
  const icon = assetOf("icon", "svg", "image/svg+xml", ICON);
  made = {
    all: new Map([style, client, login, icon].map((asset) => [asset.path, asset])),
    paths: { style: style.path, client: client.path, login: login.path, icon: icon.path },
  };
  return made;
}

function assetOf(name: string, extension: string, type: string, text: string): Asset {
  const identity = Buffer.from(text);
  let bodies: Asset["bodies"] | undefined;
  const hash = createHash("sha256").update(identity).digest("base64url").slice(0, HASH_LENGTH);
  return {
    path: `/assets/${name}-${hash}.${extension}`,
    type,
    // Those who only name it do not compress it.
    get bodies() {
      bodies ??= { br: brotliCompressSync(identity), gzip: gzipSync(identity), identity };
      return bodies;
    },
  };
}

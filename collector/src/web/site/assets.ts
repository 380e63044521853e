import { createHash } from "node:crypto";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { API_ERRORS } from "../../api/index.ts";
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
  readonly paths: { readonly style: string; readonly login: string };
}

const YEAR_S = 365 * 86_400;
const HASH_LENGTH = 10;
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
  const login = assetOf("login", "js", "text/javascript; charset=utf-8", LOGIN_SCRIPT);
  made = {
    all: new Map([style, login].map((asset) => [asset.path, asset])),
    paths: { style: style.path, login: login.path },
  };
  return made;
}

function assetOf(name: string, extension: string, type: string, text: string): Asset {
  const identity = Buffer.from(text);
  const hash = createHash("sha256").update(identity).digest("base64url").slice(0, HASH_LENGTH);
  return {
    path: `/assets/${name}-${hash}.${extension}`,
    type,
    bodies: { br: brotliCompressSync(identity), gzip: gzipSync(identity), identity },
  };
}

import type { BuildOptions } from "esbuild";

export const NODE_BUNDLE: Pick<BuildOptions, "bundle" | "platform" | "target" | "format" | "banner">;

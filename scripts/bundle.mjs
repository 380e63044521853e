/** What all bundles for Node have in common. @type {import("./bundle.mjs").NODE_BUNDLE} */
export const NODE_BUNDLE = {
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  // CommonJS packages call `require`, also inside a bundle.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
};

/* A year of made-up figures, pushed into a store by machines that do not exist. */
export { CAST } from "./cast.ts";
export { type Filled, fillPast } from "./fill.ts";
export { keepPushing } from "./live.ts";
export { sendNowhere } from "./nowhere.ts";
export type { Scene } from "./scene.ts";
export type { Senders } from "./sender.ts";

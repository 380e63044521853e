/* The page's file. */

export { keepPage } from "./keep.ts";
export { type PlaceProblem, placeProblem } from "./place.ts";
export { writePage } from "./write.ts";

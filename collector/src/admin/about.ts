import { VERSION } from "../version.ts";
import { done, nothing, operation } from "./operation.ts";

/** Whether the database can be written, and which one it is. */
export const about = operation(nothing, async (_, { store, links }) => {
  await store.ready();
  return done({ version: VERSION, database: store.description, url: links.url });
});

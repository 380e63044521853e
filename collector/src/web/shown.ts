import type { Answer, AskedPage } from "../server/index.ts";
import type { Store } from "../store/index.ts";
import { limitsPage } from "./limits/index.ts";
import { machinePage } from "./machine/index.ts";
import { MACHINES_PARAMETERS, machinesPage } from "./machines/index.ts";
import { overview } from "./overview/index.ts";
import { type Making, makeAnswer } from "./site/index.ts";

/** The pages of figures, by their routes. */
const SHOWN: Readonly<Record<string, Making>> = {
  "/": { render: overview, parameters: ["unit"] },
  "/machines": { render: machinesPage, parameters: MACHINES_PARAMETERS },
  "/machines/:id": { render: machinePage },
  "/limits": { render: limitsPage, parameters: ["q", "page"] },
};

/** Makes a page of figures, or an export of it. */
export function makePage(store: Store, asked: AskedPage): Promise<Answer> {
  const making = SHOWN[asked.route];
  if (making === undefined) throw new Error(`there is no page ${asked.route}`);
  return makeAnswer(store, asked, making);
}

/* The style sheet, by concern. */
import { STYLE } from "../../../../../src/report/index.ts";
import { ALERTS } from "./alerts.ts";
import { CHARTS } from "./charts.ts";
import { CONTROLS } from "./controls.ts";
import { FORMS } from "./forms.ts";
import { FRAME } from "./frame.ts";
import { MACHINES } from "./machines.ts";
import { OVERVIEW } from "./overview.ts";
import { PARTS } from "./parts.ts";
import { SETTINGS } from "./settings.ts";
import { TABLES } from "./tables.ts";

/** The report's, and what a site needs besides. */
export const STYLE_SHEET: string = [
  STYLE.toString(),
  FRAME,
  FORMS,
  CONTROLS,
  TABLES,
  CHARTS,
  PARTS,
  MACHINES,
  OVERVIEW,
  SETTINGS,
  ALERTS,
].join("");

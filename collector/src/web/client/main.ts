/* The script of all pages for people who are signed in. Every page works without it. */
import { followCharts, readyCharts } from "./charts.ts";
import { addCopyButtons } from "./copy.ts";
import { followForms } from "./forms.ts";
import { followLinks } from "./links.ts";
import { keepFresh } from "./refresh.ts";

readyCharts(document);
followCharts();
followLinks();
followForms();
addCopyButtons();
keepFresh();

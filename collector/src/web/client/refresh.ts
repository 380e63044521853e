import { load } from "./load.ts";

/** How old a page may become while somebody looks at it, in milliseconds. */
const EVERY_MS = 60_000;
/** How often the words about its age are looked at. */
const LOOK_MS = 15_000;
const MINUTE_MS = 60_000;

let freshAt = Date.now();
let triedAt = freshAt;
let isFailed = false;
let isLoading = false;

/** The page was just loaded. */
export function markFresh(): void {
  freshAt = Date.now();
  triedAt = freshAt;
  isFailed = false;
  sayAge();
}

/** Loads the page again every minute while somebody looks at it, and says how old it is. */
export function keepFresh(): void {
  if (document.querySelector("main[data-live]") === null) return;
  sayAge();
  setInterval(look, LOOK_MS);
  document.addEventListener("visibilitychange", look);
  addEventListener("online", look);
}

function look(): void {
  if (document.hidden) return;
  sayAge();
  if (!isLoading && Date.now() - triedAt >= EVERY_MS) void refresh();
}

async function refresh(): Promise<void> {
  isLoading = true;
  triedAt = Date.now();
  const url = location.href;
  const loaded = await load(url);
  isLoading = false;
  if (loaded === "shown") return markFresh();
  isFailed = true;
  sayAge(loaded === "elsewhere");
}

function sayAge(isSignedOut = false): void {
  const place = document.querySelector("[data-age]");
  if (place === null) return;
  const minutes = Math.floor((Date.now() - freshAt) / MINUTE_MS);
  const age = minutes === 0 ? "just now" : `${minutes} min ago`;
  const why = isSignedOut
    ? "Your session has ended: reload the page to sign in."
    : "The collector does not answer.";
  const words = isFailed ? `Not up to date: updated ${age}. ${why}` : `Updated ${age}`;
  let note = place.querySelector("[data-own]");
  if (note === null) {
    note = document.createElement("span");
    note.setAttribute("data-own", "");
    place.append(note);
  }
  // Only a failure interrupts those who hear the page.
  if (isFailed) note.setAttribute("role", "status");
  else note.removeAttribute("role");
  note.className = isFailed ? "late" : "";
  if (note.textContent !== words) note.textContent = words;
}

/** How long a button says that it has copied, in milliseconds. */
const SAID_MS = 2_000;

/** A button beside each text to take along that copies it. Without a clipboard, the text can still be selected. */
export function addCopyButtons(): void {
  // Browsers have none on plain HTTP, except on loopback.
  if (!("clipboard" in navigator)) return;
  for (const block of document.querySelectorAll("[data-copy]")) {
    const text = block.querySelector("code")?.textContent ?? "";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.setAttribute("data-own", "");
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", () => {
      void navigator.clipboard.writeText(text).then(
        () => say(button, "Copied"),
        () => say(button, "Select it"),
      );
    });
    block.append(button);
  }
}

function say(button: HTMLButtonElement, words: string): void {
  button.textContent = words;
  setTimeout(() => {
    button.textContent = "Copy";
  }, SAID_MS);
}

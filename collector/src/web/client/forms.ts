import { go } from "./links.ts";

/**
 * A form that only chooses what is shown is sent as soon as a day is picked. By the keyboard a day passes through others while it
 * is typed, so the form is sent when it is left, or by Enter.
 */
export function followForms(): void {
  const changed = new Set<HTMLFormElement>();
  let isPointer = false;
  document.addEventListener("pointerdown", () => {
    isPointer = true;
  });
  document.addEventListener("keydown", () => {
    isPointer = false;
  });
  document.addEventListener("change", ({ target }) => {
    const form = viewForm(target);
    if (form === undefined) return;
    changed.add(form);
    if (isPointer) send(form);
  });
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    const form = viewForm(target);
    const isLeft = form !== undefined && !(relatedTarget instanceof Node && form.contains(relatedTarget));
    if (isLeft && changed.has(form)) send(form);
  });
  document.addEventListener("submit", (event) => {
    const form = viewForm(event.target);
    if (form === undefined) return;
    event.preventDefault();
    changed.delete(form);
    const fields = [...new FormData(form)].filter(
      (field): field is [string, string] => typeof field[1] === "string",
    );
    void go(`${form.action}?${new URLSearchParams(fields)}`);
  });
  const send = (form: HTMLFormElement) => {
    changed.delete(form);
    if (form.checkValidity()) form.requestSubmit();
  };
}

function viewForm(target: EventTarget | null): HTMLFormElement | undefined {
  const form = target instanceof Element ? target.closest("form[data-view]") : null;
  return form instanceof HTMLFormElement ? form : undefined;
}

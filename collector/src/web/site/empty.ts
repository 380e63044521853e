import { html, type Markup } from "../../../../src/report/index.ts";

/** What a page or a part of it shows when there is nothing yet. @param action a link or a form that helps */
export function emptyState(title: string, text: string, action: Markup = html``): Markup {
  return html`<div class="empty"><p class="empty-title">${title}</p><p class="soft">${text}</p>${action}</div>`;
}

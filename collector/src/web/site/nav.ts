/** The pages by their names, in the order in which they are linked. A page adds its line when it is there. */
export const NAV = [
  ["Overview", "/"],
  ["Machines", "/machines"],
  ["Limits", "/limits"],
  ["Alerts", "/alerts"],
  ["Settings", "/settings"],
] as const;

export type NavName = (typeof NAV)[number][0];

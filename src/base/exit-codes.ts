/** Every exit code of the programs (rules EXIT-0 to EXIT-70). */
export const EXIT = {
  ok: 0,
  failed: 1,
  tooLarge: 2,
  pushFailed: 3,
  state: 4,
  limitReached: 10,
  commandLine: 64,
  bug: 70,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

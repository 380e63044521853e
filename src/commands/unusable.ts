/** Why a state cannot be used, for people. */
export const UNUSABLE = {
  newer: "The state was written by a newer version of this program: upgrade this one. Nothing was touched.",
  unwritable:
    "The state cannot be written: see to the disk and to the state folder's owner. What was saved still stands.",
  other_program:
    "The state folder is another program's: set stateDir (AGENT_USAGE_STATE_DIR) to one of its own.",
} as const;

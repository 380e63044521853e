/** The version of the state file's schema. A beat that finds a later one changes nothing (rule STATE-13). */
export const STATE_SCHEMA_VERSION = 1;

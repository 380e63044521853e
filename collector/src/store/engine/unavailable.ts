/** Why a database cannot be used now. */
export type Trouble =
  | "busy"
  | "read_only"
  | "denied"
  | "full"
  | "corrupt"
  | "foreign"
  | "linked"
  | "disk"
  | "connection"
  | "silent"
  | "certificate"
  | "not_certain";

const WORDS: Readonly<Record<Trouble, string>> = {
  busy: "the database is locked by another process",
  read_only: "the database is read-only",
  denied: "the database does not let its user do this",
  full: "the disk of the database is full",
  corrupt: "the database is corrupt",
  foreign: "the database belongs to another program",
  linked: "the database has two names",
  disk: "the disk of the database fails",
  connection: "the database cannot be reached",
  silent: "the database does not answer",
  certificate: "the database's certificate is not trusted",
  not_certain: "the database did not confirm that it kept a write",
};

/** The database cannot be reached or written now. Its message is one line for the log, without a secret or a path. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  readonly trouble: Trouble;

  constructor(trouble: Trouble, cause?: unknown) {
    super(WORDS[trouble], { cause });
    this.trouble = trouble;
  }
}

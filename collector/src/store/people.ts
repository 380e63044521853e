import type { Actor, NewSecret } from "./records.ts";

/** The people who look at the collector, their links to sign in, and their sessions. `at` is the time of the call. */
export interface People {
  addPerson(person: NewPerson, by: Actor): Promise<"added" | "name_taken">;
  people(): Promise<Person[]>;
  personNamed(name: string): Promise<(Person & { passwordHash: string | null }) | undefined>;
  changeRole(name: string, role: Role, by: Actor): Promise<PersonChange>;
  /**
   * Ends the person's links and sessions, too.
   * @param passwordHash null takes the password away
   * @param own if the person asked for it: where they are signed in stays signed in, unless that has ended or the password
   * has changed since it was checked
   */
  setPassword(name: string, passwordHash: string | null, by: Actor, own?: OwnChange): Promise<boolean>;
  removePerson(name: string, by: Actor): Promise<PersonChange>;

  addLink(link: NewLink, by: Actor): Promise<boolean>;
  /** Uses a link up, and starts the session. @returns undefined if the link is unknown, expired or used */
  followLink(
    linkHash: string,
    session: NewSession,
    by: Pick<Actor, "from" | "at">,
  ): Promise<Followed | undefined>;

  /**
   * @param passwordHash what the given password was compared with: it must be the person's still
   * @returns whether there is such a person
   */
  addSession(person: string, session: NewSession, by: Actor, passwordHash?: string): Promise<boolean>;
  /** Starts a session for whom an identity provider vouches. */
  signInBySubject(
    sign: SubjectSignIn,
    session: NewSession,
    by: Pick<Actor, "from" | "at">,
  ): Promise<SubjectSignedIn>;
  /** Whose session this is. */
  sessionOf(hash: string, at: number): Promise<SignedIn | undefined>;
  /** The person's sessions, the newest first. */
  sessionsOf(person: string, at: number): Promise<Session[]>;
  /** Writes down that somebody failed to sign in. A name that nobody has is not kept: it may be a password. */
  noteFailure(name: string | null, by: Pick<Actor, "from" | "at">): Promise<void>;
  /** Signs out. */
  endSession(hash: string, by?: Pick<Actor, "from" | "at">): Promise<void>;
  /** Ends one of a person's sessions. @param prefix its clear characters */
  endSessionOf(person: string, prefix: string, by: Actor): Promise<boolean>;
}

export const ROLES = ["admin", "viewer"] as const;
export type Role = (typeof ROLES)[number];

export interface NewPerson {
  readonly name: string;
  readonly role: Role;
  /** Whether no identity provider may ever sign this person in. */
  readonly isLocal?: boolean;
}

export interface Person {
  readonly name: string;
  readonly role: Role;
  readonly hasPassword: boolean;
  readonly createdAt: number;
  /** When the person last signed in. Null if never. */
  readonly signedInAt: number | null;
}

/** `last_admin`: without this person, nobody could manage the collector. */
export type PersonChange = "done" | "unknown" | "last_admin";

/** How a session began. */
export type SignInMethod = "link" | "password" | "provider";

export type NewSession = NewSecret & {
  readonly expiresAt: number;
  readonly method?: SignInMethod;
  /** What the browser called itself. */
  readonly browser?: string | null;
};

export type NewLink = NewSecret & {
  readonly expiresAt: number;
  readonly person: string;
  /** Whether whoever follows it is asked for a password. */
  readonly isInvitation?: boolean;
};

export type Followed = Person & { readonly isInvitation: boolean };

export interface Session {
  /** Its clear characters. */
  readonly prefix: string;
  readonly method: SignInMethod;
  readonly from: string | null;
  readonly browser: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export type SignedIn = Person & { readonly session: Session };

export interface SubjectSignIn {
  readonly name: string;
  /** The provider and its own id of the person. It never changes, as names may. */
  readonly subject: string;
  /** The role of a person whom nobody added. Null: such people may not enter. */
  readonly newRole: Role | null;
}

/** `unknown`: nobody of this name was added. `other_subject`: the name belongs to someone else. */
export type SubjectSignedIn =
  | { readonly status: "signed_in"; readonly person: string }
  | { readonly status: "unknown" | "other_subject" };

/** A change of one's own password. */
export interface OwnChange {
  /** What the present password was compared with; null without one. */
  readonly before: string | null;
  /** The clear characters of the session that asks. */
  readonly session: string;
  /** The session that takes its place. */
  readonly renewed: NewSession;
}

/* Tokens, codes, keys, links, sessions and people, all by the HMAC of their secret. */
import type { Kysely } from "kysely";
import type { Engine } from "../engine/connection.ts";
import type { People } from "../people.ts";
import type { Secrets } from "../secrets.ts";
import type { Shares } from "../shares.ts";
import type { Tables } from "../tables.ts";
import { addInvite, listInvites, revokeInvite } from "./invites.ts";
import { join, tokenOwner } from "./join.ts";
import { addKey, findKey, listKeys, revokeKey } from "./keys.ts";
import { addLink, followLink } from "./links.ts";
import { addPerson, changeRole, findPerson, listPeople, removePerson, setPassword } from "./people.ts";
import { addSession, endSession, endSessionOf, listSessions, noteFailure, sessionWith } from "./sessions.ts";
import { addShare, listShares, openShare, revokeShare, sharedWith } from "./shares.ts";
import { signInBySubject } from "./subjects.ts";
import { listTokens, revokeToken } from "./tokens.ts";

export function secretsOf(db: Kysely<Tables>, engine: Engine): Secrets {
  return {
    machineOf: (hash) => tokenOwner(engine, hash),
    join: (request) => join(db, request),
    addInvite: (invite, by) => addInvite(db, invite, by),
    invites: (at) => listInvites(db, at),
    revokeInvite: (prefix, by) => revokeInvite(db, prefix, by),
    tokensOf: (machine) => listTokens(db, machine),
    revokeToken: (machine, id, by) => revokeToken(db, machine, id, by),
    addKey: (key, by) => addKey(db, key, by),
    keys: () => listKeys(db),
    revokeKey: (name, by) => revokeKey(db, name, by),
    keyOf: (hash) => findKey(db, hash),
    ...peopleOf(db),
    ...sharesOf(db),
  };
}

function peopleOf(db: Kysely<Tables>): People {
  return {
    addPerson: (person, by) => addPerson(db, person, by),
    people: () => listPeople(db),
    personNamed: (name) => findPerson(db, name),
    changeRole: (name, role, by) => changeRole(db, name, role, by),
    setPassword: (name, passwordHash, by, own) => setPassword(db, name, passwordHash, by, own),
    removePerson: (name, by) => removePerson(db, name, by),
    addLink: (link, by) => addLink(db, link, by),
    followLink: (hash, session, by) => followLink(db, hash, session, by),
    addSession: (person, session, by, passwordHash) => addSession(db, person, session, by, passwordHash),
    signInBySubject: (sign, session, by) => signInBySubject(db, sign, session, by),
    sessionOf: (hash, at) => sessionWith(db, hash, at),
    sessionsOf: (person, at) => listSessions(db, person, at),
    noteFailure: (name, by) => noteFailure(db, name, by),
    endSession: (hash, by) => endSession(db, hash, by),
    endSessionOf: (person, prefix, by) => endSessionOf(db, person, prefix, by),
  };
}

function sharesOf(db: Kysely<Tables>): Shares {
  return {
    addShare: (share, by) => addShare(db, share, by),
    shares: (at) => listShares(db, at),
    revokeShare: (prefix, by) => revokeShare(db, prefix, by),
    openShare: (hash, session, by) => openShare(db, hash, session, by),
    sharedWith: (hash, at) => sharedWith(db, hash, at),
  };
}

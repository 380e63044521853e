/* Tokens, codes, keys, links, sessions and people, all by the HMAC of their secret. */
import type { Kysely } from "kysely";
import type { Engine } from "../engine/connection.ts";
import type { Secrets } from "../secrets.ts";
import type { Tables } from "../tables.ts";
import { addInvite, listInvites, revokeInvite } from "./invites.ts";
import { join, tokenOwner } from "./join.ts";
import { addKey, findKey, listKeys, revokeKey } from "./keys.ts";
import { addPerson, findPerson, listPeople, removePerson, setPassword } from "./people.ts";
import { addLink, addSession, endSession, followLink, personWith } from "./sessions.ts";
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
    addPerson: (person, by) => addPerson(db, person, by),
    people: () => listPeople(db),
    personNamed: (name) => findPerson(db, name),
    setPassword: (name, passwordHash, by) => setPassword(db, name, passwordHash, by),
    removePerson: (name, by) => removePerson(db, name, by),
    addLink: (link, by) => addLink(db, link, by),
    followLink: (hash, session, by) => followLink(db, hash, session, by),
    addSession: (person, session, by) => addSession(db, person, session, by),
    sessionOf: (hash, at) => personWith(db, hash, at),
    endSession: (hash) => endSession(db, hash),
  };
}

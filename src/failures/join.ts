import type { Failure, Table } from "../limits-failures.ts";

/** Why a machine could not join a collector. */
export const JOIN = {
  not_a_line: {
    what: "this is not a line to join with",
    fix: "copy the whole line that the collector printed, with its quotes",
  },
  fingerprint_differs: {
    what: "the collector's certificate is not the one that the line names, so nothing was sent",
    fix: "get a new line from the collector. If it differs again, something between it and this machine answers in its place",
  },
  invalid_code: {
    what: "the collector does not know the code: it has expired, was used up or was revoked",
    fix: "get a new line: agent-usage-collector invite",
  },
  already_joined: {
    what: "this machine has joined this collector already, and stays joined. The code does not work any more: it has expired, was used up or was revoked",
    fix: "nothing, if agent-usage status says that pushes arrive. If not, get a new line: agent-usage-collector invite",
  },
  no_join: {
    what: "no collector that machines can join answers at this URL",
    fix: "check the URL, or upgrade the collector",
  },
  other_version: {
    what: "the collector does not understand this version of agent-usage",
    fix: "upgrade agent-usage and the collector",
  },
  too_many: {
    what: "the collector has seen too many failed attempts from here",
    fix: "try again in a minute",
  },
  unavailable: { what: "the collector cannot be used right now", fix: "try again later" },
  unexpected: { what: "the collector sent an answer that cannot be used", fix: "check the URL" },
  not_trusted: {
    what: "the collector's certificate is not trusted, so nothing was sent",
    fix: "set collectorCa to its authority, or use a line that names its fingerprint",
  },
  other_name: {
    what: "the collector's certificate is for another name than the line's, so nothing was sent",
    fix: "start the collector with --url set to the name that machines use",
  },
  clock: {
    what: "the collector's certificate is not valid at this machine's time, so nothing was sent",
    fix: "check this machine's clock and the collector's",
  },
  unreachable: {
    what: "the collector cannot be reached",
    fix: "check the URL and the network. A collector accepts other machines only with --listen set to an address of its own",
  },
} as const satisfies Table;

export function joinFailure(reason: keyof typeof JOIN): Failure {
  return JOIN[reason];
}

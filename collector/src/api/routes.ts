import type * as z from "zod";
import { snapshotSchema } from "../../../src/contract/index.ts";
import { GROUPINGS } from "../store/index.ts";
import { joinBody } from "./bodies.ts";
import type { ApiErrorCode } from "./errors.ts";
import { FORMATS } from "./query.ts";
import {
  historyAnswer,
  joinAnswer,
  limitsAnswer,
  machinesAnswer,
  statusAnswer,
  usageAnswer,
} from "./schemas.ts";

/** A route as it is documented. The server answers these, and the pages. */
export interface Route {
  readonly method: "get" | "post";
  readonly path: string;
  readonly summary: string;
  /** Who may use it. */
  readonly who: "anyone" | "machine" | "api" | "metrics";
  readonly parameters?: readonly Parameter[];
  readonly body?: z.ZodType;
  readonly status: 200 | 201 | 204;
  /** Absent for an answer that is not JSON. */
  readonly answer?: z.ZodType;
  readonly types?: readonly string[];
  readonly errors: readonly ApiErrorCode[];
}

export interface Parameter {
  readonly name: string;
  readonly what: string;
  readonly isRepeated?: boolean;
  readonly values?: readonly string[];
}

const FROM = {
  name: "from",
  what: "the first day, YYYY-MM-DD, from 1990 on; by default 29 days before the last",
};
const TO = { name: "to", what: "the last day; by default today in Toronto" };
const ACCOUNT = { name: "account", what: "only this account; empty for days without one", isRepeated: true };
const READ = ["invalid_query", "invalid_token", "too_many_requests", "unavailable"] as const;
const SENT = ["not_json", "too_large", "unsupported_media_type", "too_many_requests", "unavailable"] as const;

export const ROUTES: readonly Route[] = [
  {
    method: "post",
    path: "/agent-usage",
    summary: "Keep a snapshot. 204 means that it is kept, also if it is late or changes nothing",
    who: "machine",
    body: snapshotSchema,
    status: 204,
    errors: ["invalid_token", "revoked", "other_machine", "invalid_snapshot", ...SENT],
  },
  {
    method: "post",
    path: "/join",
    summary: "Trade a code for a token of the machine's own",
    who: "anyone",
    body: joinBody,
    status: 201,
    answer: joinAnswer,
    errors: ["invalid_code", "invalid_body", ...SENT],
  },
  {
    method: "get",
    path: "/api/v1/usage",
    summary: "What was used, grouped and filtered",
    who: "api",
    parameters: [
      FROM,
      TO,
      { name: "by", what: `any of ${GROUPINGS.join(", ")}, separated by commas; by default day` },
      { name: "machine", what: "only this machine, by id", isRepeated: true },
      { name: "model", what: "only this model", isRepeated: true },
      ACCOUNT,
      { name: "format", what: "how to answer", values: FORMATS },
      { name: "cost", what: "1 adds the cost in dollars at list prices", values: ["0", "1"] },
    ],
    status: 200,
    answer: usageAnswer,
    types: ["text/csv"],
    errors: READ,
  },
  {
    method: "get",
    path: "/api/v1/machines",
    summary: "Every machine",
    who: "api",
    status: 200,
    answer: machinesAnswer,
    errors: READ,
  },
  {
    method: "get",
    path: "/api/v1/limits",
    summary: "The newest reading of each limit",
    who: "api",
    status: 200,
    answer: limitsAnswer,
    errors: READ,
  },
  {
    method: "get",
    path: "/api/v1/limits/history",
    summary: "The readings of limits that changed something",
    who: "api",
    parameters: [FROM, TO, ACCOUNT],
    status: 200,
    answer: historyAnswer,
    errors: READ,
  },
  {
    method: "get",
    path: "/metrics",
    summary: "Prometheus' text format",
    who: "metrics",
    status: 200,
    types: ["text/plain"],
    errors: ["invalid_token", "too_many_requests", "unavailable"],
  },
  {
    method: "get",
    path: "/livez",
    summary: "Whether the process runs",
    who: "anyone",
    status: 200,
    answer: statusAnswer,
    errors: [],
  },
  {
    method: "get",
    path: "/readyz",
    summary: "Whether the database can be written",
    who: "anyone",
    status: 200,
    answer: statusAnswer,
    errors: ["unavailable"],
  },
  {
    method: "get",
    path: "/openapi.json",
    summary: "This description",
    who: "anyone",
    status: 200,
    types: ["application/json"],
    errors: [],
  },
];

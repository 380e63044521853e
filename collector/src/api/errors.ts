/** Every error of the HTTP interface: its status, and what it means. The code, the OpenAPI file and the docs share it. */
export const API_ERRORS = {
  bad_request: { status: 400, message: "The request is not valid HTTP." },
  not_json: { status: 400, message: "The body is not JSON in UTF-8." },
  invalid_query: { status: 400, message: "A parameter is wrong." },
  invalid_token: { status: 401, message: "The token, the key or the session is missing or not valid here." },
  invalid_code: { status: 401, message: "The code is unknown, expired, used up or revoked." },
  revoked: { status: 403, message: "The machine's token was revoked." },
  forbidden: { status: 403, message: "Requests from this address or page are not accepted." },
  not_found: { status: 404, message: "There is nothing here." },
  method_not_allowed: { status: 405, message: "The method is not allowed here." },
  request_timeout: { status: 408, message: "The request was not complete in time." },
  other_machine: { status: 409, message: "The token belongs to another machine." },
  too_large: { status: 413, message: "The body is over 64 KiB." },
  unsupported_media_type: { status: 415, message: "The body must be application/json, not compressed." },
  expectation_failed: { status: 417, message: "The header Expect may only be 100-continue." },
  invalid_snapshot: { status: 422, message: "The snapshot does not follow the contract." },
  invalid_body: { status: 422, message: "A field of the body is wrong." },
  too_many_requests: { status: 429, message: "Too many failed attempts. Try again in a minute." },
  headers_too_large: { status: 431, message: "The headers are too large." },
  internal: { status: 500, message: "A bug. The collector's log says where." },
  unavailable: { status: 503, message: "The collector cannot be certain to keep this now. Try again." },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly message: string }>>;

export type ApiErrorCode = keyof typeof API_ERRORS;

export interface ApiErrorBody {
  readonly error: {
    readonly code: ApiErrorCode;
    readonly message: string;
    /** The first wrong field or parameter. Its value is never repeated. */
    readonly path?: string;
  };
}

/** The body of an error. @param path the wrong field */
export function errorBody(
  code: ApiErrorCode,
  { message = API_ERRORS[code].message, path }: { message?: string; path?: string } = {},
): ApiErrorBody {
  return { error: { code, message, ...(path !== undefined && { path }) } };
}

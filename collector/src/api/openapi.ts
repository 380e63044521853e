import * as z from "zod";
import { API_ERRORS, type ApiErrorCode } from "./errors.ts";
import { type Parameter, ROUTES, type Route } from "./routes.ts";
import { errorSchema } from "./schemas.ts";

/** The HTTP interface as OpenAPI 3.1. @param version the collector's */
export function openApi(version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of ROUTES)
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route) };
  return {
    openapi: "3.1.0",
    info: { title: "agent-usage-collector", version, license: { name: "MIT", identifier: "MIT" } },
    paths,
    components: {
      securitySchemes: {
        machine: { type: "http", scheme: "bearer", description: "a machine's token" },
        api: { type: "http", scheme: "bearer", description: "a key for the API" },
        metrics: { type: "http", scheme: "bearer", description: "a key for the metrics" },
      },
    },
  };
}

function operationOf(route: Route) {
  const { summary, who, parameters = [], body } = route;
  return {
    summary,
    security: who === "anyone" ? [] : [{ [who]: [] }],
    ...(parameters.length > 0 && { parameters: parameters.map(parameterOf) }),
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: { ...answerOf(route), ...errorsOf(route.errors) },
  };
}

function parameterOf({ name, what, isRepeated, values }: Parameter) {
  const one = values === undefined ? { type: "string" } : { type: "string", enum: values };
  return {
    name,
    in: "query",
    description: what,
    schema: isRepeated ? { type: "array", items: one } : one,
  };
}

function answerOf({ status, answer, types = [] }: Route) {
  const content = {
    ...(answer && json(answer)),
    ...Object.fromEntries(types.map((type) => [type, { schema: {} }])),
  };
  const hasContent = Object.keys(content).length > 0;
  return { [status]: { description: DESCRIPTIONS[status], ...(hasContent && { content }) } };
}

const DESCRIPTIONS = { 200: "The answer", 201: "Made", 204: "Kept" } as const;

/** The errors by status: several codes may share one. */
function errorsOf(codes: readonly ApiErrorCode[]) {
  const statuses = [...new Set(codes.map((code) => API_ERRORS[code].status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const same = codes.filter((code) => API_ERRORS[code].status === status);
      const description = same.map((code) => `\`${code}\`: ${API_ERRORS[code].message}`).join(" ");
      return [status, { description, content: json(errorSchema(same)) }];
    }),
  );
}

function json(schema: z.ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return { "application/json": { schema: rest } };
}

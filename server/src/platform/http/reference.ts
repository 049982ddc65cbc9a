import { errorBodySchema } from "@atoll/contract/errors/error-body";
import { type ErrorCode, errors } from "@atoll/contract/errors/errors";
import { isHeldInMaintenance } from "@atoll/contract/operation/maintenance";
import { scopeOf } from "@atoll/contract/personal-tokens/route-scopes";
import { type Route, sharedErrors } from "@atoll/contract/route";
import { normalizeIP } from "@fastify/rate-limit";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance, FastifyRequest, FastifySchema } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";

/** `/api/openapi.json`, made from the registered routes, and the same to read at `/api/docs`. */
export async function addReference(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Atoll", version, description: "The API that Atoll's own browser client uses." },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    theme: { title: "Atoll API" },
    uiConfig: { docExpansion: "list", deepLinking: true, tryItOutEnabled: false },
  });
  app.get("/api/openapi.json", { schema: { hide: true } }, () => app.swagger());
}

/**
 * Rate-limits requests for the reference by address, because its pages are not routes of the contract, and the document
 * is generated for each request. Call it before the rate limit plugin is registered.
 */
export function limitReference(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    if (!/^\/api\/(docs|openapi\.json)/.test(route.url)) return;
    route.config = {
      ...route.config,
      rateLimit: { max: 120, timeWindow: 60_000, keyGenerator: keyFor(route.url) },
    };
  });
}

function keyFor(url: string): (request: FastifyRequest) => string {
  return (request) => `reference ${url} ${normalizeIP(request.ip, 64)}`;
}

/** Returns the schemas that check the inputs of a route, with its words for the reference. */
export function routeSchema(route: Route): FastifySchema {
  const signedIn = route.access === "signed-in";
  return {
    summary: route.summary,
    ...(signedIn ? { description: describeScope(route) } : {}),
    tags: [route.path.split("/")[2] ?? "api"],
    ...(signedIn ? { security: [{ bearer: [] }] } : {}),
    ...(route.params ? { params: route.params } : {}),
    ...(route.query ? { querystring: route.query } : {}),
    ...(route.body ? { body: route.body } : {}),
    ...(route.bodyKind === "file" ? { consumes: ["multipart/form-data"] } : {}),
    response: {
      ...(route.response ? { [route.status]: route.response } : {}),
      ...errorResponses(route),
    },
  };
}

/** For the reference: what a program needs to use the route. */
function describeScope(route: Route): string {
  const needed = scopeOf(route);
  if (needed === "browsers") return "Only in a signed-in browser: access tokens are not accepted.";
  return needed === "any" ? "Any access token will do." : `Access tokens need the scope \`${needed}\`.`;
}

function tokenErrors(route: Route): ErrorCode[] {
  const needed = scopeOf(route);
  if (needed === "browsers") return ["token_not_accepted"];
  return needed === "any" ? ["personal_token_invalid"] : ["personal_token_invalid", "token_scope_missing"];
}

const errorSchemas = new Map<string, typeof errorBodySchema>();

/** Returns the schema of an error with these codes. Many routes share one, and making it takes longer than the rest of a route. */
function errorSchemaOf(codes: string): typeof errorBodySchema {
  const schema = errorSchemas.get(codes) ?? errorBodySchema.describe(codes);
  errorSchemas.set(codes, schema);
  return schema;
}

/** For the reference: each status with the codes that come with it. */
function errorResponses(route: Route): Record<number, unknown> {
  const codes: ErrorCode[] = [...route.errors, ...sharedErrors];
  if (isHeldInMaintenance(route) || typeof route.inMaintenance === "object") codes.push("maintenance");
  if (route.access === "signed-in") codes.push("not_authenticated", "session_expired", ...tokenErrors(route));
  if (route.access === "signed-in" && !route.isOpenDuringSetup)
    codes.push("second_factor_setup_required", "passkey_setup_required");
  if (route.access === "signed-in" && !route.isOpenBeforeNewPassword) codes.push("new_password_required");
  const statuses = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = errors[code];
    statuses.set(status, [...(statuses.get(status) ?? []), code]);
  }
  return Object.fromEntries([...statuses].map(([status, list]) => [status, errorSchemaOf(list.join(", "))]));
}

import { normalizeIP } from "@fastify/rate-limit";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance, FastifyRequest } from "fastify";
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

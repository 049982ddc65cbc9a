import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
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
    staticCSP: true,
    theme: { title: "Atoll API" },
    uiConfig: { docExpansion: "list", deepLinking: true, tryItOutEnabled: false },
  });
  app.get("/api/openapi.json", { schema: { hide: true } }, () => app.swagger());
}

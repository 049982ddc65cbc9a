import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { answerNotFound } from "./answer-error.ts";

/**
 * Serves the built web app from `folder`: files as they are, and index.html for every page address, since
 * the browser's router decides there. Without a build (development) only the API is served.
 */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, "index.html"))) {
    app.setNotFoundHandler(answerNotFound);
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header("cache-control", cachingOf(relative(folder, path)));
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === "GET" || request.method === "HEAD";
    const path = request.url.split("?", 1)[0] ?? "/";
    // A file that is gone (an old build's chunk) must not come back as a page.
    if (!isPage || path.startsWith("/api/") || path.startsWith("/assets/"))
      return answerNotFound(request, reply);
    return reply.header("cache-control", "no-cache").sendFile("index.html");
  });
}

function cachingOf(path: string): string {
  // Their names carry a hash of their content; everything else may change with the next version.
  if (path.startsWith("assets")) return "public, max-age=31536000, immutable";
  // Browsers ask for a page's icon with every step within it.
  if (path.startsWith("icons")) return "public, max-age=86400";
  return "no-cache";
}

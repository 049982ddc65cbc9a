import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isPageAddress } from "@atoll/contract/page-address";
import { lostSharePath, sharePath } from "@atoll/contract/share-target";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { answerNotFound } from "../answer-error.ts";
import { allowInline, inlineHashesOf } from "./inline-hashes.ts";
import { openPublicPages } from "./public-pages.ts";
import { acceptSignInForm } from "./sign-in-form.ts";

/**
 * Serves the built web app from `folder`: its files, and index.html for every page address, since the browser's router
 * decides there. What the build has compressed is sent so to browsers that take it. Without a build (development) only
 * the API is served.
 *
 * Answers of the API are never compressed: the length of one that holds both a secret and something that a stranger
 * chose would tell of the secret (BREACH). The files of the build are the same for everybody.
 */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string | undefined,
  publicUrl?: string,
): Promise<void> {
  if (folder === undefined) {
    app.setNotFoundHandler(answerNotFound);
    return;
  }
  const page = join(folder, "index.html");
  const ownOfPage = inlineHashesOf(await readFile(page, "utf8"));
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    // They are ways to send a file, and no files of their own.
    globIgnore: ["**/*.br", "**/*.gz", "rendered/*"],
    index: false,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header(
        "cache-control",
        cachingOf(path.slice(path.lastIndexOf("/", path.lastIndexOf("/") - 1) + 1)),
      );
      // Prevents caches in between from mixing compressed and plain files.
      reply.header("vary", "accept-encoding");
      // The service worker asks for it by this name, too, and keeps it with its headers.
      if (path.replace(/\.(br|gz)$/, "") === page) allowInline(reply, ownOfPage);
    },
  });
  // A browser that has lost its service worker sends here what was shared. Its body is not read.
  app.addHook("onRequest", async (request, reply) => {
    if (request.method === "POST" && request.url === sharePath)
      return reply.header("connection", "close").redirect(lostSharePath, 303);
    return undefined;
  });
  const publicPages = await openPublicPages(app, folder);
  if (publicPages) await acceptSignInForm(app, publicPages, publicUrl);
  app.setNotFoundHandler(async (request, reply) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const other = isRead ? otherBuildOf(folder, request.url) : undefined;
    if (other) return reply.sendFile(other.path, other.folder);
    if (!isRead || !isPageAddress(request.url.split("?", 1)[0] ?? "/")) return answerNotFound(request, reply);
    // A reply is a promise of nothing: whether the page was sent is asked of the reply itself.
    await publicPages?.send(request, reply);
    return reply.sent ? reply : reply.header("cache-control", "no-cache").sendFile("index.html");
  });
}

/**
 * Returns the file of another build. A page that was opened earlier requests the files of its own build, and during an
 * upgrade of several servers, of a newer one. These builds are kept next to this one while they may be needed. Their
 * file names contain a hash.
 */
function otherBuildOf(folder: string, url: string): { folder: string; path: string } | undefined {
  const path = /^\/(assets\/[\w-]+(?:\.[\w-]+)+)(?:\?|$)/.exec(url)?.[1];
  if (!path) return undefined;
  try {
    const builds = dirname(folder);
    const names = readdirSync(builds).filter((name) => /^[0-9a-f]{16}$/.test(name));
    const name = names.find((one) => existsSync(join(builds, one, path)));
    return name === undefined ? undefined : { folder: join(builds, name), path };
  } catch {
    return undefined;
  }
}

function cachingOf(path: string): string {
  // Names of assets contain a hash of their content; other files may change with the next version.
  if (path.startsWith("assets")) return "public, max-age=31536000, immutable";
  // Browsers ask for a page's icon with every step within it.
  if (path.startsWith("icons")) return "public, max-age=86400";
  return "no-cache";
}

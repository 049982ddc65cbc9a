import { isPageAddress } from "@atoll/contract/page-address";
import { sharePath } from "@atoll/contract/share-target";
import { keepingLock, readToWorker } from "../lib/worker-messages.ts";
import { build } from "./build.ts";
import { answerClick } from "./notification-click.ts";
import { showPush } from "./push.ts";
import { renewPush } from "./push-change.ts";
import { takeShare } from "./share.ts";
import {
  dropOldBuilds,
  forgetPage,
  keepFile,
  keepFirst,
  keepRest,
  keptFile,
  keptPage,
} from "./shell-cache.ts";

declare const self: ServiceWorkerGlobalScope;

// The service worker, served as `/sw.js`. One concern, one file; every listener is added here, before the script ends.

self.addEventListener("install", (event) => event.waitUntil(keepFirst()));
self.addEventListener("activate", (event) => event.waitUntil(begin()));
self.addEventListener("fetch", answerFetch);
self.addEventListener("message", (event) => event.waitUntil(hear(event)));
self.addEventListener("push", (event) => event.waitUntil(showPush(event)));
self.addEventListener("notificationclick", (event) => event.waitUntil(answerClick(event)));
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewPush(event)));

async function begin(): Promise<void> {
  // A page that was there before has lazily loaded files ahead of it, and they are to be kept.
  await self.clients.claim();
  await dropOldBuilds();
}

async function hear(event: ExtendableMessageEvent): Promise<void> {
  switch (readToWorker(event.data)?.kind) {
    case "take-over":
      // The worker before comes to its end first: a browser that finds it at work may leave both as they are for minutes.
      await navigator.locks.request(keepingLock, () => undefined);
      return self.skipWaiting();
    case "stand-aside":
      await forgetPage();
      return event.ports[0]?.postMessage("aside");
    case "which-build":
      return event.ports[0]?.postMessage({ id: build.id });
    case "keep-rest":
      return navigator.locks.request(keepingLock, async () => {
        await keepRest();
        await dropOldBuilds();
      });
  }
}

/**
 * Answers with what is kept, without asking: a page of one build always goes with that build's files, and a new build is
 * told by another worker, not by another page. The API and people's files are none of the worker's business.
 */
function answerFetch(event: FetchEvent): void {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (isShare(request, pathname)) event.respondWith(takeShare(request));
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (isPageAddress(pathname)) event.respondWith(answerPage(request));
  } else if (pathname.startsWith("/assets/") || pathname in build.checked) {
    event.respondWith(answerFile(event, pathname));
  }
}

/** Returns whether another app shares something: the system sends it as a form. */
function isShare({ method, mode }: Request, path: string): boolean {
  return method === "POST" && mode === "navigate" && path === sharePath;
}

async function answerPage(request: Request): Promise<Response> {
  return (await orNothing(keptPage())) ?? fetch(request);
}

async function answerFile(event: FetchEvent, path: string): Promise<Response> {
  const kept = await orNothing(keptFile(path));
  if (kept) return kept;
  const answer = await fetch(event.request);
  event.waitUntil(keepFile(path, answer.clone()));
  return answer;
}

/** Storage that is broken must not take the page with it. */
function orNothing(kept: Promise<Response | undefined>): Promise<Response | undefined> {
  return kept.catch(() => undefined);
}

import { keepingLock, readToWorker } from "../lib/worker-messages.ts";
import { answerFetch } from "./answer-fetch.ts";
import { build } from "./build.ts";
import { answerClick } from "./notification-click.ts";
import { showPush } from "./push.ts";
import { renewPush } from "./push-change.ts";
import { dropOldBuilds, forgetPage, keepFirst, keepRest } from "./shell-cache.ts";

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

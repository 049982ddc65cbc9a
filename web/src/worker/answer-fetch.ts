import { isPageAddress } from "@atoll/contract/page-address";
import { build } from "./build.ts";
import { keepFile, keptFile, keptPage } from "./shell-cache.ts";

/**
 * Answers with what is kept, without asking: a page of one build always goes with that build's files, and a new build is
 * told by another worker, not by another page. The API and people's files are none of the worker's business.
 */
export function answerFetch(event: FetchEvent): void {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (isPageAddress(pathname)) event.respondWith(answerPage(request));
  } else if (pathname.startsWith("/assets/") || pathname in build.checked) {
    event.respondWith(answerFile(event, pathname));
  }
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

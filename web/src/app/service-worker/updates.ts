import { realtime } from "../../lib/server/socket.ts";
import { isTextAtRisk, watchTypedText } from "../../lib/typed-text.ts";
import type { BuildAnswer, ToWorker } from "../../lib/worker-messages.ts";
import { notify } from "../../ui/toast/toast.tsx";
import { askToTakeOver, followTaken, takeOver } from "./take-over.ts";

const key = "atoll.builds";
const kept = 5;

/** Returns whether this tab has already reloaded for a build. */
function isTaken(build: string): boolean {
  return read().includes(build);
}

function markTaken(build: string): void {
  try {
    sessionStorage.setItem(key, [build, ...read()].slice(0, kept).join(" "));
  } catch {
    // Without storage it is reloaded once more, when someone asks for it.
  }
}

function read(): string[] {
  try {
    return (sessionStorage.getItem(key) ?? "").split(" ");
  } catch {
    return [];
  }
}

const askAgainMs = 3_000;

/**
 * The build that a worker belongs to, however long it takes to say so: a browser that has much to do starts its workers
 * late, and a page that guessed would never load the new build. Undefined for none, or one that another has replaced.
 */
function buildOf(worker: ServiceWorker | null): Promise<string | undefined> {
  if (!worker) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const ask = () => {
      if (worker.state === "redundant") return settle(undefined);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<BuildAnswer>) => settle(data.id);
      worker.postMessage({ kind: "which-build" } satisfies ToWorker, [port2]);
    };
    const timer = setInterval(ask, askAgainMs);
    const settle = (build: string | undefined) => {
      clearInterval(timer);
      resolve(build);
    };
    ask();
  });
}

const lookEveryMs = 60 * 60 * 1000;
/** After a restart every browser is back at the same moment. */
const spreadMs = 20_000;
const reloadAgainMs = 10_000;
const toastId = "new-version";

/**
 * Announces a new build, and activates it on request. After that, every page of this browser reloads once for each
 * build, except pages with text that would be lost. Specification, section 4.
 */
export function followUpdates(registration: ServiceWorkerRegistration): void {
  const container = navigator.serviceWorker;
  // The build of this page: the worker's, or the network's if there was no worker yet.
  let own = buildOf(container.controller);
  watchTypedText();
  lookNowAndThen(registration);

  container.addEventListener("controllerchange", async () => {
    const [before, next] = [own, buildOf(container.controller)];
    // The first build belongs to this page, even if the next one arrives before it has reported itself.
    own = before.then((known) => known ?? next);
    const [made, now] = [await own, await next];
    if (now !== undefined && now !== made) reloadOnce(now);
  });
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed") void announce(installing);
    });
  });
  if (registration.waiting) void announce(registration.waiting);
  followTaken(reloadOnce);

  async function announce(waiting: ServiceWorker): Promise<void> {
    // The first worker of this browser waits for nobody.
    if (!container.controller) return;
    const [before, next] = [await own, await buildOf(waiting)];
    if (waiting.state !== "installed" || next === undefined) return;
    // Only the worker itself is another.
    if (next === before) return askToTakeOver(waiting);
    // While two servers of different builds answer by turns, the one that was there before is no news.
    if (isTaken(next)) return;
    const take = () => takeOver(waiting, container.controller, next).then(reloadOnce);
    offer("A new version of Atoll is ready.", "Reload", () => whenNothingIsLost(take));
  }
}

function lookNowAndThen(registration: ServiceWorkerRegistration): void {
  let lookedAt = Date.now();
  const look = () => {
    lookedAt = Date.now();
    registration.update().catch(() => undefined);
  };
  setInterval(look, lookEveryMs);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && Date.now() - lookedAt > lookEveryMs / 4) look();
  });
  // A server that was away may be back with another build.
  let wasConnected = false;
  realtime.subscribe(() => {
    if (realtime.getState() !== "connected") return;
    if (wasConnected) setTimeout(look, Math.random() * spreadMs);
    wasConnected = true;
  });
}

function reloadOnce(build: string): void {
  if (isTaken(build)) return;
  whenNothingIsLost(() => {
    markTaken(build);
    reload(3);
  });
}

/**
 * Reloads the page, and again while this page is still there: Chromium may leave a navigation unanswered that starts while
 * one worker takes over from another.
 */
function reload(times: number): void {
  location.reload();
  if (times > 1) setTimeout(() => reload(times - 1), reloadAgainMs);
}

/** Drafts and what waits to be sent are kept, and no reason to wait. */
function whenNothingIsLost(act: () => void): void {
  if (isTextAtRisk()) offer(toBeLost, "Reload anyway", act);
  else act();
}

const toBeLost = "Send or save what you have written first: loading the new version would lose it.";

function offer(message: string, label: string, onClick: () => void): void {
  notify.info(message, { id: toastId, stays: true, action: { label, onClick } });
}

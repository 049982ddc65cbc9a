import { savesData } from "../../lib/page/save-data.ts";
import { pageLock, sharesDatabase, type ToWorker } from "../../lib/worker-messages.ts";
import { followUpdates } from "./updates.ts";

/** Long enough for what the page itself still loads. */
const quietMs = 4_000;
/** The waits after each failed installation. */
const retryWaitsMs = [10_000, 30_000, 120_000, 600_000];

/**
 * Brings the service worker to this browser, keeps what it needs, and follows new builds. To be called when the page has
 * been painted: nobody waits for it. Where there is none (plain http, an old browser) Atoll works as a page.
 */
export async function startServiceWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  holdBuild();
  try {
    const registration = await install();
    if (!registration) return;
    followUpdates(registration);
    dropOldShares().catch((error: unknown) => console.debug("Old shares are still there", error));
    // Files that a page has used are kept in any case.
    if (!savesData())
      setTimeout(() => registration.active?.postMessage({ kind: "keep-rest" } satisfies ToWorker), quietMs);
  } catch (error) {
    // As specification section 8 has it: only logged.
    console.info("The service worker could not be registered", error);
  }
}

/**
 * Registers the worker, and again when it fails to fetch one of its files: the browser then drops it, and would only try
 * again with the next page. Returns undefined where there can be none.
 */
async function install(): Promise<ServiceWorkerRegistration | undefined> {
  for (const waitMs of [...retryWaitsMs, undefined]) {
    // The browser revalidates the script, and everything it would import, each time.
    const registration = await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
    // Where something between page and browser forbids workers, the answer may be nothing at all.
    if (!(registration instanceof ServiceWorkerRegistration)) return undefined;
    const coming = registration.installing ?? registration.waiting;
    if (!registration.active && coming) await ended(coming);
    if (registration.active) return registration;
    if (waitMs !== undefined) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  return undefined;
}

/** Settles when a worker was installed and activated, or dropped. */
function ended(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (worker.state === "activating" || worker.state === "activated" || worker.state === "redundant")
        resolve();
    };
    worker.addEventListener("statechange", look);
    look();
  });
}

/** Deletes what other apps have shared and nobody has taken. Most browsers never had any. */
async function dropOldShares(): Promise<void> {
  const known = "databases" in indexedDB ? await indexedDB.databases() : [];
  if (known.some(({ name }) => name === sharesDatabase))
    await (await import("../../lib/shares.ts")).dropOldShares();
}

/** Makes the worker keep this build's files while the page is open, even if a newer one takes over. */
function holdBuild(): void {
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[type="module"][src^="/assets/"]');
  // The last one has the start of the app; those before it may be the same in several builds.
  const entry = [...scripts].at(-1);
  if (!entry) return;
  const name = pageLock + new URL(entry.src).pathname;
  void navigator.locks.request(name, { mode: "shared" }, () => new Promise(() => undefined));
}

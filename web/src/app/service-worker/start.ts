import { pageLock, type ToWorker } from "../../lib/worker-messages.ts";
import { followUpdates } from "./updates.ts";

/** Long enough for what the page itself still loads. */
const quietMs = 4_000;

/**
 * Brings the service worker to this browser, keeps what it needs, and follows new builds. To be called when the page has
 * been painted: nobody waits for it. Where there is none (plain http, an old browser) Atoll works as a page.
 */
export async function startServiceWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  holdBuild();
  try {
    // The browser revalidates the script, and everything it would import, each time.
    const registration = await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
    // Where something between page and browser forbids workers, the answer may be nothing at all.
    if (!(registration instanceof ServiceWorkerRegistration)) return;
    followUpdates(registration);
    const { active } = await navigator.serviceWorker.ready;
    setTimeout(() => active?.postMessage({ kind: "keep-rest" } satisfies ToWorker), quietMs);
  } catch (error) {
    // As specification section 8 has it: only logged.
    console.info("The service worker could not be registered", error);
  }
}

/** Makes the worker keep this build's files while the page is open, even if a newer one takes over. */
function holdBuild(): void {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src^="/assets/"]');
  if (!entry) return;
  const name = pageLock + new URL(entry.src).pathname;
  void navigator.locks.request(name, { mode: "shared" }, () => new Promise(() => undefined));
}

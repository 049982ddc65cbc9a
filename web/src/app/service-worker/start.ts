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
    // The script is asked for anew each time, and so is whatever it would import.
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

/** As long as this page is there, the worker keeps the files of its build, whatever takes over meanwhile. */
function holdBuild(): void {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src^="/assets/"]');
  if (!entry) return;
  const name = pageLock + new URL(entry.src).pathname;
  void navigator.locks.request(name, { mode: "shared" }, () => new Promise(() => undefined));
}

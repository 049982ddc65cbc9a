import { pushWanted, shellCaches } from "../worker-messages.ts";

/**
 * The keys that are kept: the theme, how long toasts stay, the names on the sign-in page, which are public, and the ID of the person who
 * turned on notifications in this browser, so that they are turned on again when that person returns.
 */
const kept: ReadonlySet<string> = new Set([
  "themeModeV2",
  "atoll.toast-seconds",
  "atoll.workspace",
  pushWanted,
]);

/**
 * Deletes everything this browser stored for the person who has signed out: drafts, unsent messages, settings, caches.
 * The storage is cleared before this returns, so that the next person to sign in loses nothing.
 */
export function forgetPerson(): void {
  forgetTab();
  forgetTexts();
  dropPush().catch((error: unknown) => console.info("Notifications are not turned off", error));
  dropStores().catch((error: unknown) => console.info("Not all that was kept could be thrown away", error));
}

/** The texts that all tabs share. */
export function forgetTexts(): void {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
    for (const key of keys) if (!kept.has(key)) localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: nothing is in it.
  }
}

/** The part of it that each tab has of its own. */
export function forgetTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // The same.
  }
}

/** Nothing of theirs is shown here any more, also when the server could not be told that they have left. */
async function dropPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration?.getNotifications) return;
  for (const shown of await registration.getNotifications()) shown.close();
  await (await registration.pushManager?.getSubscription())?.unsubscribe();
}

async function dropStores(): Promise<void> {
  if ("caches" in globalThis) {
    // The app's own files are everybody's.
    const names = (await caches.keys()).filter((name) => !name.startsWith(shellCaches));
    await Promise.all(names.map((name) => caches.delete(name)));
  }
  if (!("indexedDB" in globalThis) || !("databases" in indexedDB)) return;
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
}

import { pushWanted, shellCaches } from "./worker-messages.ts";

/**
 * What stays: how the pages look, the names on the sign-in page, which everybody may read, and the id of who wanted
 * notifications here, for whom they are turned on again when they come back.
 */
const kept: ReadonlySet<string> = new Set(["themeModeV2", "atoll.workspace", pushWanted]);

/**
 * Throws away what this browser kept for the person who has left: drafts, messages that were not sent, choices, caches.
 * The browser's storage is emptied before this returns, so that whoever signs in next loses nothing by it.
 */
export function forgetPerson(): void {
  forgetTab();
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
    for (const key of keys) if (!kept.has(key)) localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: nothing is in it.
  }
  dropPush().catch((error: unknown) => console.info("Notifications are not turned off", error));
  dropStores().catch((error: unknown) => console.info("Not all that was kept could be thrown away", error));
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

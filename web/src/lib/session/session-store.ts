import type { Session, Viewer } from "@atoll/contract/identity/schemas";
import { takePreferencesOf } from "../preferences.ts";
import { readAs, type Shape } from "../shape.ts";
import { pushWanted, sharesDatabase, shellCaches } from "../worker-messages.ts";
import { readSession, readViewer, type StoredSession, storageKeys, write } from "./session-storage.ts";

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
function forgetPerson(isByChoice: boolean): void {
  forgetTab();
  forgetTexts();
  dropPush().catch((error: unknown) => console.info("Notifications are not turned off", error));
  dropStores(isByChoice).catch((error: unknown) =>
    console.info("Not all that was kept could be thrown away", error),
  );
}

/** The texts that all tabs share. */
function forgetTexts(): void {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
    for (const key of keys) if (!kept.has(key)) localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: nothing is in it.
  }
}

/** The part of it that each tab has of its own. */
function forgetTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // The same.
  }
}

/** Nothing of theirs is shown here any more, also when the server could not be told that they have left. */
async function dropPush(): Promise<void> {
  // On the icon of the installed app, where no page was open to take it away.
  if ("clearAppBadge" in navigator) navigator.clearAppBadge().catch(() => undefined);
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration?.getNotifications) return;
  for (const shown of await registration.getNotifications()) shown.close();
  await (await registration.pushManager?.getSubscription())?.unsubscribe();
}

async function dropStores(isByChoice: boolean): Promise<void> {
  if ("caches" in globalThis) {
    // The app's own files are everybody's.
    const names = (await caches.keys()).filter((name) => !name.startsWith(shellCaches));
    await Promise.all(names.map((name) => caches.delete(name)));
  }
  if (!("indexedDB" in globalThis) || !("databases" in indexedDB)) return;
  // Shares wait for the next sign-in. Each names the person it is for.
  for (const { name } of await indexedDB.databases())
    if (name && (isByChoice || name !== sharesDatabase)) indexedDB.deleteDatabase(name);
}

export type SessionState =
  /** Nothing may be decided yet. Specification, section 4. */
  | { status: "restoring" }
  | { status: "signed-in"; viewer: Viewer }
  /** `message` says why the server ended the session; the sign-in page shows it. */
  | { status: "signed-out"; reason: "never-in" | "by-choice" | "ended"; message: string | null };

/** The value a tab stores instead of the token after the server has ended its session. */
const farewellShape: Shape<{ endedBecause: string | null }> = { endedBecause: "string|null" };

let state: SessionState = { status: "restoring" };
let tokens: StoredSession | null = null;
const listeners = new Set<() => void>();

export function getSession(): SessionState {
  return state;
}

/** The tokens as this tab knows them: storage may be unavailable, or one event behind. */
export function getTokens(): StoredSession | null {
  return tokens;
}

/** Calls back after every change of the state. Returns the way to stop. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes over fresh tokens with their person, here and, through the storage, in the other tabs. */
export function adopt(session: Session, viewer: Viewer): StoredSession {
  const stored = { ...session, receivedAt: Date.now() };
  // The token goes last: the other tabs act on it and must find the person already there.
  write(storageKeys.user, viewer);
  write(storageKeys.token, stored);
  tokens = stored;
  setViewer(viewer);
  return stored;
}

/** The same session, with newer knowledge about its person. */
export function updateViewer(viewer: Viewer): void {
  // Signed out while the answer was on its way: it must not sign the person in again.
  if (!tokens) return;
  write(storageKeys.user, viewer);
  setViewer(viewer);
}

/** Continues with tokens that were found in the storage. */
export function holdTokens(stored: StoredSession): void {
  tokens = stored;
}

/** Forgets the person, the tokens, and everything else that was kept for them. Specification, section 4. */
export function clearSession(
  reason: "never-in" | "by-choice" | "ended",
  message: string | null = null,
): void {
  // For a moment only: the other tabs hear of every value in turn, and so of the reason too.
  if (reason === "ended") write(storageKeys.token, { endedBecause: message });
  for (const key of Object.values(storageKeys)) write(key, null);
  forgetPerson(reason === "by-choice");
  tokens = null;
  setState({ status: "signed-out", reason, message });
}

/** Keeps this tab in step when another one signs in, signs out or refreshes. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    const ours = event.key === null || event.key === storageKeys.token || event.key === storageKeys.user;
    if (!ours || state.status === "restoring") return;
    const stored = readSession();
    const viewer = readViewer();
    tokens = stored;
    if (stored && viewer) setViewer(viewer);
    else if (state.status === "signed-in") {
      forgetTab();
      // The tab that left first emptied what all tabs share. An answer may have come to this one before it knew.
      // If somebody has signed in since, the texts are theirs.
      if (!stored) forgetTexts();
      setState(farewellOf(event.newValue));
    }
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

/** How another tab left, by what it wrote in place of the token. */
function farewellOf(written: string | null): SessionState {
  const farewell = readAs(written, farewellShape);
  return farewell
    ? { status: "signed-out", reason: "ended", message: farewell.endedBecause }
    : { status: "signed-out", reason: "by-choice", message: null };
}

function setViewer(viewer: Viewer): void {
  // An unchanged person keeps their identity, so that a refresh redraws nothing.
  if (state.status === "signed-in" && comparable(state.viewer) === comparable(viewer)) return;
  setState({ status: "signed-in", viewer });
}

/** The person without their last activity, which moves with every request; no page shows one's own. */
const comparable = (viewer: Viewer) => JSON.stringify({ ...viewer, lastActive: "" });

function setState(next: SessionState): void {
  state = next;
  takePreferencesOf(next.status === "signed-in" ? next.viewer : null);
  for (const listener of listeners) listener();
}

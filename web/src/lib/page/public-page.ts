import type { Session, Viewer } from "@atoll/contract/identity/schemas";
import {
  type PublicPageState,
  postedSessionId,
  publicPageStateId,
} from "@atoll/contract/workspace/public-pages";
import { useSyncExternalStore } from "react";

let state: PublicPageState | null | undefined;

/** Returns what the page shows that the server sent; null for a page without content. */
export function publicPage(): PublicPageState | null {
  state ??= readState();
  return state;
}

/** Sets the page to render, in the build. */
export function setPublicPage(next: PublicPageState): void {
  state = next;
}

/** Returns a value as the server rendered it, until the page is hydrated. */
export function useHydrated<Value extends string | boolean | null>(
  read: () => Value,
  rendered: (page: PublicPageState | null) => Value,
): Value {
  return useSyncExternalStore(subscribe, read, () => rendered(publicPage()));
}

/**
 * Returns whether the form was submitted before there was a script to send it, once. public/public-boot.js notes it, and
 * waits for the page.
 */
export function takeEarlySubmit(): boolean {
  const { dataset } = document.documentElement;
  const isEarly = dataset.early !== undefined;
  delete dataset.early;
  return isEarly;
}

/** Returns the session of someone who signed in by the browser's own form, once. */
export function takePostedSession(): { session: Session; user: Viewer } | null {
  const element = document.getElementById(postedSessionId);
  element?.remove();
  return element ? JSON.parse(element.textContent) : null;
}

function readState(): PublicPageState | null {
  const element = document.getElementById(publicPageStateId);
  return element ? JSON.parse(element.textContent) : null;
}

const subscribe = () => () => undefined;

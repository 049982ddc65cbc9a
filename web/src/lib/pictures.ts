import { useSyncExternalStore } from "react";

/** Changes to pictures since the page was opened, which cached lists may not know. */
const news = new Map<string, string | null>();
const listeners = new Set<() => void>();

/** A person's picture as it is now; null: they have none. */
export function usePicture(userId: string, known: string | null | undefined): string | null {
  const told = useSyncExternalStore(subscribe, () => news.get(userId));
  return (told === undefined ? known : told) ?? null;
}

/** Shows a person's new picture wherever they are on the screen. */
export function showPicture(userId: string, picture: string | null): void {
  if (news.get(userId) === picture) return;
  news.set(userId, picture);
  for (const listener of listeners) listener();
}

/** Forgets the changes, which may be older than data fetched from now on. */
export function forgetPictures(): void {
  if (news.size === 0) return;
  news.clear();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

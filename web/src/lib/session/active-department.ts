import { readDepartment, storageKeys, write } from "./session-storage.ts";
import { subscribe } from "./session-store.ts";

const listeners = new Set<() => void>();
let current = readDepartment();

// Signing out clears the storage; the next person starts with all departments.
subscribe(() => {
  if (current !== readDepartment()) announce();
});

/** The slug of the department that the navigation is narrowed to, or null for all. */
export function getActiveDepartment(): string | null {
  return current;
}

export function setActiveDepartment(slug: string | null): void {
  write(storageKeys.department, slug);
  announce(slug);
}

export function subscribeToActiveDepartment(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(slug = readDepartment()): void {
  current = slug;
  for (const listener of listeners) listener();
}

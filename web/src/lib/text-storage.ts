import { getSession } from "./session/session-store.ts";

/** The part of the browser's storage that is used here. */
export type TextStorage = Pick<Storage, "getItem" | "setItem" | "removeItem"> & { keys(): string[] };

/** The browser's storage, or one that lasts as long as the page where the browser forbids it. */
export function openTextStorage(): TextStorage {
  try {
    // Reading the property is what throws when storage is forbidden.
    const { localStorage } = globalThis;
    return {
      getItem: (key) => localStorage.getItem(key),
      setItem(key, text) {
        // An answer that was on its way when the person left must not bring back what was thrown away.
        if (getSession().status !== "signed-out") localStorage.setItem(key, text);
      },
      removeItem: (key) => localStorage.removeItem(key),
      keys: () => Object.keys(localStorage),
    };
  } catch {
    return createMemoryStorage();
  }
}

function createMemoryStorage(): TextStorage {
  const texts = new Map<string, string>();
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => texts.set(key, text),
    removeItem: (key) => texts.delete(key),
    keys: () => [...texts.keys()],
  };
}

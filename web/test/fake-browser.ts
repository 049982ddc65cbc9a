import { vi } from "vitest";

/** Stubs the parts of a browser that the session code needs in Node: a location and a storage. */
export function stubBrowser(origin: string): Storage {
  const storage = memoryStorage();
  vi.stubGlobal("location", new URL(origin));
  vi.stubGlobal("localStorage", storage);
  return storage;
}

function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  };
}

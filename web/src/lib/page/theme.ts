import { useSyncExternalStore } from "react";

/** Tropical is light and the default; dark is the deep ocean at night. */
export type ThemeMode = "tropical" | "dark";

/** public/theme-boot.js reads the same key before the first paint, and signing out leaves it. */
const storageKey = "themeModeV2";
const browserColour: Record<ThemeMode, string> = { tropical: "#f2ebde", dark: "#05121a" };
const listeners = new Set<() => void>();

/** The theme of this page, and a way to change it that lasts (specification, browser storage keys). */
export function useTheme(): { mode: ThemeMode; setMode: (mode: ThemeMode) => void; toggle: () => void } {
  const mode = useSyncExternalStore(subscribe, currentTheme, () => "tropical" as const);
  return { mode, setMode: setTheme, toggle: () => setTheme(mode === "dark" ? "tropical" : "dark") };
}

/** The theme the page shows now. */
function currentTheme(): ThemeMode {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "tropical";
}

/** Shows a theme at once and remembers it for the next visit. */
function setTheme(mode: ThemeMode): void {
  show(mode);
  try {
    localStorage.setItem(storageKey, mode);
  } catch {
    // Storage may be full or blocked: the choice then lasts as long as the page.
  }
}

function show(mode: ThemeMode): void {
  document.documentElement.dataset.theme = mode;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", browserColour[mode]);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", followOtherTab);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", followOtherTab);
  };
}

function followOtherTab(event: StorageEvent): void {
  if (event.key === storageKey) show(event.newValue === "dark" ? "dark" : "tropical");
}

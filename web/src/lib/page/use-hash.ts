import { useSyncExternalStore } from "react";

/** Returns the fragment of the address, with its `#`. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => location.hash);
}

function subscribe(onChange: () => void): () => void {
  const names = ["hashchange", "popstate"] as const;
  for (const name of names) addEventListener(name, onChange);
  // The router changes the address without either event.
  const navigation = "navigation" in window ? window.navigation : undefined;
  navigation?.addEventListener("currententrychange", onChange);
  return () => {
    for (const name of names) removeEventListener(name, onChange);
    navigation?.removeEventListener("currententrychange", onChange);
  };
}

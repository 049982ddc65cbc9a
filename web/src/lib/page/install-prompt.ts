import { useSyncExternalStore } from "react";

/** The event with which browsers offer to install the app. It comes once, early, and is kept until the person asks. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

let kept: InstallPrompt | null = null;
const listeners = new Set<() => void>();

/** Call before the first paint: the browser offers the prompt only once. */
export function keepInstallPrompt(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    if (!isInstallPrompt(event)) return;
    event.preventDefault();
    announce(event);
  });
  window.addEventListener("appinstalled", () => announce(null));
}

/** Asks the person to install the app; null where the browser does not offer it, or it is installed already. */
export function useInstallPrompt(): (() => void) | null {
  const prompt = useSyncExternalStore(
    subscribe,
    () => kept,
    () => null,
  );
  if (!prompt) return null;
  return () => {
    // A prompt works once. When the person declines, the browser may offer another one later.
    announce(null);
    prompt.prompt().catch((error: unknown) => console.info("The install prompt did not open", error));
  };
}

function isInstallPrompt(event: Event): event is InstallPrompt {
  return "prompt" in event && typeof event.prompt === "function";
}

function announce(prompt: InstallPrompt | null): void {
  kept = prompt;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

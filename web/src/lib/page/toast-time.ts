import { useSyncExternalStore } from "react";

/** The choices of a person, in seconds; the first is the standard. */
export const toastTimes = [5, 20, 60] as const;
export type ToastTime = (typeof toastTimes)[number];

/** forget-person.ts leaves it: how fast somebody reads is not a secret, and the sign-in page shows toasts, too. */
export const toastTimeKey = "atoll.toast-seconds";
const listeners = new Set<() => void>();
/** Where the browser forbids storage, the choice lasts as long as the page. */
let chosenHere: ToastTime | undefined;

/** How long toasts stay in this browser, in seconds. */
export function chosenToastTime(): ToastTime {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(toastTimeKey);
  } catch {
    // Storage is forbidden.
  }
  return toastTimes.find((time) => String(time) === stored) ?? chosenHere ?? toastTimes[0];
}

/** The choice, and a way to change it that lasts. */
export function useToastTime(): { time: ToastTime; setTime: (time: ToastTime) => void } {
  return { time: useSyncExternalStore(subscribe, chosenToastTime), setTime };
}

function setTime(time: ToastTime): void {
  chosenHere = time;
  try {
    localStorage.setItem(toastTimeKey, String(time));
  } catch {
    // The same.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

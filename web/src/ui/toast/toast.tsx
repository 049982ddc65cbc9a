import { useSyncExternalStore } from "react";
import { lazyPart, useLazyPart } from "../base/lazy-part.ts";
import type { NotifyOptions, ToastEnd, ToastMessage } from "./toast-message.ts";

/** Says in one line, at the bottom right, what happened. An error stays until it is closed. */
export const notify = {
  success: (message: string, options?: NotifyOptions) => push({ ...options, kind: "success", message }),
  info: (message: string, options?: NotifyOptions) => push({ ...options, kind: "info", message }),
  error: (message: string, options?: NotifyOptions) => push({ ...options, kind: "error", message }),
  /** Removes the toast with this ID, because its subject was opened or has ended. Does nothing if there is none. */
  done(id: string): void {
    setWaiting(waiting.filter((message) => message.id !== id));
    if (stackPart.read()) push({ kind: "done", id });
  },
};

// The library is a twentieth of the first load's budget, and the first load shows no toast. It comes when
// the browser is idle, for the first toast may be the one that says that the connection is gone.
const stackPart = lazyPart(() => import("./toast-stack.tsx"), "soon");

/** Where toasts appear; the app mounts one. What is said before it is there waits for it. */
export function Toaster() {
  const messages = useSyncExternalStore(
    subscribe,
    () => waiting,
    () => none,
  );
  const isWanted = messages.length > 0 || stackPart.read() !== undefined;
  const part = useLazyPart(stackPart, isWanted, () => undefined);
  return part ? <part.ToastStack messages={messages} onShown={forget} /> : null;
}

const none: typeof waiting = [];
let waiting: readonly (ToastMessage | ToastEnd)[] = [];
const listeners = new Set<() => void>();

function push(message: ToastMessage | ToastEnd): void {
  setWaiting([...waiting, message]);
}

function forget(shown: readonly (ToastMessage | ToastEnd)[]): void {
  setWaiting(waiting.filter((message) => !shown.includes(message)));
}

function setWaiting(messages: readonly (ToastMessage | ToastEnd)[]): void {
  waiting = messages;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

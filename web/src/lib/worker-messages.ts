/** What pages and the service worker say to each other. Free of everything that only one of the two has. */

/** A page holds a lock by this name and its entry's: the worker keeps the files of that build as long. */
export const pageLock = "atoll.page.";

/** What the worker keeps of the app, one cache for each build. Nothing in them is about a person. */
export const shellCaches = "atoll.shell.";

export type ToWorker =
  /** The build that waits takes over: somebody asked for it. */
  | { kind: "take-over" }
  /** Nothing is due: keep the files that nobody has asked for yet. */
  | { kind: "keep-rest" }
  /** Answered with a `BuildAnswer` on the port that comes with it. */
  | { kind: "which-build" };

export interface BuildAnswer {
  id: string;
}

/** Undefined for what an older or newer page says, and this worker does not know. */
export function readToWorker(data: unknown): ToWorker | undefined {
  const kind = typeof data === "object" && data !== null && "kind" in data ? data.kind : undefined;
  return kind === "take-over" || kind === "keep-rest" || kind === "which-build" ? { kind } : undefined;
}

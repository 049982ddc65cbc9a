/** The messages between pages and the service worker. Free of code that only one of them has. */

/** A page holds a lock by this name and its entry's: the worker keeps the files of that build as long. */
export const pageLock = "atoll.page.";

/** The prefix of the caches with the app's files, one for each build. They contain nothing about a person. */
export const shellCaches = "atoll.shell.";

/** Under this key a browser keeps who wants notifications in it: the id of a person. */
export const pushWanted = "atoll.push";

/** The database of what other apps have shared, until a page takes it. */
export const sharesDatabase = "atoll.shares";

/** The cache that tells the worker who is signed in. Signing out deletes it, as all caches of a person. */
export const viewerCache = "atoll.viewer";

/** Held by a worker while it keeps and throws away files because a page asked for it. */
export const keepingLock = "atoll.keeping";

export type ToWorker =
  /** The build that waits takes over: somebody asked for it. */
  | { kind: "take-over" }
  /** The build that waits is wanted, and does not come: pages come from the server now. Answered on the port. */
  | { kind: "stand-aside" }
  /** Nothing is due: keep the files that nobody has asked for yet. */
  | { kind: "keep-rest" }
  /** Answered with a `BuildAnswer` on the port that comes with it. */
  | { kind: "which-build" };

export interface BuildAnswer {
  id: string;
}

const kinds: readonly ToWorker[] = [
  { kind: "take-over" },
  { kind: "stand-aside" },
  { kind: "keep-rest" },
  { kind: "which-build" },
];

/** Undefined for what an older or newer page says, and this worker does not know. */
export function readToWorker(data: unknown): ToWorker | undefined {
  const kind = typeof data === "object" && data !== null && "kind" in data ? data.kind : undefined;
  return kinds.find((one) => one.kind === kind);
}

/** A message to an open page, which answers with anything on the port that comes with it. */
export type FromWorker =
  /** Go to a path within the web app. */
  | { kind: "open"; path: string }
  /** Remind the person of an entry of the inbox. */
  | { kind: "remind"; entryId: string };

/** Undefined for what another version's worker says. */
export function readFromWorker(data: unknown): FromWorker | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { kind, path, entryId } = data as Record<string, unknown>;
  if (kind === "remind" && typeof entryId === "string") return { kind, entryId };
  return kind === "open" && typeof path === "string" && /^\/(?!\/)/.test(path) ? { kind, path } : undefined;
}

import { BoundedMap } from "../../platform/keep-in-memory.ts";
import type { RequestViewer } from "./request-viewer.ts";

/** A notification tells of every change; this only bounds what a lost one could cost. */
const cacheMs = 30_000;
const maxCached = 20_000;

export interface ViewerCache {
  get(sessionId: string): RequestViewer | undefined;
  set(viewer: RequestViewer): void;
  deleteSession(sessionId: string): void;
  deleteUser(userId: string): void;
  clear(): void;
}

/** Viewers by their session, and by person, so that a change to one person costs no walk over all. */
export function createViewerCache(): ViewerCache {
  const bySession = new BoundedMap<string, { viewer: RequestViewer; until: number }>(maxCached, leaveIndex);
  const byUser = new Map<string, Set<string>>();

  function leaveIndex({ viewer }: { viewer: RequestViewer }): void {
    for (const userId of peopleBehind(viewer)) {
      const sessions = byUser.get(userId);
      sessions?.delete(viewer.sessionId);
      if (sessions?.size === 0) byUser.delete(userId);
    }
  }

  function deleteSession(sessionId: string): void {
    const entry = bySession.get(sessionId);
    if (!entry) return;
    bySession.delete(sessionId);
    leaveIndex(entry);
  }

  return {
    get(sessionId) {
      const entry = bySession.get(sessionId);
      return entry && entry.until > performance.now() ? entry.viewer : undefined;
    },
    set(viewer) {
      deleteSession(viewer.sessionId);
      bySession.set(viewer.sessionId, { viewer, until: performance.now() + cacheMs });
      for (const userId of peopleBehind(viewer)) {
        const sessions = byUser.get(userId) ?? new Set();
        byUser.set(userId, sessions.add(viewer.sessionId));
      }
    },
    deleteSession,
    deleteUser(userId) {
      for (const sessionId of byUser.get(userId) ?? []) deleteSession(sessionId);
    },
    clear() {
      bySession.clear();
      byUser.clear();
    },
  };
}

/** A bot changes with its owner. */
function peopleBehind({ id, ownerId }: RequestViewer): string[] {
  return ownerId === undefined ? [id] : [id, ownerId];
}

import type { Socket } from "socket.io";
import type { AppError } from "../app-error.ts";

/** The person behind a socket. */
export interface SocketIdentity {
  userId: string;
  sessionId: string;
  /** The key that its token was signed with. */
  keyId: string | undefined;
}

/** A socket of this process, from the moment its token was good: while it is let in, and as long as it is open. */
export interface LiveSocket {
  readonly socket: Socket;
  readonly identity: SocketIdentity;
  /** The rights found by the last check, as `Standing` marks them. Undefined before the first check. */
  mark: string | undefined;
  /** Something changed since the last check began. */
  isStale: boolean;
  /**
   * The socket's rooms may have changed since that check, so they are read again even if the person's rights are the
   * same.
   */
  haveRoomsMoved: boolean;
  isChecking: boolean;
  isOpen: boolean;
  /** Why it is to be cut once it is open. */
  ended: AppError | undefined;
  /** Its connection is to be cut once it is open. */
  isDropped: boolean;
}

export interface LiveSockets {
  add(live: LiveSocket): void;
  delete(live: LiveSocket): void;
  ofUser(userId: string): LiveSocket[];
  ofSession(sessionId: string): LiveSocket[];
  all(): LiveSocket[];
}

/** The sockets of this process, by person and by session. Socket.IO's own list lacks those that are being let in. */
export function createLiveSockets(): LiveSockets {
  const all = new Set<LiveSocket>();
  const byUser = new Map<string, Set<LiveSocket>>();
  const bySession = new Map<string, Set<LiveSocket>>();
  return {
    add(live) {
      all.add(live);
      addTo(byUser, live.identity.userId, live);
      addTo(bySession, live.identity.sessionId, live);
    },
    delete(live) {
      all.delete(live);
      deleteFrom(byUser, live.identity.userId, live);
      deleteFrom(bySession, live.identity.sessionId, live);
    },
    ofUser: (userId) => [...(byUser.get(userId) ?? [])],
    ofSession: (sessionId) => [...(bySession.get(sessionId) ?? [])],
    all: () => [...all],
  };
}

function addTo(index: Map<string, Set<LiveSocket>>, key: string, live: LiveSocket): void {
  index.set(key, (index.get(key) ?? new Set()).add(live));
}

function deleteFrom(index: Map<string, Set<LiveSocket>>, key: string, live: LiveSocket): void {
  const group = index.get(key);
  group?.delete(live);
  if (group?.size === 0) index.delete(key);
}

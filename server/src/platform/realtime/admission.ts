import type { ErrorCode } from "@atoll/contract/errors/errors";
import type { Socket } from "socket.io";
import { AppError } from "../app-error.ts";
import type { Log } from "../log/log.ts";
import { createLiveSockets, type LiveSocket, type SocketIdentity } from "./live-sockets.ts";
import { createRecheckQueue } from "./recheck-queue.ts";
import { dataOf, keepChosen } from "./socket-data.ts";

/** A person's current rights to rooms. */
export interface Standing {
  /** Changes whenever the person's permissions or visible data do, so that their browsers are told. */
  mark: string;
  isGuest: boolean;
  /** The rooms they belong in. */
  rooms: () => Promise<string[]>;
}

export interface AdmissionOptions {
  log: Log;
  /**
   * Called when a socket connects and after every change. It goes by the session, because the token may have expired.
   * Throws an AppError if the session has ended or may not connect: its sockets are disconnected.
   */
  standing: (identity: SocketIdentity) => Promise<Standing>;
}

export interface Admission {
  /** Puts a socket into its rooms. Throws the AppError that it is refused with. */
  admit(socket: Socket, identity: SocketIdentity): Promise<void>;
  /** The socket is open: from now on Socket.IO finds it. */
  opened(socket: Socket): void;
  /** Called when the person's rooms were changed without a check. */
  roomsMoved(): void;
  identities(): SocketIdentity[];
  reconnect(isMeant: (identity: SocketIdentity) => boolean): void;
  endSession(sessionId: string, code: ErrorCode): void;
  recheckUser(userId: string): void;
  recheckAll(): void;
  recheckRooms(): void;
  close(): void;
}

/**
 * Keeps every socket of this process in the rooms that its person belongs in, from the handshake on. All changes go
 * through the check: read the person's rights, move the socket, and start again if something has changed in between. So
 * a change only marks the sockets it concerns, whatever they are doing.
 */
export function createAdmission({ standing, log }: AdmissionOptions): Admission {
  const live = createLiveSockets();
  const bySocket = new WeakMap<Socket, LiveSocket>();
  /** Sockets that are being checked or connecting, for which changes of rooms may be lost. */
  const unsettled = new Set<LiveSocket>();
  const queue = createRecheckQueue(recheck, (error) =>
    log.warn({ err: error }, "what a socket may hear could not be looked at; trying again"),
  );

  async function check(one: LiveSocket): Promise<void> {
    unsettled.add(one);
    one.isChecking = true;
    try {
      do {
        one.isStale = false;
        const { mark, isGuest, rooms } = await standing(one.identity);
        const isChanged = mark !== one.mark;
        // Unless the person changed, only joining and leaving moves rooms, which reaches an open socket by itself.
        const wanted = isChanged || one.haveRoomsMoved ? await rooms() : undefined;
        // The rights that were read may have been revoked since.
        if (one.isStale) continue;
        one.haveRoomsMoved = false;
        dataOf(one.socket).isGuest = isGuest;
        if (wanted) moveTo(one.socket, [one.socket.id, ...wanted]);
        if (isChanged && one.isOpen) one.socket.emit("viewer.changed", {});
        one.mark = mark;
      } while (one.isStale);
    } finally {
      one.isChecking = false;
      if (one.isOpen) unsettled.delete(one);
    }
  }

  async function recheck(one: LiveSocket): Promise<void> {
    if (one.isChecking) {
      one.isStale = true;
      return;
    }
    try {
      if (one.socket.connected) await check(one);
    } catch (error) {
      // Other errors say nothing about the person, so retry.
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      cut(one, error);
    }
  }

  return {
    async admit(socket, identity) {
      const one: LiveSocket = { socket, identity, ...beforeFirstCheck };
      const forget = () => {
        live.delete(one);
        unsettled.delete(one);
      };
      socket.conn.once("close", forget);
      bySocket.set(socket, one);
      live.add(one);
      try {
        await check(one);
        if (one.ended) throw one.ended;
        // The socket has closed, perhaps before a listener was attached.
        if (socket.conn.readyState !== "open") forget();
      } catch (error) {
        forget();
        throw error;
      }
    },
    opened(socket) {
      const one = bySocket.get(socket);
      if (!one) return;
      one.isOpen = true;
      unsettled.delete(one);
      yieldToLoop(live.ofUser(one.identity.userId));
      if (one.ended) cut(one, one.ended);
      else if (one.isDropped) drop(one);
      else if (one.isStale) queue.addFirst([one]);
    },
    roomsMoved() {
      for (const one of unsettled) {
        one.haveRoomsMoved = true;
        one.isStale = true;
      }
    },
    identities: () => live.all().map(({ identity }) => identity),
    reconnect(isMeant) {
      for (const one of live.all()) {
        if (!isMeant(one.identity)) continue;
        one.isDropped = true;
        if (one.isOpen) drop(one);
      }
    },
    endSession(sessionId, code) {
      for (const one of live.ofSession(sessionId)) {
        one.ended = new AppError(code);
        if (one.isOpen) cut(one, one.ended);
      }
    },
    recheckUser(userId) {
      queue.addFirst(markStale(live.ofUser(userId)));
    },
    recheckAll() {
      queue.addLater(markStale(live.all()));
    },
    recheckRooms() {
      for (const one of live.all()) one.haveRoomsMoved = true;
      queue.addLater(markStale(live.all()));
    },
    close: queue.close,
  };
}

const beforeFirstCheck = {
  mark: undefined,
  isStale: false,
  haveRoomsMoved: false,
  isChecking: false,
  isOpen: false,
  ended: undefined,
  isDropped: false,
};

/** Marks the sockets that a check will see to, as it runs or as it opens; returns the others, for the queue. */
function markStale(sockets: LiveSocket[]): LiveSocket[] {
  for (const one of sockets) one.isStale = true;
  return sockets.filter((one) => one.isOpen && !one.isChecking);
}

/** Socket.IO's adapters keep a process's own rooms in memory: nothing comes between these steps. */
function moveTo(socket: Socket, rooms: string[]): void {
  const wanted = new Set(rooms);
  for (const room of keepChosen(socket, wanted)) wanted.add(room);
  for (const room of socket.rooms) if (!wanted.has(room)) void socket.leave(room);
  void socket.join(rooms);
}

/**
 * Maximum sockets of a person. With more open pages, the oldest idle one is dropped, else the oldest. It reconnects
 * when the person looks at it.
 */
export const mostSocketsEach = 20;

function yieldToLoop(all: LiveSocket[]): void {
  const open = all.filter((one) => one.isOpen);
  for (let surplus = open.length - mostSocketsEach; surplus > 0; surplus -= 1) {
    const older = open.slice(0, -1);
    const one = older.find(({ socket }) => dataOf(socket).isIdle) ?? older[0];
    if (!one) return;
    open.splice(open.indexOf(one), 1);
    // Disconnects by a packet, so that the browser knows it was not the network.
    one.socket.disconnect(true);
  }
}

/** Looks like a network failure to the browser, which reconnects at once. */
function drop(one: LiveSocket): void {
  one.socket.conn.close();
}

function cut(one: LiveSocket, error: AppError): void {
  one.socket.emit("session.ended", { code: error.code, message: error.message });
  one.socket.disconnect(true);
}

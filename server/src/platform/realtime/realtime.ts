import type { Server as NodeServer } from "node:http";
import {
  type EventName,
  type EventPayload,
  heartbeatSeconds,
  heartbeatTimeoutSeconds,
  realtimePath,
} from "@atoll/contract/events";
import { Server, type Socket } from "socket.io";
import { AppError } from "../app-error.ts";
import type { Log } from "../log.ts";

/** A browser sends only its handshake; anything larger is not ours. */
const maxIncomingBytes = 16 * 1024;

/** Who is behind a socket, and what it may hear from the start. */
export interface SocketIdentity {
  userId: string;
  sessionId: string;
}

export interface RealtimeOptions {
  server: NodeServer;
  log: Log;
  /** Checks the token of the handshake. Throws an AppError, whose code and text the browser receives. */
  authenticate: (token: string, address: string) => Promise<SocketIdentity>;
  /** Rooms beside the person's own, read after the check. */
  rooms: (identity: SocketIdentity) => Promise<string[]>;
}

export interface Realtime {
  /** Sends to everyone in a room. Encoded once, whatever the room's size. */
  send<Name extends EventName>(room: string, event: Name, payload: EventPayload<Name>): void;
  /** Lets every socket of a person hear a room. */
  join(userId: string, room: string): void;
  /** Takes a room from every socket of a person, at once. */
  leave(userId: string, room: string): void;
  /** Tells the sockets of a session that it has ended, and cuts them. */
  endSession(
    sessionId: string,
    code: "session_expired" | "account_disabled" | "account_pending",
    message: string,
  ): void;
  /** Cuts every connection and takes no new one; browsers come back by themselves. */
  close(): Promise<void>;
}

export const userRoom = (userId: string): string => `user:${userId}`;
const sessionRoom = (sessionId: string): string => `session:${sessionId}`;

/** The realtime socket. A browser is in the rooms of what it may read, and nothing else. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const io = new Server(options.server, {
    path: realtimePath,
    serveClient: false,
    pingInterval: heartbeatSeconds * 1000,
    pingTimeout: heartbeatTimeoutSeconds * 1000,
    maxHttpBufferSize: maxIncomingBytes,
    transports: ["websocket", "polling"],
    // The same origin serves page and socket; no other page may open one with a stolen token.
    cors: { origin: false },
  });

  // A socket that is being admitted is not yet found by the calls below: one of them meanwhile, and it is
  // admitted once more when it is there.
  let changes = 0;
  const admittedAt = new WeakMap<Socket, number>();

  io.use((socket, next) => {
    admittedAt.set(socket, changes);
    admit(socket, options).then(
      () => next(),
      (error: unknown) => next(refusal(error, options.log)),
    );
  });
  io.on("connection", (socket) => {
    socket.on("error", (error) => options.log.debug({ err: error }, "socket error"));
    if (admittedAt.get(socket) !== changes) void admitAgain(socket, options);
  });

  return {
    send(room, event, payload) {
      io.to(room).emit(event, payload);
    },
    join(userId, room) {
      changes += 1;
      io.in(userRoom(userId)).socketsJoin(room);
    },
    leave(userId, room) {
      changes += 1;
      io.in(userRoom(userId)).socketsLeave(room);
    },
    endSession(sessionId, code, message) {
      changes += 1;
      const room = sessionRoom(sessionId);
      io.to(room).emit("session.ended", { code, message });
      io.in(room).disconnectSockets(true);
    },
    async close() {
      io.emit("server.draining", {});
      await io.close();
    },
  };
}

async function admit(socket: Socket, options: RealtimeOptions): Promise<void> {
  const token: unknown = socket.handshake.auth.token;
  if (typeof token !== "string" || token.length > 4096) throw new AppError("not_authenticated");
  const identity = await options.authenticate(token, socket.handshake.address);
  // A change that is sent meanwhile is found by the heads that the browser asks for on connecting.
  const own = [userRoom(identity.userId), sessionRoom(identity.sessionId)];
  await socket.join(own);
  const rooms = [socket.id, ...own, ...(await options.rooms(identity))];
  for (const room of socket.rooms) if (!rooms.includes(room)) await socket.leave(room);
  await socket.join(rooms);
}

async function admitAgain(socket: Socket, options: RealtimeOptions): Promise<void> {
  try {
    await admit(socket, options);
  } catch (error) {
    const { message, data } = refusal(error, options.log);
    if (data?.code !== "internal_error") socket.emit("session.ended", { code: data?.code, message });
    socket.disconnect(true);
  }
}

/** Socket.IO hands `message` and `data` of this error to the browser. */
function refusal(error: unknown, log: Log): Error & { data?: { code: string } } {
  const known = error instanceof AppError ? error : new AppError("internal_error", { cause: error });
  if (known.status >= 500) log.error({ err: error }, "socket handshake failed");
  return Object.assign(new Error(known.message), { data: { code: known.code } });
}

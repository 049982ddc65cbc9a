import type { IncomingMessage, Server as NodeServer, ServerResponse } from "node:http";
import type { ErrorCode } from "@atoll/contract/errors";
import {
  type EventName,
  type EventPayload,
  heartbeatSeconds,
  heartbeatTimeoutSeconds,
  realtimePath,
} from "@atoll/contract/events";
import { Server, type Socket } from "socket.io";
import { AppError } from "../app-error.ts";
import { setDataHeaders } from "../http/security-headers.ts";
import type { Log } from "../log.ts";
import { type AdmissionOptions, createAdmission } from "./admission.ts";
import type { SocketIdentity } from "./live-sockets.ts";

/** A browser sends only its handshake; anything larger is not ours. */
const maxIncomingBytes = 16 * 1024;

export interface RealtimeOptions extends AdmissionOptions {
  server: NodeServer;
  /** Checks the token of the handshake. Throws an AppError, whose code and text the browser receives. */
  authenticate: (token: string) => Promise<SocketIdentity>;
}

export interface Realtime {
  /** Sends to everyone in a room. Encoded once, whatever the room's size. */
  send<Name extends EventName>(room: string, event: Name, payload: EventPayload<Name>): void;
  /** Lets every socket in a room hear another one, too. */
  join(audience: string, room: string): void;
  /** Takes a room from every socket in a room, at once. */
  leave(audience: string, room: string): void;
  /** Tells the sockets of a session on this process why it has ended, and cuts them. */
  endSession(sessionId: string, code: ErrorCode): void;
  /** Something about a person changed: this process looks anew at what their sockets may hear. */
  recheckUser(userId: string): void;
  /** The same for everybody, a few at a time. */
  recheckAll(): void;
  /** Cuts every connection and takes no new one; browsers come back by themselves. */
  close(): Promise<void>;
}

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
  // Its answers go past Fastify.
  io.engine.use((_request: IncomingMessage, response: ServerResponse, next: () => void) => {
    setDataHeaders(response);
    next();
  });
  const admission = createAdmission(options);

  io.use((socket, next) => {
    identify(socket, options)
      .then((identity) => admission.admit(socket, identity))
      .then(
        () => next(),
        (error: unknown) => next(refusal(error, options.log)),
      );
  });
  io.on("connection", (socket) => {
    socket.on("error", (error) => options.log.debug({ err: error }, "socket error"));
    admission.opened(socket);
  });

  return {
    send(room, event, payload) {
      io.to(room).emit(event, payload);
    },
    join(audience, room) {
      io.in(audience).socketsJoin(room);
      admission.roomsMoved();
    },
    leave(audience, room) {
      io.in(audience).socketsLeave(room);
      admission.roomsMoved();
    },
    endSession: admission.endSession,
    recheckUser: admission.recheckUser,
    recheckAll: admission.recheckAll,
    async close() {
      admission.close();
      io.emit("server.draining", {});
      await io.close();
    },
  };
}

async function identify(socket: Socket, options: RealtimeOptions): Promise<SocketIdentity> {
  const token: unknown = socket.handshake.auth.token;
  if (typeof token !== "string" || token.length > 4096) throw new AppError("not_authenticated");
  return options.authenticate(token);
}

/** Socket.IO hands `message` and `data` of this error to the browser. */
function refusal(error: unknown, log: Log): Error & { data: { code: string } } {
  const known = error instanceof AppError ? error : new AppError("internal_error", { cause: error });
  if (known.status >= 500) log.error({ err: error }, "socket handshake failed");
  return Object.assign(new Error(known.message), { data: { code: known.code } });
}

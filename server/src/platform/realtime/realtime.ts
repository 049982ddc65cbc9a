import type { IncomingMessage, Server as NodeServer, ServerResponse } from "node:http";
import type { ErrorCode } from "@atoll/contract/errors/errors";
import type { EventName, EventPayload } from "@atoll/contract/events";
import { heartbeatSeconds, heartbeatTimeoutSeconds, realtimePath } from "@atoll/contract/realtime";
import { Server, type Socket } from "socket.io";
import { z } from "zod";
import { AppError } from "../app-error.ts";
import type { Bus } from "../bus/bus.ts";
import { createOriginCheck } from "../http/own-origin.ts";
import { setDataHeaders } from "../http/web-app/security-headers.ts";
import type { Log } from "../log/log.ts";
import { takeTurns } from "../turns/turn-taking.ts";
import { type AdmissionOptions, createAdmission } from "./admission.ts";
import {
  type CommandAdmission,
  type CommandHandlers,
  type CommandSender,
  createCommands,
} from "./commands.ts";
import type { SocketIdentity } from "./live-sockets.ts";
import { createRoomSender } from "./room-sender.ts";
import { type RoomWatcher, watchRooms } from "./room-watch.ts";
import { chooseRooms, dataOf, type SocketData } from "./socket-data.ts";

/** A browser sends its handshake and commands; anything larger is not ours. */
const maxIncomingBytes = 16 * 1024;

/**
 * After a restart or an outage, everyone reconnects at the same moment. Sockets are admitted in large groups rather
 * than all at once, so that those already admitted can catch up in between.
 */
const admittedAtOnce = 200;

/** A connection that has not said by then who it is belongs to nobody. */
const standardSilentMs = 20_000;

export interface RealtimeOptions extends AdmissionOptions {
  server: NodeServer;
  bus: Bus;
  /** Where people reach this server, when that was configured. */
  publicUrl: string | undefined;
  /** How long a connection may say nothing. */
  silentMs?: number | undefined;
  /** Checks the token of the handshake. Throws an AppError, whose code and text the browser receives. */
  authenticate: (token: string) => Promise<SocketIdentity>;
  commandAdmission: CommandAdmission;
}

/** The name of a room, or of several. */
type Rooms = string | readonly string[];

export interface Realtime {
  /** Sends to everyone in a room, on every node. Encoded once for each, whatever the room's size. */
  send<Name extends EventName>(room: string, event: Name, payload: EventPayload<Name>): void;
  /** The same to everyone in any of these rooms, once to each, but not to those who are also in one of `except`. */
  sendToOthers<Name extends EventName>(
    rooms: Rooms,
    except: Rooms,
    event: Name,
    payload: EventPayload<Name>,
  ): void;
  /** How many sockets of this process are open. */
  count(): number;
  /** Sends to those in a room whose sockets this process has: for what every node finds out by itself. */
  sendHere<Name extends EventName>(room: string, event: Name, payload: EventPayload<Name>): void;
  /** Whether a socket of this process is in a room. */
  isHeard(room: string): boolean;
  /** The open sockets of this process in a room. */
  socketsIn(room: string): SocketData[];
  /** Calls back when open sockets of this process enter and leave the rooms whose name begins with `prefix`. */
  watchRooms(prefix: string, watcher: RoomWatcher): void;
  /** Answers commands of browsers; each has one handler. */
  handle(handlers: CommandHandlers): void;
  /** Lets every socket in a room hear another one, too. */
  join(audience: string, room: string): void;
  /** Takes a room from every socket in a room, at once. */
  leave(audience: string, room: string): void;
  /** The people behind the sockets of this process, once for each socket. */
  identities(): SocketIdentity[];
  /** Closes the connections of these people. Those who still have access reconnect immediately with a token. */
  reconnect(isMeant: (identity: SocketIdentity) => boolean): void;
  /** Tells the sockets of a session on this process why it has ended, and cuts them. */
  endSession(sessionId: string, code: ErrorCode): void;
  /** A person has changed: this process checks the rights of their sockets again. */
  recheckUser(userId: string): void;
  /** The same for everybody, a few at a time. */
  recheckAll(): void;
  /** Rooms may have moved without this process hearing of it: everybody's are read again. */
  recheckRooms(): void;
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
    cors: { origin: false },
    connectTimeout: options.silentMs ?? standardSilentMs,
  });
  // Its answers go past Fastify.
  io.engine.use((_request: IncomingMessage, response: ServerResponse, next: () => void) => {
    setDataHeaders(response);
    next();
  });
  const isOwn = createOriginCheck(options.publicUrl);
  io.engine.use((request: IncomingMessage, _response: ServerResponse, next: (error?: Error) => void) => {
    next(isOwn(request) ? undefined : new Error("a page of another origin"));
  });
  const admission = createAdmission(options);
  const commands = createCommands(options.log, options.commandAdmission);
  const rooms = watchRooms(io);
  const sender = createRoomSender(io);
  const letIn = takeTurns(admittedAtOnce);

  io.use((socket, next) => {
    identify(socket, options)
      .then((identity) => {
        const data: SocketData = {
          ...identity,
          isGuest: true,
          isIdle: false,
          isClosing: false,
          chosen: new Map(),
        };
        socket.data = data;
        return letIn(async () => {
          // A socket that closed while waiting reconnects with a new handshake.
          if (socket.conn.readyState === "open") await admission.admit(socket, identity);
        });
      })
      .then(
        () => next(),
        (error: unknown) => next(refusal(error, options.log)),
      );
  });
  // One of each for all sockets: there may be ten thousand, and most of them never say anything.
  const logError = (error: Error) => options.log.debug({ err: error }, "socket error");
  function beginClosing(this: Socket): void {
    dataOf(this).isClosing = true;
    sender.closed(this);
  }
  function receive(this: Socket, name: unknown, ...parts: unknown[]): void {
    commands.receive(this, senderOf(this), name, parts);
  }
  io.on("connection", (socket) => {
    socket.on("error", logError);
    socket.on("disconnecting", beginClosing);
    socket.onAny(receive);
    sender.opened(socket);
    letGoOfHandshake(socket);
    admission.opened(socket);
    rooms.opened(socket.rooms);
  });

  const { bus } = options;
  bus.on(busTopic, (body) => {
    const [to, except, event, payload] = sentSchema.parse(body);
    if (except === null) sender.send(to, event, payload);
    else sender.sendToOthers(toMany(to), toMany(except), event, payload);
  });
  // Whatever was missed is asked for by every browser that comes back.
  bus.onPeers({
    missed() {
      for (const socket of io.sockets.sockets.values()) socket.conn.close();
    },
  });

  return {
    send(room, event, payload) {
      sender.send(room, event, payload);
      bus.publish(busTopic, [room, null, event, payload]);
    },
    sendToOthers(rooms, except, event, payload) {
      sender.sendToOthers(toMany(rooms), toMany(except), event, payload);
      bus.publish(busTopic, [rooms, except, event, payload]);
    },
    sendHere: sender.send,
    count: () => io.sockets.sockets.size,
    isHeard: (room) => (io.sockets.adapter.rooms.get(room)?.size ?? 0) > 0,
    socketsIn(room) {
      const ids = io.sockets.adapter.rooms.get(room) ?? [];
      return [...ids].flatMap((id) => {
        const socket = io.sockets.sockets.get(id);
        return socket ? [dataOf(socket)] : [];
      });
    },
    watchRooms: rooms.add,
    handle: commands.handle,
    join(audience, room) {
      io.in(audience).socketsJoin(room);
      admission.roomsMoved();
    },
    leave(audience, room) {
      io.in(audience).socketsLeave(room);
      admission.roomsMoved();
    },
    endSession: admission.endSession,
    identities: admission.identities,
    reconnect: admission.reconnect,
    recheckUser: admission.recheckUser,
    recheckAll: admission.recheckAll,
    recheckRooms: admission.recheckRooms,
    async close() {
      admission.close();
      io.emit("server.draining", {});
      await io.close();
    },
  };
}

/** On the bus: a room, or rooms and those who are left out; an event and its payload. */
const busTopic = "realtime";
const payloadSchema = z.record(z.string(), z.unknown());
const roomsSchema = z.union([z.string(), z.array(z.string())]);
const sentSchema = z.union([
  z.tuple([z.string(), z.null(), z.string(), payloadSchema]),
  z.tuple([roomsSchema, roomsSchema, z.string(), payloadSchema]),
]);

function toMany(rooms: Rooms): string[] {
  return typeof rooms === "string" ? [rooms] : [...rooms];
}

const nothing = Object.freeze({});

/** Socket.IO keeps the request and what it said for good, token and all: most of the memory of an idle socket. */
function letGoOfHandshake(socket: Socket): void {
  // Socket.IO allows for a socket without a request; its types do not say so.
  Reflect.set(socket.conn, "request", null);
  Object.assign(socket.handshake, { headers: nothing, query: nothing, auth: nothing });
}

function senderOf(socket: Socket): CommandSender {
  const { userId, sessionId } = dataOf(socket);
  return {
    userId,
    sessionId,
    isIn: (room) => socket.rooms.has(room),
    isHere: () => socket.connected,
    setIdle(isIdle) {
      dataOf(socket).isIdle = isIdle;
    },
    choose: (purpose, rooms, whileIn) => chooseRooms(socket, purpose, rooms, whileIn),
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

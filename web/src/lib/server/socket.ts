import type {
  CommandAnswer,
  CommandCall,
  CommandName,
  EventName,
  EventPayload,
} from "@atoll/contract/events";
import { realtimePath } from "@atoll/contract/realtime";
import { useSyncExternalStore } from "react";
import type { Socket } from "socket.io-client";
import { ApiError } from "../request/api-error.ts";
import { dropEarlyAnswers } from "../request/early-answers.ts";
import { readErrorBody } from "../request/error-body.ts";
import { createRetry } from "../request/retry.ts";
import { getAccessToken, reloadViewer } from "../session/session.ts";

export type ConnectionState =
  /** Opened, and not yet connected for the first time. */
  | "connecting"
  | "connected"
  /** Cut; it comes back by itself. */
  | "disconnected"
  /** Not wanted: nobody is signed in, or the server ended the session. */
  | "closed";

export interface RealtimeSocket {
  /** Connects, and stays connected until `close`. */
  open(): void;
  close(): void;
  /** Tries at once what would be tried after a pause; nothing while it is connected, or not wanted. */
  retryNow(): void;
  /** Calls back with every event of a name, checked against the contract. Returns the way to stop. */
  on<Name extends EventName>(name: Name, handler: (payload: EventPayload<Name>) => void): () => void;
  /** Sends a command and answers with what the server said. Rejects when it is refused, or cannot be sent now. */
  send<Name extends CommandName>(name: Name, payload: CommandCall<Name>): Promise<CommandAnswer<Name>>;
  getState(): ConnectionState;
  subscribe(listener: () => void): () => void;
}

export interface RealtimeSocketOptions {
  /** The origin; the page's own when left out. */
  url?: string;
  /** Called before every connection, so that an expired token is replaced. */
  getToken: () => Promise<string | null> | string | null;
  /** The server was there and refused the token: it is worth asking whether the session still lives. */
  onRefused?: () => void;
  reconnect?: { baseMs: number; maxMs: number };
}

/** An answer that takes longer does not come any more. */
const answerTimeoutMs = 10_000;

type Wire = typeof import("./socket-wire.ts");

/**
 * One connection for everything live. Reconnecting is done here and not by Socket.IO: its own gives up when the
 * server closes the connection, which a restart does, and cannot be hurried when the network comes back.
 */
export function createRealtimeSocket(options: RealtimeSocketOptions): RealtimeSocket {
  const retry = createRetry(tryToConnect, options.reconnect ?? { baseMs: 500, maxMs: 15_000 });
  const handlers = new Map<string, Set<(payload: unknown) => void>>();
  const listeners = new Set<() => void>();
  let state: ConnectionState = "closed";
  let socket: Socket | undefined;
  /** There before the first connection, and so before anything comes over one. */
  let wire: Wire | undefined;

  function setState(next: ConnectionState): void {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  }

  /** Connects again, or for the first time: the library is not part of what a page needs to be shown. */
  async function connect(): Promise<void> {
    if (socket) return void socket.connect();
    wire = await import("./socket-wire.ts");
    if (socket || state === "closed") return;
    const created = wire.io(options.url ?? location.origin, {
      path: realtimePath,
      transports: ["websocket", "polling"],
      // A proxy that lets no websocket through still lets polling.
      tryAllTransports: true,
      forceNew: true,
      autoConnect: false,
      reconnection: false,
      auth: (send) => {
        // Without a token the server refuses, and the refusal leads to the next try.
        Promise.resolve(options.getToken()).then(
          (token) => send({ token }),
          () => send({}),
        );
      },
    });
    created.on("connect", () => {
      retry.reset();
      // Whatever asks from now on hears events, and must not get an answer from before them.
      dropEarlyAnswers();
      setState("connected");
    });
    created.on("connect_error", (error) => {
      // Only a refusal of ours carries data; a connection that failed does not.
      if ("data" in error && error.data) options.onRefused?.();
      scheduleRetry();
    });
    created.on("disconnect", (reason) => {
      // The server had enough of this page, for example because the person has many others open: it comes back when
      // they look at it. A connection that fails, also by a restart of the server, has other reasons.
      if (reason === "io server disconnect") leaveAlone();
      else scheduleRetry();
    });
    created.onAny((name: string, payload: unknown) => {
      for (const handler of handlers.get(name) ?? []) handler(payload);
      // The server cuts the connection right after; coming back is for the next sign-in.
      if (name === "session.ended") close();
    });
    socket = created.connect();
  }

  function tryToConnect(): void {
    retry.cancel();
    connect().catch(scheduleRetry);
  }

  function scheduleRetry(): void {
    if (state === "closed") return;
    setState("disconnected");
    retry.later();
  }

  function leaveAlone(): void {
    if (state !== "closed") setState("disconnected");
  }

  function hurry(): void {
    if (state !== "disconnected" || document.visibilityState === "hidden") return;
    tryToConnect();
  }

  function open(): void {
    if (state !== "closed") return;
    setState("connecting");
    retry.reset();
    tryToConnect();
    watchPage("addEventListener", hurry);
  }

  function close(): void {
    if (state === "closed") return;
    setState("closed");
    retry.cancel();
    watchPage("removeEventListener", hurry);
    socket?.disconnect();
    socket = undefined;
  }

  return {
    open,
    close,
    retryNow() {
      if (state === "disconnected") tryToConnect();
    },
    async send(name, payload) {
      if (!socket || !wire || state !== "connected") throw unreachable();
      const reply: unknown = await socket
        .timeout(answerTimeoutMs)
        .emitWithAck(name, payload)
        .catch(() => {
          throw unreachable();
        });
      return readAnswer(wire, name, reply);
    },
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    on(name, handler) {
      const checked = (payload: unknown) => {
        const parsed = wire?.parseEvent(name, payload);
        if (!parsed) return;
        // Only a server of another version sends such a thing; what it meant is found by the next catch-up.
        if (parsed.success) handler(parsed.data);
        else console.warn(`The event ${name} was not understood.`, parsed.problem);
      };
      const group = handlers.get(name) ?? new Set();
      handlers.set(name, group.add(checked));
      return () => group.delete(checked);
    },
  };
}

function readAnswer<Name extends CommandName>(wire: Wire, name: Name, reply: unknown): CommandAnswer<Name> {
  const answer = typeof reply === "object" && reply !== null && "answer" in reply ? reply.answer : undefined;
  const parsed = wire.parseAnswer(name, answer);
  if (parsed.success) return parsed.data;
  const error = readErrorBody(reply);
  throw error ? new ApiError({ ...error, status: 0 }) : unreachable();
}

function unreachable(): ApiError {
  return new ApiError({
    code: "network_error",
    message: "The server cannot be reached. Check your connection and try again.",
    status: 0,
  });
}

/** The moments at which a connection that was cut is likely to be possible again. */
function watchPage(change: "addEventListener" | "removeEventListener", hurry: () => void): void {
  if (typeof window === "undefined") return;
  window[change]("online", hurry);
  window[change]("focus", hurry);
  document[change]("visibilitychange", hurry);
}

/** The connection of this page. The signed-in frame opens it, and closes it on the way out. */
export const realtime: RealtimeSocket = createRealtimeSocket({
  getToken: getAccessToken,
  // A session that ended before the connection stood is told by no event. Asking settles it either way.
  onRefused: () => {
    reloadViewer().catch((error: unknown) => console.info("The session could not be looked at", error));
  },
});

export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(realtime.subscribe, realtime.getState);
}

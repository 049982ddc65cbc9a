import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** Requests in progress at shutdown get this long. Then they are aborted, and browsers reconnect. */
const graceMs = 2_500;
/** Aborted requests get this long to clean up: to delete partial uploads and roll back transactions. */
const cleanUpMs = 1_000;

export interface Connections {
  /** Ends those where nothing is under way after this turn, and the others as soon as they are answered, or late. */
  end(): void;
  /** Settles when every handler has ended, but for those that take too long. */
  handlersEnded(): Promise<void>;
}

/**
 * Tracks the connections of a server, to close them when it stops. Node itself waits for silent, slow and idle ones.
 * Call it before any route is registered.
 */
export function countConnections(app: FastifyInstance): Connections {
  const open = new Set<Socket>();
  const busy = new Map<Socket, number>();
  const handlers = new Set<Promise<unknown>>();
  let isEnding = false;

  app.server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    if (isEnding) socket.destroySoon();
  });
  app.server.on("request", (request, response) => {
    const { socket } = request;
    busy.set(socket, (busy.get(socket) ?? 0) + 1);
    response.once("close", () => {
      const left = (busy.get(socket) ?? 1) - 1;
      if (left > 0) busy.set(socket, left);
      else busy.delete(socket);
      if (isEnding && left <= 0) socket.destroySoon();
    });
  });
  app.addHook("onRoute", (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      const answer: unknown = handler.call(this, request, reply);
      if (!(answer instanceof Promise)) return answer;
      const ended: Promise<unknown> = answer.then(
        () => handlers.delete(ended),
        () => handlers.delete(ended),
      );
      handlers.add(ended);
      return answer;
    };
  });

  return {
    end() {
      isEnding = true;
      // Data written in this turn, such as the final event to browsers' sockets, is still sent.
      setImmediate(() => {
        for (const socket of open) if (!busy.has(socket)) socket.destroySoon();
      });
      setTimeout(() => {
        for (const socket of open) socket.destroy();
      }, graceMs).unref();
    },
    async handlersEnded() {
      await Promise.race([Promise.all(handlers), sleep(cleanUpMs, undefined, { ref: false })]);
    },
  };
}

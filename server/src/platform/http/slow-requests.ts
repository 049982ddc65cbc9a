import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** An upload ends after this time without data. */
const idleMs = 30_000;
/** … and at the latest after this. */
const longestMs = 2 * 3600_000;

const granted = new WeakMap<Socket, IncomingMessage>();

/** Exempts a request from the time limit for whole requests, as long as data arrives, for at most two hours. */
export function grantTime(request: IncomingMessage): void {
  const { socket } = request;
  granted.set(socket, request);
  const cut = () => {
    if (!request.complete) socket.destroy();
  };
  // Ends with its request; what lasts as long as the process is repeated by `platform/repeat.ts`.
  let before = socket.bytesRead;
  const idle = setInterval(() => {
    if (socket.bytesRead === before) cut();
    before = socket.bytesRead;
  }, idleMs).unref();
  const longest = setTimeout(cut, longestMs).unref();
  request.once("close", () => {
    clearInterval(idle);
    clearTimeout(longest);
  });
}

/** Makes the server respect the exempted requests. Call it before it listens. */
export function honourGrants(server: Server): void {
  // Node detects late requests itself and emits an event once for each, which this listener handles.
  const usual = server.listeners("clientError");
  server.removeAllListeners("clientError");
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const request = granted.get(socket);
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && request && !request.complete) return;
    for (const listener of usual) listener.call(server, error, socket);
  });
}

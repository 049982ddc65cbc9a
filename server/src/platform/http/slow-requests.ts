import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** An upload ends when nothing has come for so long … */
const idleMs = 30_000;
/** … and at the latest after this. */
const longestMs = 2 * 3600_000;

const granted = new WeakMap<Socket, IncomingMessage>();

/**
 * Lets a request arrive slower than the server's limit for whole requests, which is for small ones: as long as
 * something of it arrives, for two hours at the most.
 */
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

/** Makes the server's limit pass over the requests that were granted more time. To be called before it listens. */
export function honourGrants(server: Server): void {
  // Node looks for late requests itself and tells of each once; what is done then is this listener's.
  const usual = server.listeners("clientError");
  server.removeAllListeners("clientError");
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const request = granted.get(socket);
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && request && !request.complete) return;
    for (const listener of usual) listener.call(server, error, socket);
  });
}

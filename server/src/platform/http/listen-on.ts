import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { StartError } from "../log/start-error.ts";
import type { HttpServer } from "./http-server.ts";

/**
 * The queue of new connections, for a restart, after which all browsers reconnect at once. Others would retry seconds
 * later.
 */
const backlog = 4096;

/**
 * Starts listening.
 * @param at.host undefined: every address, of IPv4 and IPv6.
 * @returns the address to open in a browser on this machine.
 * @throws {StartError} when the port is taken or not allowed.
 */
export async function listenOn(
  http: HttpServer,
  at: { port: number; host: string | undefined },
): Promise<string> {
  const host = at.host ?? everyAddress();
  try {
    await http.listen({ port: at.port, host, backlog });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "EADDRINUSE") {
      throw new StartError(
        `Port ${at.port} is in use by another program.`,
        `Stop that program, or choose another port: PORT=${at.port + 1} npm start`,
      );
    }
    if (code === "EACCES") {
      throw new StartError(
        `This user may not use port ${at.port}.`,
        "Choose a port above 1023, for example PORT=3000 npm start",
      );
    }
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
      throw new StartError(
        `HOST is ${host}, which is no address of this machine.`,
        "Leave HOST out to listen on every address.",
      );
    }
    throw error;
  }
  const bound = http.server.address();
  const port = typeof bound === "object" && bound ? bound.port : at.port;
  const isAny = host === "0.0.0.0" || host === "::";
  const name = isIPv6(host) ? `[${host}]` : host;
  return `http://${isAny ? "localhost" : name}:${port}`;
}

/** `::` takes connections of IPv4 as well; a machine without IPv6 refuses it. */
function everyAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return addresses.some(({ family }) => family === "IPv6") ? "::" : "0.0.0.0";
}

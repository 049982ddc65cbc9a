import type { Socket } from "socket.io";
import type { SocketIdentity } from "./live-sockets.ts";

/** What is kept with a socket, in `socket.data`, where an adapter for several processes finds it too. */
export interface SocketData extends SocketIdentity {
  /** The person is away from this browser. */
  isIdle: boolean;
  /** The connection is being closed: that is why it leaves its rooms. */
  isClosing: boolean;
  /** Rooms that the browser asked for, as long as the socket is in another one. */
  chosen: { rooms: ReadonlySet<string>; whileIn: string } | undefined;
}

export function dataOf(socket: Pick<Socket, "data">): SocketData {
  return socket.data;
}

/** A socket hears these rooms instead of those that it chose before. */
export function chooseRooms(socket: Socket, rooms: readonly string[], whileIn: string): void {
  const data = dataOf(socket);
  const wanted = new Set(rooms);
  for (const room of data.chosen?.rooms ?? []) if (!wanted.has(room)) void socket.leave(room);
  data.chosen = { rooms: wanted, whileIn };
  void socket.join(rooms.slice());
}

import type { Socket } from "socket.io";
import type { SocketIdentity } from "./live-sockets.ts";

/** The data in `socket.data`, where an adapter for several processes also finds it. */
export interface SocketData extends SocketIdentity {
  /** True if the person is a guest, or before the first check: they are sent no addresses of others. */
  isGuest: boolean;
  /** True if the person is idle in this browser. */
  isIdle: boolean;
  /** The connection is being closed: that is why it leaves its rooms. */
  isClosing: boolean;
  /** Rooms that the browser asked for, by what for. */
  chosen: ReadonlyMap<string, ChosenRooms>;
}

interface ChosenRooms {
  rooms: ReadonlySet<string>;
  /** They go when the socket loses this one. */
  whileIn: string;
}

export function dataOf(socket: Pick<Socket, "data">): SocketData {
  return socket.data;
}

/** Moves a socket to these rooms from those it joined before for the same purpose. */
export function chooseRooms(
  socket: Socket,
  purpose: string,
  rooms: readonly string[],
  whileIn: string,
): void {
  const data = dataOf(socket);
  const before = data.chosen.get(purpose)?.rooms ?? [];
  const chosen = new Map(data.chosen).set(purpose, { rooms: new Set(rooms), whileIn });
  const wanted = new Set([...chosen.values()].flatMap((one) => [...one.rooms]));
  for (const room of before) if (!wanted.has(room)) void socket.leave(room);
  data.chosen = chosen;
  void socket.join(rooms.slice());
}

/** Returns the rooms the socket chose, as far as it may stay in them, and forgets the rest. */
export function keepChosen(socket: Socket, rooms: ReadonlySet<string>): string[] {
  const data = dataOf(socket);
  const kept = [...data.chosen].filter(([, { whileIn }]) => rooms.has(whileIn));
  if (kept.length < data.chosen.size) data.chosen = new Map(kept);
  return kept.flatMap(([, chosen]) => [...chosen.rooms]);
}

import type { Server } from "socket.io";
import { dataOf, type SocketData } from "./socket-data.ts";

export interface RoomWatcher {
  /** A socket that is open entered the room, or opened in it. `key` is the room's name without the prefix. */
  entered(key: string): void;
  /** A socket left the room, by disconnecting or by losing access. */
  left(key: string, socket: SocketData): void;
}

export interface RoomWatch {
  /** Calls back for rooms whose name starts with `prefix`, for sockets of this process. */
  add(prefix: string, watcher: RoomWatcher): void;
  opened(rooms: Iterable<string>): void;
}

/** Reports sockets entering and leaving rooms as it happens. */
export function watchRooms(io: Server): RoomWatch {
  const watchers: { prefix: string; watcher: RoomWatcher }[] = [];
  const { adapter } = io.sockets;

  function entered(room: string): void {
    for (const { prefix, watcher } of watchers) {
      if (room.startsWith(prefix)) watcher.entered(room.slice(prefix.length));
    }
  }

  // Socket.IO knows a socket between connection and disconnection; before that it has rooms without a socket.
  adapter.on("join-room", (room: string, id: string) => {
    if (io.sockets.sockets.has(id)) entered(room);
  });
  adapter.on("leave-room", (room: string, id: string) => {
    const socket = io.sockets.sockets.get(id);
    if (!socket) return;
    for (const { prefix, watcher } of watchers) {
      if (room.startsWith(prefix)) watcher.left(room.slice(prefix.length), dataOf(socket));
    }
  });
  return {
    add(prefix, watcher) {
      watchers.push({ prefix, watcher });
    },
    opened(rooms) {
      for (const room of rooms) entered(room);
    },
  };
}

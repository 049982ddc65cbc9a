import type { Slice } from "../../slice.ts";
import { auditRooms, broadcastToReaders } from "./broadcast-to-readers.ts";
import { noteHeads } from "./note-heads.ts";
import { registerAudit } from "./routes.ts";

/** The audit log: reading, exporting and checking it. Entries are written by `recordAct`. */
export const audit: Slice = {
  name: "audit",
  routes: [registerAudit],
  rooms: () => auditRooms,
  live: [noteHeads, broadcastToReaders],
};

import { sql } from "kysely";
import { ofServers } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { auditRooms, broadcastToReaders } from "./broadcast-to-readers.ts";
import { noteHeads } from "./note-heads.ts";
import { entryEraser } from "./redact-entries.ts";
import { registerAudit } from "./routes.ts";

/** The audit log: reading, exporting and checking it. Entries are written by `recordAct`. */
export const audit: Slice = {
  name: "audit",
  routes: [registerAudit],
  rooms: () => auditRooms,
  live: [noteHeads, broadcastToReaders],
  erasers: [entryEraser],
  personalData: {
    // The log of what they did, and of what was done to their account.
    audit_log: {
      title: "Audit log",
      erase: "special",
      where: (personId) =>
        sql<boolean>`(t.actor_id = ${personId} OR (t.subject_type = 'user' AND t.subject_id = ${personId}))`,
      columns: ["at", "action", "subject_type", "subject_id"],
      more: (personId) => ({
        is_actor: sql`t.actor_id IS NOT DISTINCT FROM ${personId}`,
        // The addresses of others are left out.
        address: sql`CASE WHEN t.actor_id = ${personId} THEN t.address END`,
      }),
    },
    audit_redactions: ofServers,
  },
};

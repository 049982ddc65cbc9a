import { sql } from "kysely";
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
  personalData: {
    // The log of what they did, and of what was done to their account.
    audit_log: {
      title: "Audit log",
      // An entry that could be changed would prove nothing. Readers see no name in it.
      erase: "stays",
      where: (personId) =>
        sql<boolean>`(t.actor_id = ${personId} OR (t.subject_type = 'user' AND t.subject_id = ${personId}))`,
      columns: ["at", "action", "subject_type", "subject_id"],
      more: (personId) => ({
        is_actor: sql`t.actor_id IS NOT DISTINCT FROM ${personId}`,
        // The addresses of others are left out.
        address: sql`CASE WHEN t.actor_id = ${personId} THEN t.address END`,
      }),
    },
  },
};

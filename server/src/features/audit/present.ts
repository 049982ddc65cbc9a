import type { AuditEntry } from "@atoll/contract/audit/schemas";
import type { EntryRow } from "./queries.ts";

/** An entry as its readers see it. */
export function presentEntry(row: EntryRow): AuditEntry {
  return {
    number: row.number,
    at: row.at.toISOString(),
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? "" },
    action: row.action,
    subject:
      row.subject_type === null || row.subject_id === null
        ? null
        : { type: row.subject_type, id: row.subject_id, name: row.subject_name ?? "" },
    before: row.before,
    after: row.after,
    address: row.address,
    hash: row.hash.toString("hex"),
  };
}

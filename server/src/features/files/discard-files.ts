import { sql } from "kysely";
import type { Database } from "../../tables.ts";
import type { Subject } from "./attach-files.ts";

/**
 * The files of a thing that is deleted are nobody's from the end of this transaction on, no longer count as their
 * owner's, and are swept up.
 */
export async function discardFilesOf(tx: Database, { kind, id }: Subject): Promise<void> {
  await tx
    .updateTable("files")
    .set({ discarded_at: sql<Date>`now()` })
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .where("discarded_at", "is", null)
    .execute();
}

import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import type { Subject } from "./attach-files.ts";

/**
 * Discards the files of a deleted thing when this transaction commits: they no longer count towards their owner's
 * quota, and are swept up.
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

/** Does the same for many things of a kind. Returns how many files they had. */
export async function discardFilesOfAll(tx: Database, kind: string, ids: readonly string[]): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable("files")
    .set({ discarded_at: sql<Date>`now()` })
    .where("subject_kind", "=", kind)
    .where("subject_id", "in", ids)
    .where("discarded_at", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * The same for one of them.
 * @returns the name that it had on its owner's machine.
 * @throws {AppError} `attachment_not_found` when it is none of the thing's (any more).
 */
export async function discardFile(tx: Database, { kind, id }: Subject, fileId: string): Promise<string> {
  const discarded = await tx
    .updateTable("files")
    .set({ discarded_at: sql<Date>`now()` })
    .where("id", "=", fileId)
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .where("discarded_at", "is", null)
    .returning("original_name")
    .executeTakeFirst();
  if (!discarded) throw new AppError("attachment_not_found");
  return discarded.original_name;
}

/**
 * Restores a recently discarded file of a thing.
 * @returns false if it was already swept up.
 */
export async function restoreFile(tx: Database, { kind, id }: Subject, fileId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("files")
    .set({ discarded_at: null, held_at: null })
    .where("id", "=", fileId)
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .where("discarded_at", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

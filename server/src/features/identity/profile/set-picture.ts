import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { attachFiles, discardFilesOf } from "../../files/access.ts";
import { changeAs, type RequestViewer } from "../access.ts";
import { pictureKind } from "./picture-files.ts";

/**
 * Sets or removes a person's picture; the previous one is swept up. The same picture again changes nothing.
 * @param attachmentId an unused upload of theirs for it; null removes the picture.
 * @throws {AppError} `attachment_not_found` for any other file.
 */
export async function setPicture(
  db: Database,
  viewer: Pick<RequestViewer, "id" | "sessionId">,
  attachmentId: string | null,
): Promise<void> {
  const subject = { kind: pictureKind, id: viewer.id };
  await changeAs(db, viewer, async (tx) => {
    // Serialise changes from two devices.
    await sql`SELECT FROM profiles WHERE id = ${viewer.id} FOR UPDATE`.execute(tx);
    if (attachmentId !== null && (await isShown(tx, viewer.id, attachmentId))) return;
    await discardFilesOf(tx, subject);
    const [file] = attachmentId === null ? [] : await attachFiles(tx, viewer.id, subject, [attachmentId]);
    const address = file ? `/api/pictures/${file.id}/${encodeURIComponent(file.filename)}` : null;
    await sql`UPDATE profiles SET avatar_url = ${address}, updated_at = now()
      WHERE id = ${viewer.id} AND avatar_url IS DISTINCT FROM ${address}`.execute(tx);
  });
}

async function isShown(tx: Database, userId: string, attachmentId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("files")
    .select("id")
    .where("id", "=", attachmentId)
    .where("subject_kind", "=", pictureKind)
    .where("subject_id", "=", userId)
    .where("discarded_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

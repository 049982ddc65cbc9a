import { sql } from "kysely";
import type { Database } from "../../tables.ts";
import { attachFiles, discardFile } from "../files/access.ts";
import { announcementFileKind } from "./announcement-files.ts";

/**
 * Gives an announcement these files, in this order: what it has and is not named is thrown away, what is new was
 * uploaded by whoever changes it.
 * @throws {AppError} `attachment_not_found`.
 */
export async function setFiles(
  tx: Database,
  userId: string,
  announcementId: string,
  fileIds: readonly string[],
): Promise<void> {
  const subject = { kind: announcementFileKind, id: announcementId };
  const wanted = [...new Set(fileIds)];
  const there = await tx
    .selectFrom("files")
    .select("id")
    .where("subject_kind", "=", subject.kind)
    .where("subject_id", "=", subject.id)
    .where("discarded_at", "is", null)
    .execute();
  const thereIds = there.map(({ id }) => id);
  for (const id of thereIds) if (!wanted.includes(id)) await discardFile(tx, subject, id);
  await attachFiles(
    tx,
    userId,
    subject,
    wanted.filter((id) => !thereIds.includes(id)),
  );
  await sql`UPDATE files f SET position = wanted.position
    FROM unnest(${wanted}::uuid[]) WITH ORDINALITY AS wanted (id, position)
    WHERE f.id = wanted.id AND f.position IS DISTINCT FROM wanted.position`.execute(tx);
}

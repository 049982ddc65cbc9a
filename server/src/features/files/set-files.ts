import { sql } from "kysely";
import type { Database } from "../../tables.ts";
import { attachFiles } from "./attach-files.ts";
import { discardFile } from "./discard-files.ts";

/**
 * Sets the files of a thing, in this order: existing ones that are not named are discarded, and new ones must have been
 * uploaded by the person who changes the thing.
 * @throws {AppError} `attachment_not_found`.
 */
export async function setFiles(
  tx: Database,
  userId: string,
  subject: { kind: string; id: string },
  fileIds: readonly string[],
): Promise<void> {
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

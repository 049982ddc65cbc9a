import type { Attachment } from "@atoll/contract/files/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import { type AttachmentRow, presentAttachment } from "./present.ts";

/** A thing that has files. */
export interface Subject {
  kind: string;
  id: string;
}

/**
 * Attaches files to a thing in the order in which they were chosen, in the transaction that creates the thing. Each
 * file can be attached only once, and only by the person who uploaded it for such a thing. With `isRepeatable`, files that
 * are already attached to this thing count as attached.
 * @throws {AppError} `attachment_not_found` if one of them belongs to another person, is already attached, discarded or
 * missing.
 */
export async function attachFiles(
  tx: Database,
  ownerId: string,
  subject: Subject,
  ids: readonly string[],
  { isRepeatable = false } = {},
): Promise<Attachment[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AttachmentRow & { position: number }>`
    UPDATE files f SET subject_id = ${subject.id}, position = wanted.position
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted (id, position)
    WHERE f.id = wanted.id AND f.owner_id = ${ownerId} AND f.subject_kind = ${subject.kind}
      AND (f.subject_id IS NULL OR (${isRepeatable}::boolean AND f.subject_id = ${subject.id}))
      AND f.discarded_at IS NULL
    RETURNING f.*`.execute(tx);
  if (rows.length !== ids.length) throw new AppError("attachment_not_found");
  return rows.toSorted((a, b) => a.position - b.position).map(presentAttachment);
}

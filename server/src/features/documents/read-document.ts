import type { Subject } from "@atoll/contract/comments/schemas";
import type { Database } from "../../tables.ts";
import { findDocument, findWhole, lockDocument } from "./queries.ts";
import type { LostBlock } from "./text/write-checked.ts";
import { perform } from "./thread/threads.ts";

/** A draft as Markdown. */
export interface DraftText {
  epoch: string;
  /** The number of the last update in it. */
  sequence: number;
  changedAt: Date;
  markdown: string;
  /** Blocks that reading the Markdown back does not give again: not empty means that it must not be published. */
  lost: LostBlock[];
}

/**
 * The draft of a thing as Markdown; undefined when none is open.
 * @param isLocked Keeps everybody from writing to it until the transaction ends: for a publication, which reads the
 * draft, stores the text and drops the draft.
 */
export async function readDocument(
  db: Database,
  subject: Subject,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<DraftText | undefined> {
  const found = await findDocument(db, subject);
  const row = found && isLocked ? await lockDocument(db, found.epoch) : found;
  if (!row) return undefined;
  const { updates, sequence } = await findWhole(db, row.epoch);
  // Dropped in between.
  if (updates.length === 0) return undefined;
  const written = await perform("write", { updates });
  return { epoch: row.epoch, sequence, changedAt: row.changed_at, ...written };
}

import type { Subject } from "@atoll/contract/comments/schemas";
import { outsideTransaction, roundsOfTransaction } from "../../platform/database/transact.ts";
import type { Database } from "../../tables.ts";
import { findDocument, findWhole, holdWriters, lockDocument } from "./queries.ts";
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
  /** The limit that it exceeds: it must not be published. */
  excess?: string;
}

/** So often the Markdown of a draft may be out of date once it is written. Then the writers wait for it. */
const mostHeads = 3;

/**
 * The draft of a thing as Markdown; undefined when none is open.
 * @param lockedFrom Keeps everybody from writing to it until the transaction ends: for a publication, which reads the
 * draft, stores the text and drops the draft. A draft that is written without a pause is held, for a publication always
 * to succeed: `releaseWriters` ends that. It is the database outside the transaction.
 */
export async function readDocument(
  db: Database,
  subject: Subject,
  { lockedFrom }: { lockedFrom?: Database | undefined } = {},
): Promise<DraftText | undefined> {
  const found = await findDocument(db, subject);
  const row = found && lockedFrom ? await lockDocument(db, found.epoch) : found;
  if (!row) return undefined;
  if (lockedFrom && roundsOfTransaction() >= mostHeads)
    await outsideTransaction(`hold document ${row.epoch}`, () => holdWriters(lockedFrom, row.epoch));
  const { updates, sequence } = await findWhole(db, row.epoch);
  // Dropped in between.
  if (updates.length === 0) return undefined;
  const written = await perform("write", { updates });
  return { epoch: row.epoch, sequence, changedAt: row.changed_at, ...written };
}

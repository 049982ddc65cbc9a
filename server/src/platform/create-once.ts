import { createHash } from "node:crypto";
import type { ErrorCode } from "@atoll/contract/errors";
import { AppError } from "./app-error.ts";

/** Who sent something, and what: by both, the same sent again is known, also after what it made was changed. */
export interface Sent {
  byId: string;
  hash: Buffer;
}

/** What was sent, in a fixed order and shape: lists whose order means nothing are to be sorted before. */
export function hashSent(...parts: readonly unknown[]): Buffer {
  return createHash("sha256").update(JSON.stringify(parts)).digest();
}

/** Whether what is there was made by this very sending: by the same person, of the same content. */
export function isSentAgain(there: Sent | undefined, sent: Sent): boolean {
  return there !== undefined && there.byId === sent.byId && there.hash.equals(sent.hash);
}

/**
 * Makes something whose id the browser chose, once. Whoever hears no answer sends the same again, and is answered with
 * what is there; another content or another person with that id is refused. To be called in the transaction of what else
 * belongs to it, which is done for `isNew` alone.
 * @param steps.insert writes the row with its hash (`sent_hash`), and nothing where the id is there already
 *   (`ON CONFLICT (id) DO NOTHING`); answers whether it was written.
 * @param steps.find the row with this id, whoever made it.
 * @throws {AppError} `steps.taken`, with a status of 409.
 */
export async function createOnce<Row>(
  sent: Sent,
  steps: {
    insert(): Promise<boolean>;
    find(): Promise<Row | undefined>;
    sentOf(row: Row): Sent;
    taken: ErrorCode;
  },
): Promise<{ row: Row; isNew: boolean }> {
  const isNew = await steps.insert();
  const row = await steps.find();
  if (row === undefined || !(isNew || isSentAgain(steps.sentOf(row), sent))) throw new AppError(steps.taken);
  return { row, isNew };
}

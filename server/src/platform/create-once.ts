import { createHash } from "node:crypto";
import type { ErrorCode } from "@atoll/contract/errors/errors";
import type { InsertQueryBuilder, InsertResult } from "kysely";
import { AppError } from "./app-error.ts";

/**
 * The sender and a hash of the content. Together they identify a repeated request, even after the created thing was
 * changed.
 */
export interface Sent {
  byId: string;
  hash: Buffer;
}

/** Hashes the content of a request, in a fixed order and shape. Sort lists whose order has no meaning first. */
export function hashSent(...parts: readonly unknown[]): Buffer {
  return createHash("sha256").update(JSON.stringify(parts)).digest();
}

/** Returns whether the existing row was created by the same request: the same content from the same person. */
export function isSentAgain(there: Sent | undefined, sent: Sent): boolean {
  return there !== undefined && there.byId === sent.byId && there.hash.equals(sent.hash);
}

/**
 * Creates a thing whose ID the browser generated, exactly once. A browser that gets no response sends the same request
 * again, and gets the existing thing. The same ID with other content, or from another person, is rejected. Call it in a
 * transaction with all related writes, and do those only for `isNew`.
 * @param steps.insert inserts the row with its hash (`sent_hash`), and nothing if the ID already exists (`insertNew`).
 * Returns whether it was inserted.
 * @param steps.find returns the row with this ID, no matter who created it.
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

/** Inserts a row unless its ID already exists. Returns whether it was inserted. */
export async function insertNew<Tables, Table extends keyof Tables>(
  query: InsertQueryBuilder<Tables, Table, InsertResult>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await query
    .onConflict((conflict) => conflict.column("id" as never).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

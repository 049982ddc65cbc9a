import type { IdeaStatus } from "@atoll/contract/ideas/limits";
import { sql } from "kysely";
import { z } from "zod";
import { column, type Fields } from "../../../platform/changes/field.ts";
import type { Database } from "../../../tables.ts";
import { writerOf } from "../readable.ts";

/** Locks ideas until the transaction ends, in the order of their IDs. A deleted idea has no row. */
export function lockIdeas(tx: Database, ids: readonly string[]) {
  return tx
    .selectFrom("ideas as i")
    .selectAll("i")
    .select([
      writerOf.as("writer_id"),
      sql<string | null>`to_char(i.target_on, 'YYYY-MM-DD')`.as("target_day"),
      sql<Date | null>`NULL::timestamptz`.as("deleted_at"),
    ])
    .where(sql<boolean>`i.id = ANY(${[...ids]}::uuid[])`)
    .orderBy("i.id")
    .forNoKeyUpdate("i")
    .execute();
}

export type IdeaInChange = Awaited<ReturnType<typeof lockIdeas>>[number];

/** A status and the public reply that came with it; `replyAt` and `replyBy` also say who gave a status without a reply. */
export interface Answer {
  status: IdeaStatus;
  statusAt: string;
  targetOn: string | null;
  reply: string | null;
  replyAt: string | null;
  replyBy: string | null;
}

const newsSchema = z.object({ status: z.string(), replyAt: z.string().nullable() });

/** Pure: whether one answer after another is news for voters: another status or reply, not only another month. */
export function isNews(before: unknown, after: unknown): boolean {
  const [old, next] = [newsSchema.parse(before), newsSchema.parse(after)];
  return old.status !== next.status || old.replyAt !== next.replyAt;
}

/** The fields of an idea that a change can undo. */
export const ideaFields = {
  answer: column(
    (row: IdeaInChange): Answer => ({
      status: row.status,
      statusAt: row.status_at.toISOString(),
      targetOn: row.target_day,
      reply: row.reply,
      replyAt: row.reply_at?.toISOString() ?? null,
      replyBy: row.reply_by,
    }),
    (answer: Answer) => ({
      status: answer.status,
      status_at: answer.statusAt,
      target_on: answer.targetOn,
      reply: answer.reply,
      reply_at: answer.replyAt,
      reply_by: answer.replyBy,
    }),
  ),
  owner: column(
    (row: IdeaInChange) => row.owner_id,
    (owner_id: string | null) => ({ owner_id }),
  ),
  tags: column(
    (row: IdeaInChange) => row.tags,
    // An editor that is open with the earlier tags would write them back.
    (tags: string[]) => ({ tags, text_version: sql`text_version + 1` }),
  ),
  /** The line in the timeline, as `{ field, id }`. `afterUndo` removes it with the field that it is about. */
  entry: { undo: () => undefined },
} as const satisfies Fields<Database, IdeaInChange>;

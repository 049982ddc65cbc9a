import { sql } from "kysely";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Database } from "../../../tables.ts";
import { type HeardRow, roomsOf } from "./rooms.ts";

export interface BroadcastSources {
  db: Database;
  realtime: Realtime;
}

/**
 * Broadcasts that articles have changed to everybody who may read them now, and that they are gone to those who could
 * read them before. Call it after the commit.
 * @param before the articles as they were; empty for new ones.
 */
export async function broadcastArticles(
  { db, realtime }: BroadcastSources,
  articleIds: readonly string[],
  before: readonly HeardRow[],
): Promise<void> {
  if (articleIds.length === 0) return;
  const now = await selectHeard(db, articleIds);
  const rowsNow = new Map(now.map((row) => [row.id, row]));
  const rowsBefore = new Map(before.map((row) => [row.id, row]));
  for (const articleId of articleIds) {
    const is = rowsNow.get(articleId);
    const was = rowsBefore.get(articleId);
    const kind = (is ?? was)?.kind;
    if (kind === undefined) continue;
    const rooms = is ? roomsOf(is) : [];
    const lost = was ? roomsOf(was).filter((room) => !rooms.includes(room)) : [];
    if (lost.length > 0) realtime.sendToOthers(lost, rooms, "article.gone", { articleId, kind });
    if (is) realtime.sendToOthers(rooms, [], "article.changed", { articleId, kind });
  }
}

/** Columns that decide who receives events about articles. */
export function selectHeard(db: Database, articleIds: readonly string[]): Promise<HeardRow[]> {
  return db
    .selectFrom("articles")
    .select([
      "id",
      "kind",
      "owner_id",
      "created_by",
      "reviewer_id",
      "status",
      "shown_department_ids",
      "shown_role_ids",
      "is_shared",
    ])
    .where(sql<boolean>`id = ANY(${articleIds}::uuid[])`)
    .where("deleted_at", "is", null)
    .execute();
}

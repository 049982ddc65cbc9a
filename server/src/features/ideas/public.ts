import type { IdeaReference } from "@atoll/contract/ideas/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { entryText, type NewestEntry, type NewestQuery } from "../../platform/kinds/newest-entry.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/public.ts";
import { findRoot } from "../votes/public.ts";
import { ideaKind } from "./idea-kind.ts";
import { presentReference } from "./present.ts";
import { type OpenRow, selectIdeas, selectOpen } from "./queries.ts";
import { hasInAudience, isReadable, isReadableByName, writerOf } from "./readable.ts";

// For slices whose things become ideas.
export { broadcastIdeas } from "./broadcast-ideas.ts";
export { insertIdea } from "./changes/create-idea.ts";

/**
 * Ideas by their ids, of those that the viewer may read. One that was merged is left out.
 */
export async function findIdeaReferences(
  db: Database,
  viewer: RequestViewer,
  ideaIds: readonly string[],
): Promise<IdeaReference[]> {
  if (ideaIds.length === 0) return [];
  const rows = await selectIdeas(db)
    .where(sql<boolean>`i.id = ANY(${[...ideaIds]}::uuid[])`)
    .where(isReadable(viewer))
    .execute();
  return rows.map(presentReference);
}

/**
 * An idea that the viewer may read. Of one that was merged, the idea that it was merged into.
 * @throws {AppError} `idea_not_found` when there is none, or it is not theirs to see.
 */
export async function accessIdea(db: Database, viewer: RequestViewer, ideaId: string): Promise<OpenRow> {
  const row = await selectOpen(db, viewer.id, (await findRoot(db, { kind: ideaKind, id: ideaId })) ?? ideaId)
    .where(isReadable(viewer))
    .executeTakeFirst();
  if (!row) throw new AppError("idea_not_found");
  return row;
}

/** Returns an idea as others can observe that the viewer reads it: its hidden author is judged like everyone else. */
export function readIdeaByName(db: Database, { id }: Pick<RequestViewer, "id">, ideaId: string) {
  return db
    .selectFrom("ideas as i")
    .select(["i.title", "i.author_id", "i.department_id", "i.status"])
    .where("i.id", "=", ideaId)
    .where(isReadableByName(sql`${id}::uuid`))
    .executeTakeFirst();
}

/** Every column of an idea that is locked until the transaction ends, and who wrote it. */
export type LockedIdea = Awaited<ReturnType<typeof lockIdea>>;

/**
 * Locks an idea that the viewer may read, so that nobody changes it until the transaction ends.
 * @throws {AppError} `idea_not_found`.
 */
export async function lockIdea(tx: Database, viewer: RequestViewer, ideaId: string) {
  const row = await tx
    .selectFrom("ideas as i")
    .selectAll("i")
    .select(writerOf.as("writer_id"))
    .where("i.id", "=", ideaId)
    .where(isReadable(viewer))
    .forNoKeyUpdate("i")
    .executeTakeFirst();
  if (!row) throw new AppError("idea_not_found");
  return row;
}

/**
 * Returns the newest ideas that are for the viewer as one of their audience, without those that a moderator has hidden. Those
 * that only their writer, owner or a moderator may read are left out: others can see the list, too.
 */
export async function newestIdeas(
  db: Database,
  viewer: RequestViewer,
  query: NewestQuery,
): Promise<NewestEntry[]> {
  const rows = await db
    .selectFrom("ideas as i")
    .select(["i.id", "i.title", "i.text_version as version", "i.created_at as at"])
    .select(entryText(sql<string>`i.content`, query).as("text"))
    .where(hasInAudience(viewer))
    .where("i.merged_into_id", "is", null)
    .where("i.hidden_at", "is", null)
    .orderBy("i.created_at", "desc")
    .orderBy("i.id", "desc")
    .limit(query.count)
    .execute();
  return rows.map((row) => ({ ...row, path: `/ideas/${row.id}` }));
}

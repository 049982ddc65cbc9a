import {
  canModerateIdeas,
  canReadIdea,
  type IdeaParts,
  type IdeaViewer,
  isInAudience,
} from "@atoll/contract/ideas/policy";
import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { ownRoom } from "../people/public.ts";
import { ideaKind } from "./idea-kind.ts";

/**
 * SQL: who wrote the idea `i`, also where it stands there without an author. Only for the writer's own rights, rooms and
 * notifications: no presenter may read it.
 */
export const writerOf: RawBuilder<string> = sql<string>`coalesce(i.author_id, (SELECT a.author_id FROM anonymous_authors a
  WHERE a.subject_id = i.id AND a.subject_kind = ${sql.lit(ideaKind)}))`;

/** SQL: this person wrote the idea `i`. */
export function isWriter(personId: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(i.author_id = ${personId} OR (i.author_id IS NULL AND EXISTS (SELECT FROM anonymous_authors a
    WHERE a.subject_id = i.id AND a.subject_kind = ${sql.lit(ideaKind)} AND a.author_id = ${personId})))`;
}

/**
 * SQL: whether the viewer may read the idea `i` now. Lists, counts, links, votes, files, comments, search and events all
 * go by this set; `canReadIdea` of the contract says the same of one person. A merged idea is read as its root.
 */
export function isReadable(viewer: IdeaViewer): RawBuilder<boolean> {
  return sql<boolean>`(i.merged_into_id IS NULL AND ${isForViewer(viewer)})`;
}

/** SQL: the same for the idea `i` by itself, also where it was merged into another one since. */
export function isForViewer(viewer: IdeaViewer): RawBuilder<boolean> {
  const isVisible = canModerateIdeas(viewer) ? sql`true` : sql`i.hidden_at IS NULL`;
  return sql<boolean>`(${isWriter(sql<string>`${viewer.id}::uuid`)} OR (${isVisible} AND (
    ${hasInAudience(viewer)} OR i.owner_id = ${viewer.id})))`;
}

/**
 * SQL: whether the idea `i` is for everyone or for a department of the viewer. It is the same for its writer and its owner
 * as for everyone else there: use it for what may be shown to others, such as a feed.
 */
export function hasInAudience(viewer: IdeaViewer): RawBuilder<boolean> {
  const departmentIds = viewer.departments.map(({ id }) => id);
  return sql<boolean>`(i.audience_ids = '{}' OR i.audience_ids && ${departmentIds}::uuid[])`;
}

/**
 * SQL: the same of one of many people, whose departments are looked up by keys. Hidden ideas are left to their writers:
 * nobody is notified of them as a moderator.
 */
export function isReadableBy(person: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(i.merged_into_id IS NULL AND (${isWriter(person)} OR (i.hidden_at IS NULL AND (
    i.audience_ids = '{}' OR i.owner_id = ${person} OR EXISTS (SELECT FROM user_departments ud
      WHERE ud.user_id = ${person} AND ud.department_id = ANY(i.audience_ids) LIMIT 1)))))`;
}

/**
 * SQL: the same, but the hidden author of an anonymous idea is judged like everyone else. Use it for what other people can
 * observe, such as a count.
 */
export function isReadableByName(person: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(${isReadableBy(person)} AND (i.author_id IS NOT NULL OR (i.hidden_at IS NULL AND (
    i.audience_ids = '{}' OR i.owner_id = ${person} OR EXISTS (SELECT FROM user_departments ud
      WHERE ud.user_id = ${person} AND ud.department_id = ANY(i.audience_ids) LIMIT 1)))))`;
}

/**
 * Returns whether a person may read an idea without being its hidden author. What they do under their name, such as a
 * vote, is only possible then: nobody else could have done it otherwise, so it would show who wrote the idea.
 */
export function canReadByName(
  person: IdeaViewer,
  row: Parameters<typeof partsOf>[0] & { author_id: string | null },
): boolean {
  return canReadIdea(person, { ...partsOf(row), authorId: row.author_id ?? "" });
}

/**
 * Refuses an audience of an anonymous idea that its author is not part of. Their own vote and comments would be the only
 * ones from outside, and would show who posted it.
 * @throws {AppError} `idea_audience_not_own`.
 */
export function assertOwnAudience(viewer: IdeaViewer, audienceIds: readonly string[]): void {
  if (!isInAudience(viewer, audienceIds)) throw new AppError("idea_audience_not_own");
}

/** SQL: the viewer may read the idea of this id. */
export function isIdeaReadable(viewer: IdeaViewer, ideaId: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM ideas i WHERE i.id = ${ideaId} AND ${isReadable(viewer)})`;
}

/** Returns the parts of a row that the policies of the contract read. */
export function partsOf(row: {
  writer_id: string;
  owner_id: string | null;
  audience_ids: string[];
  status: IdeaParts["status"];
  hidden_at: Date | null;
  locked_at: Date | null;
}): IdeaParts {
  return {
    authorId: row.writer_id,
    ownerId: row.owner_id,
    audienceIds: row.audience_ids,
    status: row.status,
    isHidden: row.hidden_at !== null,
    isLocked: row.locked_at !== null,
  };
}

/** An audience that sets no limit. */
const everyone = "*";
const audienceRoom = (departmentId: string) => `ideas:${departmentId}`;
const hiddenRoom = (departmentId: string) => `ideas:hidden:${departmentId}`;

/** The rooms in which a viewer hears of the ideas that they may read: the same set as `isReadable`. */
export function ideaRooms(viewer: IdeaViewer): string[] {
  const audiences = [everyone, ...viewer.departments.map(({ id }) => id)];
  return [...audiences.map(audienceRoom), ...(canModerateIdeas(viewer) ? audiences.map(hiddenRoom) : [])];
}

interface Addressed {
  writer_id: string;
  owner_id: string | null;
  audience_ids: readonly string[];
  hidden_at: Date | null;
  merged_into_id: string | null;
}

/** The rooms of everyone who may read an idea as it is now; nobody reads a merged one. */
export function roomsOf(row: Addressed): string[] {
  if (row.merged_into_id !== null) return [];
  const audiences = row.audience_ids.length === 0 ? [everyone] : row.audience_ids;
  const writer = ownRoom(row.writer_id);
  if (row.hidden_at !== null) return [writer, ...audiences.map(hiddenRoom)];
  return [writer, ...(row.owner_id === null ? [] : [ownRoom(row.owner_id)]), ...audiences.map(audienceRoom)];
}

import {
  canManageKnowledge,
  canWriteKnowledge,
  type KnowledgeViewer,
} from "@atoll/contract/knowledge/policy";
import { sql } from "kysely";
import { type Audiences, broadcastEach } from "../../../platform/changes/broadcast.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Database } from "../../../tables.ts";
import { ownRoom } from "../../people/public.ts";

/** One side of an audience that sets no limit. */
const everything = "*";
/** Those who are in this department and hold this role. */
const audienceRoom = (departmentId: string, roleId: string) => `knowledge:${departmentId}:${roleId}`;
/** The same, of those who write: they see drafts. */
const writersRoom = (departmentId: string, roleId: string) => `knowledge-writers:${departmentId}:${roleId}`;
const managersRoom = "knowledge:managers";

/** The rooms in which a viewer hears of the articles that they may read: the same set as `isReadable`. */
export function knowledgeRooms(viewer: KnowledgeViewer): string[] {
  if (canManageKnowledge(viewer)) return [managersRoom];
  const room = canWriteKnowledge(viewer) ? [audienceRoom, writersRoom] : [audienceRoom];
  return sidesOf(viewer.departments).flatMap((department) =>
    sidesOf(viewer.roles).flatMap((role) => room.map((of) => of(department, role))),
  );
}

const sidesOf = (own: readonly { id: string }[]) => [everything, ...own.map(({ id }) => id)];

/** Those who see who has read an article. */
export const roomsOfReaders = (ownerId: string): string[] => [managersRoom, ownRoom(ownerId)];

/** The columns that decide who hears of an article. */
export interface HeardRow {
  id: string;
  kind: "article" | "sop" | "faq";
  owner_id: string;
  created_by: string;
  reviewer_id: string | null;
  status: string;
  shown_department_ids: readonly string[];
  shown_role_ids: readonly string[];
  is_shared: boolean;
}

/** The rooms of all who may read an article as it is. */
export function roomsOf(row: HeardRow): string[] {
  const audience = row.status === "PUBLISHED" ? audienceRoom : writersRoom;
  const sides = (chosen: readonly string[]) => (chosen.length === 0 ? [everything] : chosen);
  const named = [row.owner_id, row.created_by, ...(row.reviewer_id === null ? [] : [row.reviewer_id])];
  if (!row.is_shared) return named.map(ownRoom);
  return [
    managersRoom,
    ...named.map(ownRoom),
    ...sides(row.shown_department_ids).flatMap((department) =>
      sides(row.shown_role_ids).map((role) => audience(department, role)),
    ),
  ];
}

export interface BroadcastSources {
  db: Database;
  realtime: Realtime;
}

/**
 * Broadcasts that articles have changed to everybody who may read them now, and that they are gone to those who could
 * read them before. Call it after the commit.
 * @param before the articles as they were; empty for new ones.
 */
export function broadcastArticles(
  sources: BroadcastSources,
  articleIds: readonly string[],
  before: readonly HeardRow[],
): Promise<void> {
  return broadcastHeard(sources, articleIds, audiencesOf(before), before);
}

/** Does the same, and for all others whose readers were known before. */
export async function broadcastHeard(
  { db, realtime }: BroadcastSources,
  articleIds: readonly string[],
  before: Audiences,
  rowsBefore: readonly HeardRow[] = [],
): Promise<void> {
  if (articleIds.length === 0) return;
  const rows = await selectHeard(db, [...new Set([...articleIds, ...before.keys()])]);
  const now = new Map(rows.map((row) => [row.id, row]));
  const all = new Map([...rowsBefore.map((row) => [row.id, row] as const), ...now]);
  await broadcastEach(
    articleIds,
    { before, after: audiencesOf(rows) },
    {
      load: async (ids) => new Map([...now].filter(([id]) => ids.includes(id))),
      changed: (rooms, { id: articleId, kind }) =>
        realtime.sendToOthers(rooms, [], "article.changed", { articleId, kind }),
      gone(rooms, except, articleId) {
        const kind = all.get(articleId)?.kind;
        if (kind !== undefined) realtime.sendToOthers(rooms, except, "article.gone", { articleId, kind });
      },
    },
  );
}

const audiencesOf = (rows: Iterable<HeardRow>): Audiences =>
  new Map(Array.from(rows, (row) => [row.id, roomsOf(row)]));

/** The rooms of all who may read each of these pages now. */
export async function roomsOfEach(db: Database, articleIds: readonly string[]): Promise<Audiences> {
  return audiencesOf(await selectHeard(db, articleIds));
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

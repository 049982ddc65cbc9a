import { boardCardPeople, boardPreviewElements } from "@atoll/contract/brainstorm/limits";
import type { PreviewElement } from "@atoll/contract/brainstorm/schemas";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../tables.ts";
import { boardKind } from "./board-kind.ts";
import { grantsOf } from "./readable.ts";

/** SQL: the last change to the board `b` or its canvas `d`. */
export const changedAt = sql<Date>`greatest(b.updated_at, d.changed_at)`;

/** SQL: the elements of the board `b` that are on its canvas. */
const present = sql`FROM board_elements e WHERE e.board_id = b.id AND e.gone_at IS NULL`;

/** SQL: the note of the vote `v` is on its board. */
export const isOnNote = sql<boolean>`EXISTS (
  SELECT FROM board_elements n WHERE n.id = v.note_id AND n.board_id = v.board_id AND n.gone_at IS NULL)`;

/** Boards as lists show them, for any viewer: `isReadable` says who may. */
export function selectBoards(db: Database) {
  return db
    .selectFrom("boards as b")
    .innerJoin("documents as d", (join) =>
      join.onRef("d.subject_id", "=", "b.id").on("d.subject_kind", "=", boardKind),
    )
    .select([
      "b.id",
      "b.title",
      "b.template",
      "b.owner_id",
      "b.department_id",
      "b.phase",
      "b.is_locked",
      "b.votes_per_person",
      "b.round",
      "b.timer_ends_at",
      "b.timer_left_ms",
      "b.summons",
      "b.phase_names",
      "b.frame_order",
      "b.archived_at",
      "b.created_at",
      changedAt.as("changed_at"),
      // Changes of the canvas count as changes of the board.
      sql<number>`b.version + d.sequence`.as("version"),
      grantsOf.as("grants"),
    ])
    .select([
      sql<{ id: string; name: string; slug: string } | null>`(
        SELECT json_build_object('id', x.id, 'name', x.name, 'slug', x.slug)
        FROM departments x WHERE x.id = b.department_id)`.as("department"),
      sql<{ id: string; name: string }[]>`coalesce((
        SELECT json_agg(json_build_object('id', x.id, 'name', x.name)) FROM departments x WHERE x.id IN (
          SELECT g.grantee_id FROM board_grants g WHERE g.board_id = b.id AND g.kind = 'department')), '[]')`.as(
        "granted_departments",
      ),
      sql<number>`(SELECT count(*) ${present} AND e.kind = 'note')`.as("note_count"),
      // Only while nobody votes: a total that grows under one's eyes sways people.
      sql<number | null>`CASE WHEN b.phase = 'vote' THEN NULL ELSE (
        SELECT count(*) FROM board_votes v WHERE v.board_id = b.id AND v.round = b.round AND ${isOnNote}) END`.as(
        "vote_count",
      ),
      sql<number>`(SELECT count(l.task_id) FROM board_links l WHERE l.board_id = b.id)`.as("task_count"),
      sql<number>`(SELECT count(l.idea_id) FROM board_links l WHERE l.board_id = b.id)`.as("idea_count"),
      sql<string[]>`coalesce((SELECT json_agg(p.author_id) FROM (SELECT e.author_id ${present}
        AND e.author_id IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1
        LIMIT ${sql.lit(boardCardPeople)}) p), '[]')`.as("people_ids"),
      sql<number>`(SELECT count(DISTINCT e.author_id) ${present})`.as("people_count"),
      sql<
        PreviewElement[]
      >`coalesce((SELECT json_agg(json_build_object('kind', e.kind, 'at', e.content -> 'at',
          'size', coalesce(e.content -> 'size', '[0, 0]'), 'color', e.content -> 'color',
          'to', e.content #> '{to,point}'))
        FROM (SELECT e.* ${present} AND e.kind NOT IN ('stroke', 'sticker') ORDER BY e.kind <> 'frame', e.id
          LIMIT ${sql.lit(boardPreviewElements)}) e), '[]')`.as("preview"),
    ]);
}

export type BoardRow = Awaited<ReturnType<ReturnType<typeof selectBoards>["execute"]>>[number];

/** The same with what one person did. */
export function selectListed(db: Database, userId: string) {
  return selectBoards(db).select(
    sql<boolean>`EXISTS (SELECT FROM board_stars s WHERE s.board_id = b.id AND s.user_id = ${userId})`.as(
      "is_starred",
    ),
  );
}

export type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>["execute"]>>[number];

/** A note, if it is on the canvas of a board. */
export const selectNote = (db: Database, boardId: string, noteId: string) =>
  db
    .selectFrom("board_elements")
    .select("id")
    .where("id", "=", noteId)
    .where("board_id", "=", boardId)
    .where("kind", "=", "note")
    .where("gone_at", "is", null);

/** How many private notes people have on a board, the most first. */
export function selectWriters(db: Database, boardId: string) {
  return db
    .selectFrom("board_private_notes")
    .select(["author_id", ({ fn }) => fn.countAll<number>().as("count")])
    .where("board_id", "=", boardId)
    .where("revealed_at", "is", null)
    .groupBy("author_id")
    .orderBy("count", "desc")
    .orderBy("author_id")
    .execute();
}

/** SQL: a person leads the workshop of the board `b`, if their account is active. */
export const leadsBoard = (person: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  ${person} = b.owner_id OR EXISTS (
    SELECT FROM board_grants g WHERE g.board_id = b.id AND g.role = 'facilitator' AND (
      g.kind = 'everyone' OR (g.kind = 'person' AND g.grantee_id = ${person})
      OR (g.kind = 'department' AND EXISTS (SELECT FROM user_departments ud
        WHERE ud.user_id = ${person} AND ud.department_id = g.grantee_id)))))`;

/** SQL: an active account can lead the workshop of the board `b`. */
export const hasLeader = sql<boolean>`EXISTS (
  SELECT FROM accounts a WHERE a.disabled_at IS NULL AND ${leadsBoard(sql`a.id`)})`;

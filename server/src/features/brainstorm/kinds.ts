import { canTakePart, roleOnBoard } from "@atoll/contract/brainstorm/policy";
import { sql } from "kysely";
import {
  filesReadWith,
  ownedBy,
  placedIn,
  type ReadableRows,
  searchSource,
} from "../../platform/kinds/factories.ts";
import type { FileKind } from "../../platform/kinds/file-kinds.ts";
import type {
  CommentedKind,
  RequestViewer,
  SliceOwnedKind,
  SlicePlacedKind,
  SliceSearchSource,
} from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { notify } from "../notifications/public.ts";
import { boardKind, noteKind } from "./board-kind.ts";
import { broadcastBoards, sendToReaders } from "./broadcast-boards.ts";
import { selectBoards } from "./queries.ts";
import { grantsOf, isNoteReadable, isReadable, isReadableBy, partsOf } from "./readable.ts";

const boardRows: ReadableRows<RequestViewer> = { table: "boards", alias: "b", isReadable };

/** The images on boards, for everyone who may read the board. */
export const boardFiles: FileKind<RequestViewer> = filesReadWith(boardRows, {
  kind: boardKind,
  bucket: "board-attachments",
});

/** Boards by their titles and what is on their canvases. Private notes are never part of it. */
export const boardSource: SliceSearchSource = searchSource(boardRows, {
  kind: boardKind,
  select: (tx: Database) =>
    selectBoards(tx).select(
      sql<string>`coalesce((SELECT string_agg(e.text, E'\n' ORDER BY e.id) FROM board_elements e
        WHERE e.board_id = b.id AND e.gone_at IS NULL AND e.text <> ''), '')`.as("text"),
    ),
  hit: (row) => ({
    title: row.title,
    text: row.text,
    at: row.created_at.toISOString(),
    personId: row.owner_id,
    departmentIds: row.department_id === null ? [] : [row.department_id],
    link: `/brainstorm/${row.id}`,
    detail: {
      kind: "board",
      phase: row.phase,
      noteCount: row.note_count,
      isArchived: row.archived_at !== null,
    },
  }),
});

/**
 * The boards that somebody owns. An heir gets those that they could read before; any other goes to its strongest person,
 * and without one it stays with nobody: no administrator can open it. The owner of a bot could read what is the bot's.
 */
export const ownedBoards: SliceOwnedKind = ownedBy({
  kind: "boards",
  rows: sql`boards b`,
  owner: "owner_id",
  set: sql`version = version + 1`,
  heir: (toUserId, fromUserId) => sql`CASE WHEN ${isReadableBy(sql<string>`${toUserId}::uuid`)}
      OR EXISTS (SELECT FROM bots WHERE id = ${fromUserId} AND owner_id = ${toUserId}) THEN ${toUserId}::uuid
    ELSE coalesce((SELECT g.grantee_id FROM board_grants g JOIN accounts a ON a.id = g.grantee_id
      WHERE g.board_id = b.id AND g.kind = 'person' AND a.disabled_at IS NULL AND NOT a.is_bot AND g.grantee_id <> ${fromUserId}
      ORDER BY g.role = 'facilitator' DESC, g.role = 'writer' DESC, g.granted_at, g.grantee_id LIMIT 1), b.owner_id) END`,
  async after(tx, _ids, { fromUserId, toUserId }) {
    // An owner needs no share of their own, and who has left no other.
    await sql`DELETE FROM board_grants g USING boards b WHERE b.id = g.board_id AND g.kind = 'person'
      AND (g.grantee_id = b.owner_id OR g.grantee_id = ${fromUserId})`.execute(tx);
    await sql`SELECT pg_notify('atoll_document_rights', d.epoch::text) FROM documents d JOIN boards b
      ON b.id = d.subject_id AND d.subject_kind = ${sql.lit(boardKind)}
      WHERE b.owner_id = ${toUserId}`.execute(tx);
  },
  broadcast: (context, ids) => broadcastBoards(context, ids),
});

/** Boards of a department, or shared with it. */
export const placedBoards: SlicePlacedKind = placedIn({
  kind: "boards",
  rows: sql`boards b`,
  isIn: (
    departmentId,
  ) => sql<boolean>`(b.department_id = ${departmentId} OR EXISTS (SELECT FROM board_grants g
    WHERE g.board_id = b.id AND g.grantee_id = ${departmentId}))`,
  async move(tx, fromId, intoId) {
    const { rows } = await sql<{ id: string }>`UPDATE boards b SET version = version + 1,
        department_id = CASE WHEN department_id = ${fromId} THEN ${intoId}::uuid ELSE department_id END
      WHERE department_id = ${fromId}
        OR EXISTS (SELECT FROM board_grants g WHERE g.board_id = b.id AND g.grantee_id = ${fromId})
      RETURNING id`.execute(tx);
    await sql`INSERT INTO board_grants (board_id, kind, grantee_id, role)
      SELECT board_id, kind, ${intoId}, role FROM board_grants WHERE grantee_id = ${fromId}
      ON CONFLICT ON CONSTRAINT board_grants_once DO NOTHING`.execute(tx);
    await sql`DELETE FROM board_grants WHERE grantee_id = ${fromId}`.execute(tx);
    return (context) =>
      broadcastBoards(
        context,
        rows.map(({ id }) => id),
      );
  },
});

/** Comments on the elements of canvases: everyone who takes part writes some, facilitators delete those of others. */
export const noteComments: CommentedKind = {
  kind: noteKind,
  hold: (tx, id) => sql`SELECT FROM board_elements WHERE id = ${id} FOR KEY SHARE`.execute(tx),
  async judge(db, noteId, people) {
    const row = await db
      .selectFrom("board_elements as e")
      .innerJoin("boards as b", "b.id", "e.board_id")
      .select(["b.owner_id", "b.archived_at", "b.is_locked", "b.phase", grantsOf.as("grants")])
      .where("e.id", "=", noteId)
      .where("e.gone_at", "is", null)
      .executeTakeFirst();
    if (!row) return new Map();
    const parts = partsOf(row);
    return new Map(
      people.flatMap((person) => {
        const role = roleOnBoard(person, parts);
        const mayComment = canTakePart(person, parts);
        return role === null
          ? []
          : [[person.id, { mayComment, mayModerate: role === "facilitator" }] as const];
      }),
    );
  },
  isReadable: isNoteReadable,
  async onComment(context, tx, { what, subjectId, actorId, newlyCalledIds }) {
    await notify(tx, { kind: "board.mention", subjectId, actorId, people: newlyCalledIds });
    if (what === "edited") return undefined;
    const row = await tx
      .updateTable("board_elements")
      .set({ comment_count: sql`comment_count + ${what === "posted" ? 1 : -1}` })
      .where("id", "=", subjectId)
      .returning(["board_id", "comment_count"])
      .executeTakeFirst();
    if (!row) return undefined;
    if (what === "posted")
      await notify(tx, {
        kind: "board.comment",
        subjectId,
        actorId,
        rule: "talking",
        spared: newlyCalledIds,
      });
    const { board_id: boardId, comment_count: commentCount } = row;
    return () => {
      sendToReaders(context, boardId, "board-note.commented", {
        boardId,
        noteId: subjectId,
        commentCount,
      }).catch((error: unknown) =>
        context.log.warn({ err: error, boardId }, "open boards do not count a comment on a note"),
      );
    };
  },
};

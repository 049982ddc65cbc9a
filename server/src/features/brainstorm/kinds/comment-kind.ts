import { canTakePart, roleOnBoard } from "@atoll/contract/brainstorm/policy";
import { sql } from "kysely";
import type { CommentedKind } from "../../../slice.ts";
import { notify } from "../../notifications/public.ts";
import { noteKind } from "../board-kind.ts";
import { sendToReaders } from "../broadcast-boards.ts";
import { grantsOf, isNoteReadable, partsOf } from "../readable.ts";

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

import { sql } from "kysely";
import type { FoundThing } from "../../../platform/search/search-sources.ts";
import type { SliceSearchSource } from "../../../slice.ts";
import { boardKind } from "../board-kind.ts";
import { selectBoards } from "../queries.ts";
import { isBoardReadable, isReadable } from "../readable.ts";

/** Boards by their titles and what is on their canvases. Private notes are never part of it. */
export const boardSource: SliceSearchSource = {
  kind: boardKind,
  isReadable: (_context, viewer, { id }) => isBoardReadable(viewer, id),
  async present(_context, tx, viewer, ids) {
    const rows = await selectBoards(tx)
      .select(
        sql<string>`coalesce((SELECT string_agg(e.text, E'\n' ORDER BY e.id) FROM board_elements e
          WHERE e.board_id = b.id AND e.gone_at IS NULL AND e.text <> ''), '')`.as("text"),
      )
      .where(sql<boolean>`b.id = ANY(${ids}::uuid[])`)
      .where(isReadable(viewer))
      .execute();
    return new Map(
      rows.map((row): [string, FoundThing] => [
        row.id,
        {
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
        },
      ]),
    );
  },
};

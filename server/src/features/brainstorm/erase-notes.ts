import { sql } from "kysely";
import type { TextColumn } from "../../platform/kinds/erasure.ts";
import type { SliceEraser } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { dropDocument, openCanvas } from "../documents/public.ts";
import { boardKind } from "./board-kind.ts";
import { broadcastBoards } from "./broadcast-boards.ts";
import { readElements } from "./canvas-elements.ts";

const columns: readonly TextColumn[] = [
  { name: "text", type: "text" },
  { name: "content", type: "json" },
];

/** Removes the name of a person from the notes of everyone. */
export const noteNameEraser: SliceEraser = {
  phase: "names",
  async erase(context, { inTexts }, work) {
    const { rows } = await work.read((tx) =>
      sql<{ id: string }>`SELECT DISTINCT t.board_id AS id FROM board_elements t
        WHERE ${inTexts.areIn(columns)}`.execute(tx),
    );
    for (const { id } of rows) {
      work.signal.throwIfAborted();
      await work.part(async (tx) => {
        const values = columns.map((column) => sql`${sql.id(column.name)} = ${inTexts.withoutIn(column)}`);
        await sql`UPDATE board_elements t SET ${sql.join(values)}
          WHERE t.board_id = ${id} AND ${inTexts.areIn(columns)}`.execute(tx);
        await redraw(tx, id);
      });
      await broadcastBoards(context, [id]);
    }
    return rows.length;
  },
};

/** Replaces the canvas of a board by a new one with its elements. The old one also has deleted texts. */
async function redraw(tx: Database, boardId: string): Promise<void> {
  const subject = { kind: boardKind, id: boardId };
  if (await dropDocument(tx, subject)) await openCanvas(tx, subject, await readElements(tx, boardId));
  await sql`SELECT search_index('board', ARRAY[${boardId}::uuid])`.execute(tx);
}

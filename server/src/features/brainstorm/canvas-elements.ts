import type { IdentifiedElement } from "@atoll/contract/documents/canvas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { CanvasChanges } from "../../platform/kinds/document-kinds.ts";
import type { Database } from "../../tables.ts";

/**
 * Keeps what is on a canvas in rows, in the transaction that stores the update: lists, search, votes, comments, versions
 * and exports read it there.
 * @returns whether other words are on it now: a move leaves the search as it is.
 * @throws {AppError} `document_update_invalid` for an element whose id belongs to another board.
 */
export async function storeElements(
  tx: Database,
  boardId: string,
  { changed, removedIds }: CanvasChanges,
): Promise<boolean> {
  let hasOtherWords = removedIds.length > 0;
  if (changed.length > 0) {
    const values = changed.map(({ id, authorId, element }) => ({
      id,
      kind: element.kind,
      author_id: authorId,
      text: element.text,
      content: element,
    }));
    const { rows } = await sql<{ isOther: boolean }>`
      INSERT INTO board_elements AS e (id, board_id, kind, author_id, text, content)
      SELECT id, ${boardId}, kind, author_id, text, content
      FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
        AS x (id uuid, kind text, author_id uuid, text text, content jsonb)
      ORDER BY id
      ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, author_id = excluded.author_id, text = excluded.text,
        content = excluded.content, gone_at = NULL
      WHERE e.board_id = excluded.board_id
      -- As it was before this statement.
      RETURNING e.text IS DISTINCT FROM (SELECT o.text FROM board_elements o WHERE o.id = e.id AND o.gone_at IS NULL)
        AS "isOther"`.execute(tx);
    if (rows.length !== changed.length)
      throw new AppError("document_update_invalid", { detail: "an element of another board" });
    hasOtherWords ||= rows.some(({ isOther }) => isOther);
  }
  if (removedIds.length > 0)
    await sql`UPDATE board_elements SET gone_at = now()
      WHERE board_id = ${boardId} AND id = ANY(${removedIds}::uuid[])`.execute(tx);
  return hasOtherWords;
}

/** Everything that is on a canvas. */
export async function readElements(db: Database, boardId: string): Promise<IdentifiedElement[]> {
  return (await selectElements(db, boardId).execute()).map(present);
}

/** Elements that are read at once: to parse those of a full board takes a while. */
const readAtOnce = 500;

/** The same in parts, for a reader who need not see all of them at one moment. */
export async function readElementsInParts(db: Database, boardId: string): Promise<IdentifiedElement[]> {
  const elements: IdentifiedElement[] = [];
  let after: string | undefined;
  do {
    const last: string | undefined = after;
    const rows = await selectElements(db, boardId)
      .$if(last !== undefined, (query) => query.where("id", ">", last ?? ""))
      .limit(readAtOnce)
      .execute();
    elements.push(...rows.map(present));
    after = rows.length === readAtOnce ? rows.at(-1)?.id : undefined;
  } while (after !== undefined);
  return elements;
}

const selectElements = (db: Database, boardId: string) =>
  db
    .selectFrom("board_elements")
    .select(["id", "author_id", "content"])
    .where("board_id", "=", boardId)
    .where("gone_at", "is", null)
    .orderBy("id");

const present = (row: Row): IdentifiedElement => ({
  id: row.id,
  authorId: row.author_id,
  element: row.content,
});
type Row = Awaited<ReturnType<ReturnType<typeof selectElements>["execute"]>>[number];

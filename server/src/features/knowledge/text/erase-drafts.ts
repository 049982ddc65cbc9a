import { type RawBuilder, sql } from "kysely";
import { erasedText } from "../../../platform/kinds/erasure.ts";
import type { SliceEraser } from "../../../slice.ts";
import { dropDocument, openDocument } from "../../documents/public.ts";
import { documentOf } from "./draft-text.ts";

/**
 * SQL: a version `t` is the person's own. A draft begins with the text of a version, so nobody else has written any of the
 * versions before it either.
 */
export const isOwnVersion = (personId: string): RawBuilder<boolean> =>
  sql<boolean>`(t.editor_ids = ARRAY[${personId}]::uuid[] AND ${isOwnBegin(sql`t.article_id`, personId)}
    AND NOT EXISTS (SELECT FROM article_versions v WHERE v.article_id = t.article_id AND v.number < t.number
      AND v.editor_ids IS DISTINCT FROM ARRAY[${personId}]::uuid[]))`;

/** SQL: everything that a page says was written by the person. */
export const isOwnPage = (articleId: RawBuilder<unknown>, personId: string): RawBuilder<boolean> =>
  sql<boolean>`(${isOwnBegin(articleId, personId)}
    AND NOT EXISTS (SELECT FROM article_versions v WHERE v.article_id = ${articleId}
      AND v.editor_ids IS DISTINCT FROM ARRAY[${personId}]::uuid[])
    AND NOT EXISTS (SELECT FROM article_drafts other WHERE other.article_id = ${articleId}
      AND (other.updated_by, other.editor_ids) IS DISTINCT FROM (${personId}::uuid, ARRAY[${personId}]::uuid[])))`;

/** SQL: the page did not begin with an answer, which somebody else may have written. */
const isOwnBegin = (articleId: RawBuilder<unknown>, personId: string): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM articles a WHERE a.id = ${articleId} AND a.created_by = ${personId}
    AND a.origin_kind IS NULL)`;

/** Empties the drafts of pages that a person alone has written, if the company does not keep what they wrote. */
export const draftEraser: SliceEraser = {
  phase: "texts",
  async erase(_context, { personId, keepsTexts }, work) {
    if (keepsTexts) return 0;
    const isTheirs = sql<boolean>`(d.updated_by = ${personId} AND ${isOwnPage(sql`d.article_id`, personId)})`;
    const { rows } = await work.read((tx) =>
      sql<{ id: string }>`SELECT d.article_id AS id FROM article_drafts d WHERE ${isTheirs}`.execute(tx),
    );
    let count = 0;
    for (const { id } of rows) {
      work.signal.throwIfAborted();
      count += await work.part(async (tx) => {
        // Somebody may have joined since.
        await sql`SELECT FROM articles WHERE id = ${id} FOR UPDATE`.execute(tx);
        const { numAffectedRows = 0n } = await sql`UPDATE article_drafts d
          SET title = ${erasedText}, summary = '', body = '', note = '', refusal = NULL, version = version + 1
          WHERE d.article_id = ${id} AND ${isTheirs}`.execute(tx);
        if (numAffectedRows === 0n) return 0;
        if (await dropDocument(tx, documentOf(id))) await openDocument(tx, documentOf(id), "");
        return 1;
      });
    }
    return count;
  },
};

/** Has search read the pages of a person again, whose published texts were emptied. */
export const pageIndexEraser: SliceEraser = {
  phase: "names",
  async erase({ db }, { personId, keepsTexts }, work) {
    if (keepsTexts) return 0;
    const { rows } = await sql<{ id: string }>`SELECT a.id FROM articles a WHERE a.created_by = ${personId}
      OR a.id IN (SELECT v.article_id FROM article_versions v WHERE v.published_by = ${personId})`.execute(
      db,
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0)
      await work.part((tx) => sql`SELECT search_index('article', ${ids}::uuid[])`.execute(tx));
    return 0;
  },
};

import { sql } from "kysely";
import { erasedText } from "../../../platform/kinds/erasure.ts";
import type { SliceEraser } from "../../../slice.ts";
import { dropDocument, openDocument } from "../../documents/public.ts";
import { documentOf } from "./draft-text.ts";

/** Empties the drafts that a person alone has written, if the company does not keep what they wrote. */
export const draftEraser: SliceEraser = {
  phase: "texts",
  async erase({ db }, { personId, keepsTexts }, work) {
    if (keepsTexts) return 0;
    const { rows } = await sql<{ id: string }>`SELECT d.article_id AS id FROM article_drafts d
      WHERE d.updated_by = ${personId} AND d.editor_ids <@ ARRAY[${personId}]::uuid[]`.execute(db);
    for (const { id } of rows) {
      work.signal.throwIfAborted();
      await work.part(async (tx) => {
        await tx
          .updateTable("article_drafts")
          .set({ title: erasedText, summary: "", body: "", note: "", refusal: null })
          .where("article_id", "=", id)
          .execute();
        if (await dropDocument(tx, documentOf(id))) await openDocument(tx, documentOf(id), "");
      });
    }
    return rows.length;
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

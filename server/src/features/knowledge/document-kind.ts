import { canEditArticle } from "@atoll/contract/knowledge/policy";
import type { SharedDocumentKind } from "../../slice.ts";
import { partsOf } from "./model/policy.ts";

/**
 * The drafts of articles. Who edits the article reads its draft, and so does who is asked to approve it. Only people who
 * have joined the draft write to it: so it is known who may not approve it.
 */
export const articleDocuments: SharedDocumentKind = {
  kind: "article",
  async judge(db, articleId, people) {
    const row = await db
      .selectFrom("articles as a")
      .innerJoin("article_drafts as d", "d.article_id", "a.id")
      .select([
        "a.owner_id",
        "a.created_by",
        "a.reviewer_id",
        "a.shown_department_ids",
        "a.shown_role_ids",
        "a.is_shared",
        "d.editor_ids",
      ])
      .where("a.id", "=", articleId)
      .where("a.deleted_at", "is", null)
      .executeTakeFirst();
    if (!row) return new Map();
    const parts = partsOf(row);
    return new Map(
      people.flatMap((person) => {
        const canEdit = canEditArticle(person, parts);
        if (!canEdit && row.reviewer_id !== person.id) return [];
        return [[person.id, { mayEdit: canEdit && row.editor_ids.includes(person.id) }] as const];
      }),
    );
  },
};

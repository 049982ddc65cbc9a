import { canEditArticle, canManageKnowledge, isArticleFor } from "@atoll/contract/knowledge/policy";
import { sql } from "kysely";
import type { CommentedKind } from "../../slice.ts";
import { notify } from "../notifications/public.ts";
import { broadcastArticles } from "./model/broadcast.ts";
import { partsOf } from "./model/policy.ts";
import { isReadable } from "./model/readable.ts";

/**
 * Readers of a published article comment on it, and those who edit it also while it is a draft. Its owner and managers
 * delete comments of others.
 */
export const articleComments: CommentedKind = {
  kind: "article",
  hold: (tx, id) => sql`SELECT FROM articles WHERE id = ${id} FOR KEY SHARE`.execute(tx),
  async judge(db, articleId, people) {
    const row = await db
      .selectFrom("articles")
      .select([
        ...(["owner_id", "created_by", "reviewer_id", "is_shared", "status"] as const),
        ...(["shown_department_ids", "shown_role_ids"] as const),
      ])
      .where("id", "=", articleId)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (!row) return new Map();
    const parts = partsOf(row);
    const readers = people.filter(
      (person) =>
        canEditArticle(person, parts) ||
        row.reviewer_id === person.id ||
        (row.status === "PUBLISHED" && isArticleFor(person, parts)),
    );
    return new Map(
      readers.map((person) => [
        person.id,
        {
          mayComment: row.status !== "ARCHIVED",
          mayModerate: person.id === row.owner_id || canManageKnowledge(person),
        },
      ]),
    );
  },
  isReadable: (viewer, articleId) =>
    sql<boolean>`EXISTS (SELECT FROM articles a WHERE a.id = ${articleId} AND ${isReadable(viewer)})`,
  async onComment(context, tx, { what, subjectId, actorId, newlyCalledIds }) {
    await notify(tx, { kind: "knowledge.mention", subjectId, actorId, people: newlyCalledIds });
    if (what === "edited") return undefined;
    const row = await tx
      .updateTable("articles")
      .set({ comment_count: sql`comment_count + ${what === "posted" ? 1 : -1}` })
      .where("id", "=", subjectId)
      .returning("owner_id")
      .executeTakeFirst();
    if (!row) return undefined;
    if (what === "posted")
      await notify(tx, {
        kind: "knowledge.comment",
        subjectId,
        actorId,
        people: [row.owner_id],
        spared: newlyCalledIds,
      });
    return () => {
      broadcastArticles(context, [subjectId], []).catch((error: unknown) =>
        context.log.warn({ err: error, articleId: subjectId }, "open screens missed a comment on an article"),
      );
    };
  },
};

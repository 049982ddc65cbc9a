import { canEditArticle, canManageKnowledge } from "@atoll/contract/knowledge/policy";
import { sql } from "kysely";
import type { CommentRights } from "../../platform/kinds/comment-kinds.ts";
import type { CommentedKind } from "../../slice.ts";
import { findThreadAuthors } from "../comments/public.ts";
import { notify } from "../notifications/public.ts";
import { findInvitedGuests } from "../people/public.ts";
import { broadcastArticles } from "./model/broadcast.ts";
import { findReaders, partsOf } from "./model/policy.ts";
import { isEditable, isReadable } from "./model/readable.ts";

/**
 * Readers of a published article comment on it, and those who edit it also while it is a draft. Its owner and managers
 * delete comments of others.
 */
export const articleComments: CommentedKind = {
  kind: "article",
  isForGuests: true,
  hasThreads: true,
  hold: (tx, id) => sql`SELECT FROM articles WHERE id = ${id} FOR KEY SHARE`.execute(tx),
  async judge(db, articleId, people) {
    const { row, readers } = await findReaders(db, articleId, people);
    const rights = new Map<string, CommentRights>(
      row?.status === "PUBLISHED" ? await findInvitedGuests(db, "article", articleId, people) : [],
    );
    for (const person of readers)
      rights.set(person.id, {
        mayComment: row?.status !== "ARCHIVED",
        mayModerate: person.id === row?.owner_id || canManageKnowledge(person),
      });
    return rights;
  },
  isReadable: (viewer, articleId) =>
    sql<boolean>`EXISTS (SELECT FROM articles a WHERE a.id = ${articleId} AND ${isReadable(viewer)})`,
  async onComment(context, tx, { what, subjectId, actorId, threadId, newlyCalledIds }) {
    await notify(tx, { kind: "knowledge.mention", subjectId, actorId, people: newlyCalledIds });
    if (what === "edited") return undefined;
    const row = await tx
      .updateTable("articles")
      .set({ comment_count: sql`comment_count + ${what === "posted" ? 1 : -1}` })
      .where("id", "=", subjectId)
      .returning("owner_id")
      .executeTakeFirst();
    if (!row) return undefined;
    if (what === "posted") {
      const about = { subjectId, actorId, ...(threadId && { facts: { threadId } }) };
      await notify(tx, {
        ...about,
        kind: "knowledge.comment",
        people: [row.owner_id],
        spared: newlyCalledIds,
      });
      if (threadId)
        await notify(tx, {
          ...about,
          kind: "knowledge.thread",
          people: await findThreadAuthors(tx, threadId),
          spared: [row.owner_id, ...newlyCalledIds],
        });
    }
    return () => {
      broadcastArticles(context, [subjectId], []).catch((error: unknown) =>
        context.log.warn({ err: error, articleId: subjectId }, "open screens missed a comment on an article"),
      );
    };
  },
};

/**
 * People who edit a page, and who is asked to approve its draft, comment on the words of the draft among themselves:
 * readers of the published text get to know neither these comments nor the words.
 */
export const draftComments: CommentedKind = {
  kind: "article-draft",
  hasThreads: true,
  isUnsearched: true,
  hold: articleComments.hold,
  async judge(db, articleId, people) {
    const { row, readers } = await findReaders(db, articleId, people);
    if (!row) return new Map();
    const parts = partsOf(row);
    return new Map(
      readers
        .filter((person) => canEditArticle(person, parts) || row.reviewer_id === person.id)
        .map((person) => [
          person.id,
          {
            mayComment: row.status !== "ARCHIVED",
            mayModerate: person.id === row.owner_id || canManageKnowledge(person),
          },
        ]),
    );
  },
  isReadable: (viewer, articleId) =>
    sql<boolean>`EXISTS (SELECT FROM articles a WHERE a.id = ${articleId}
      AND (${isEditable(viewer)} OR (a.reviewer_id = ${viewer.id} AND a.deleted_at IS NULL)))`,
  async onComment(_context, tx, { what, subjectId, actorId, threadId, newlyCalledIds }) {
    const facts = threadId ? { facts: { threadId } } : {};
    const about = { kind: "knowledge.draft_thread", subjectId, actorId, ...facts } as const;
    if (what === "edited") await notify(tx, { ...about, people: newlyCalledIds });
    if (what !== "posted") return undefined;
    const { owner_id } = await tx
      .selectFrom("articles")
      .select("owner_id")
      .where("id", "=", subjectId)
      .executeTakeFirstOrThrow();
    const authors = threadId ? await findThreadAuthors(tx, threadId) : [];
    await notify(tx, { ...about, people: [...new Set([owner_id, ...authors, ...newlyCalledIds])] });
    return undefined;
  },
};

import { sql } from "kysely";
import { undoable } from "../../platform/changes/undo-change.ts";
import { erasedText } from "../../platform/kinds/erasure.ts";
import { madeFrom, ofServers, ofThings, onlyForOwner } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { articleChanges } from "./articles/article-changes.ts";
import { articleComments, draftComments } from "./comment-kind.ts";
import { knowledgeCard } from "./dashboard-card.ts";
import { articleDocuments } from "./document-kind.ts";
import { registerGuestArticles } from "./guests.ts";
import { articleFiles, articleSource, knowledgeViews, ownedArticles, placedArticles } from "./kinds.ts";
import { knowledgeRooms } from "./model/broadcast.ts";
import { registerKnowledge } from "./routes.ts";
import { deletedDraftsJob } from "./text/deleted-drafts.ts";
import { draftEraser, isOwnPage, isOwnVersion, pageIndexEraser } from "./text/erase-drafts.ts";
import { registerArticleTexts } from "./text-routes.ts";
import { pagesExport } from "./transfer/export-pages.ts";
import { registerArticleTransfer } from "./transfer-routes.ts";
import { articleFollowing } from "./trust/following.ts";
import { knowledgeNotificationDefinitions } from "./trust/notification-kinds.ts";
import { staleArticlesJob } from "./trust/verify-article.ts";

/** The knowledge base: articles, procedures and the FAQ. */
export const knowledge: Slice = {
  name: "knowledge",
  routes: [registerKnowledge, registerArticleTexts, registerArticleTransfer, registerGuestArticles],
  rooms: () => async (viewer) => knowledgeRooms(viewer),
  jobs: [staleArticlesJob, deletedDraftsJob],
  changeKinds: [undoable(articleChanges)],
  owned: [ownedArticles],
  placed: [placedArticles],
  fileKinds: [articleFiles],
  commentKinds: [articleComments, draftComments],
  documentKinds: [articleDocuments],
  exportKinds: [pagesExport],
  voteKinds: [articleFollowing],
  notificationKinds: knowledgeNotificationDefinitions,
  searchSources: [articleSource],
  viewPlaces: [knowledgeViews],
  dashboardCards: [knowledgeCard],
  erasers: [draftEraser, pageIndexEraser],
  personalData: {
    articles: {
      title: "Pages of the knowledge base",
      erase: {
        clears: { title: erasedText, summary: "" },
        when: "written",
        where: (personId) => sql<boolean>`(t.created_by = ${personId} AND ${isOwnPage(sql`t.id`, personId)})`,
      },
      of: ["owner_id", "created_by"],
      columns: ["created_at", "id", "kind", "status"],
      more: (personId, isForOwner) => ({
        is_owner: sql`t.owner_id = ${personId}`,
        title: onlyForOwner(isForOwner, sql`CASE WHEN t.owner_id = ${personId} THEN t.title END`),
      }),
    },
    article_versions: {
      title: "Published versions of pages",
      erase: {
        clears: { title: erasedText, summary: "", body: "", note: "", steps: sql`'[]'::jsonb` },
        when: "written",
        where: (personId) => isOwnVersion(personId),
      },
      of: "published_by",
      columns: ["published_at", "article_id", "number", "title", "summary", "body", "note"],
    },
    article_drafts: {
      title: "Drafts of pages",
      erase: "special",
      where: (personId) =>
        sql<boolean>`t.updated_by = ${personId} AND t.editor_ids <@ ARRAY[${personId}]::uuid[]`,
      columns: ["updated_at", "article_id", "title", "summary", "body", "note", "state"],
    },
    article_reads: {
      title: "Confirmed pages",
      erase: "stays",
      of: "user_id",
      columns: ["read_at", "article_id", "version", "confirmed_at"],
    },
    article_votes: {
      title: "Whether pages helped",
      erase: "stays",
      of: "user_id",
      columns: ["article_id", "is_helpful"],
    },
    article_views: {
      title: "Viewed pages",
      erase: "always",
      of: "user_id",
      columns: ["day", "article_id", "viewed_at"],
    },
    article_stars: {
      title: "Starred pages",
      erase: "always",
      of: "user_id",
      columns: ["starred_at", "article_id"],
    },
    sop_runs: {
      title: "Runs of procedures",
      // Everybody who runs it writes its note.
      erase: { clears: { name: erasedText }, when: "written", of: "started_by" },
      of: ["started_by", "ended_by"],
      columns: ["started_at", "article_id", "name", "ended_at"],
    },
    sop_run_ticks: {
      title: "Steps of procedures",
      erase: "stays",
      of: "done_by",
      columns: ["done_at", "run_id", "step_id"],
    },
    article_attachments: ofThings,
    article_links: madeFrom("the pages"),
    missed_searches: ofServers,
  },
};

import { undoable } from "../../platform/changes/undo-change.ts";
import type { Slice } from "../../slice.ts";
import { articleChanges } from "./articles/article-changes.ts";
import { articleComments } from "./comment-kind.ts";
import { knowledgeCard } from "./dashboard-card.ts";
import { articleDocuments } from "./document-kind.ts";
import { articleFiles, articleSource, knowledgeViews, ownedArticles, placedArticles } from "./kinds.ts";
import { knowledgeRooms } from "./model/broadcast.ts";
import { registerKnowledge } from "./routes.ts";
import { deletedDraftsJob } from "./text/deleted-drafts.ts";
import { registerArticleTexts } from "./text-routes.ts";
import { registerArticleTransfer } from "./transfer-routes.ts";
import { knowledgeNotificationDefinitions } from "./trust/notification-kinds.ts";
import { staleArticlesJob } from "./trust/verify-article.ts";

/** The knowledge base: articles, procedures and the FAQ. */
export const knowledge: Slice = {
  name: "knowledge",
  routes: [registerKnowledge, registerArticleTexts, registerArticleTransfer],
  rooms: () => async (viewer) => knowledgeRooms(viewer),
  jobs: [staleArticlesJob, deletedDraftsJob],
  changeKinds: [undoable(articleChanges)],
  owned: [ownedArticles],
  placed: [placedArticles],
  fileKinds: [articleFiles],
  commentKinds: [articleComments],
  documentKinds: [articleDocuments],
  notificationKinds: knowledgeNotificationDefinitions,
  searchSources: [articleSource],
  viewPlaces: [knowledgeViews],
  dashboardCards: [knowledgeCard],
};

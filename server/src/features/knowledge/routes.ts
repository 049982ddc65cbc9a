import { knowledgeRoutes } from "@atoll/contract/knowledge/routes";
import { searchKinds } from "@atoll/contract/search/limits";
import type { SliceContext } from "../../slice.ts";
import type { RequestViewer } from "../identity/public.ts";
import { findAudienceChoices } from "../people/public.ts";
import { createSearchRunner, findText } from "../search/public.ts";
import { findCards } from "./articles/cards.ts";
import { changeArticle, moveArticle, setArchived } from "./articles/change-article.ts";
import { createArticle } from "./articles/create-article.ts";
import { exportArticleList } from "./articles/export-list.ts";
import { listArticles, listFaq } from "./articles/list-articles.ts";
import { openArticle } from "./articles/open-article.ts";
import { saveFaqAnswer } from "./articles/save-faq-answer.ts";
import { findNeighbors, listBacklinks, listBelow } from "./finding/around.ts";
import { starArticle } from "./finding/own-pages.ts";
import { findTree } from "./finding/tree.ts";
import { createCountsBroadcaster } from "./model/broadcast-counts.ts";
import { accessArticle } from "./model/lock-article.ts";
import { assertMayChooseAudience } from "./model/may-choose-audience.ts";
import { assertMaySeeReaders, assertMayWrite } from "./model/policy.ts";
import { presentArticles } from "./model/present.ts";
import { findObligations, findOverview } from "./overview.ts";
import { noteMissedSearch } from "./trust/missed-searches.ts";
import { confirmRead, markRead, vote } from "./trust/read-article.ts";
import { listReaders } from "./trust/readers.ts";
import { verifyArticle } from "./trust/verify-article.ts";

/** The kinds of things that link to pages, apart from pages themselves. */
const mentioning = searchKinds.filter((kind) => kind !== "article" && kind !== "person" && kind !== "file");

/** Reading, arranging and trusting what the knowledge base holds. */
export function registerKnowledge(context: SliceContext): void {
  const { routes, db, people } = context;
  const broadcastCounts = createCountsBroadcaster(context);
  const searches = createSearchRunner(context);
  const open = async (viewer: RequestViewer, articleId: string) => ({
    article: await openArticle(context, viewer, articleId),
  });
  const present = async (page: ReturnType<typeof listArticles>) => {
    const { rows, nextCursor } = await page;
    return { items: await presentArticles(people, rows), nextCursor };
  };

  routes.route(knowledgeRoutes.getKnowledgeOverview, (_input, { viewer }) => findOverview(context, viewer));

  routes.route(knowledgeRoutes.getArticleAudience, async (_input, { viewer }) => {
    await assertMayChooseAudience(db, viewer);
    return findAudienceChoices(db);
  });

  routes.route(knowledgeRoutes.listObligations, async (_input, { viewer }) => ({
    items: await findObligations(context, viewer),
  }));

  routes.route(knowledgeRoutes.getArticleTree, ({ query }, { viewer }) => findTree(db, viewer, query));

  routes.route(knowledgeRoutes.listArticlesBelow, ({ params, query }, { viewer }) =>
    present(listBelow(db, viewer, params.articleId, query)),
  );

  routes.route(knowledgeRoutes.getArticleNeighbors, ({ params }, { viewer }) =>
    findNeighbors(db, viewer, params.articleId),
  );

  routes.route(knowledgeRoutes.starArticle, async ({ params, body }, { viewer }) => {
    await starArticle(context, viewer, params.articleId, body.isStarred);
    return body;
  });

  routes.route(knowledgeRoutes.listArticles, ({ query }, { viewer }) =>
    present(listArticles(db, viewer, query)),
  );

  routes.route(knowledgeRoutes.exportArticleList, ({ query }, { viewer }) =>
    exportArticleList(context, viewer, query),
  );

  routes.route(knowledgeRoutes.createArticle, async ({ body }, { viewer }) => {
    assertMayWrite(viewer);
    await createArticle(context, viewer, body);
    return open(viewer, body.id);
  });

  routes.route(knowledgeRoutes.getArticle, ({ params }, { viewer }) => open(viewer, params.articleId));

  routes.route(knowledgeRoutes.changeArticle, async ({ params, body }, { viewer, request }) => {
    await changeArticle(context, { ...viewer, address: request.ip }, params.articleId, body);
    return open(viewer, params.articleId);
  });

  routes.route(knowledgeRoutes.moveArticle, async ({ params, body }, { viewer, request }) => {
    await moveArticle(context, { ...viewer, address: request.ip }, params.articleId, body);
    return open(viewer, params.articleId);
  });

  routes.route(knowledgeRoutes.archiveArticle, async ({ params, query }, { viewer, request }) => {
    const archiving = { isArchived: true, changeId: query?.changeId };
    await setArchived(context, { ...viewer, address: request.ip }, params.articleId, archiving);
    return open(viewer, params.articleId);
  });

  routes.route(knowledgeRoutes.unarchiveArticle, async ({ params, query }, { viewer, request }) => {
    const restoring = { isArchived: false, changeId: query?.changeId };
    await setArchived(context, { ...viewer, address: request.ip }, params.articleId, restoring);
    return open(viewer, params.articleId);
  });

  routes.route(knowledgeRoutes.verifyArticle, async ({ params, body }, { viewer }) => {
    await verifyArticle(context, viewer, params.articleId, body.version);
    return open(viewer, params.articleId);
  });

  routes.route(knowledgeRoutes.voteOnArticle, ({ params, body }, { viewer }) =>
    vote(context, broadcastCounts, viewer, { ...params, ...body }),
  );

  routes.route(knowledgeRoutes.markArticleRead, async ({ params }, { viewer }) => ({
    lastRead: await markRead(context, viewer, params.articleId),
  }));

  routes.route(knowledgeRoutes.confirmArticle, async ({ params, body }, { viewer }) => ({
    lastConfirmed: await confirmRead(context, broadcastCounts, viewer, { ...params, ...body }),
  }));

  routes.route(knowledgeRoutes.listArticleReaders, async ({ params, query }, { viewer }) => {
    assertMaySeeReaders(viewer, await accessArticle(db, viewer, params.articleId));
    return listReaders(context, params.articleId, query);
  });

  routes.route(knowledgeRoutes.listBacklinks, ({ params, query }, { viewer }) =>
    present(listBacklinks(db, viewer, params.articleId, query)),
  );

  routes.route(knowledgeRoutes.listArticleMentions, async ({ params, query }, { viewer }) => {
    const { articleId } = params;
    await accessArticle(db, viewer, articleId);
    return searches.runFor(`mentions/${articleId}`, viewer, (tx, asOf) =>
      findText({ context, tx, viewer }, { text: articleId, kinds: mentioning, ...query }, asOf),
    );
  });

  routes.route(knowledgeRoutes.getArticleCards, async ({ query }, { viewer }) => ({
    items: await findCards(context, viewer, query.of),
  }));

  routes.route(knowledgeRoutes.noteMissedSearch, async ({ body }, { viewer }) => ({
    people: await noteMissedSearch(context, viewer.id, body.words),
  }));

  routes.route(knowledgeRoutes.listFaq, async (_input, { viewer }) => ({
    items: await listFaq(context, viewer),
  }));

  routes.route(knowledgeRoutes.saveFaqAnswer, async ({ params, body }, { viewer }) => ({
    answer: await saveFaqAnswer(context, viewer, params.articleId, body),
  }));
}

// @vitest-environment jsdom
import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, it } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../test/chat/real-server.ts";
import { type Live, type LiveCase, proveLive, startLive } from "../../../test/start-live.tsx";
import { useBacklinks, useBelow, useNeighbors } from "./data/around.ts";
import {
  useArticle,
  useArticleDraft,
  useArticles,
  useFaq,
  useObligations,
  useOverview,
  useReaders,
  useRuns,
  useTree,
} from "./data/queries.ts";

// After each event the pages of the knowledge base show the same as a fresh fetch: their real hooks at the real
// server.

let server: RealServer;
let ana: RealPerson;
let admin: RealPerson;
let live: Live | undefined;
let pageId: string;
let mustReadId: string;
let faqId: string;
let sopId: string;
let draftId: string;
let runId: string;

beforeAll(async () => {
  server = await startRealServer(["Ana"]);
  ana = server.people[0]!;
  admin = server.admin;
  pageId = await publish("article", "Ferry rules");
  mustReadId = await publish("article", "Safety on the quay", true);
  faqId = await publish("faq", "Where are the keys?");
  draftId = await draft("article", "Not yet");
  // A procedure is published once somebody else has approved it; its runs need steps.
  sopId = await publish("article", "Drain the pool", false, ":::step{#one}\n**First**\n\nDo it.\n:::");
  runId = uuidv7();
  await admin.call(routes.startSopRun, { ...of(sopId), body: { id: runId, name: "Thursday" } });
});
afterAll(() => server.close());
afterEach(() => live?.end());

const of = (articleId: string) => ({ params: { articleId } });
async function draft(
  kind: "article" | "faq",
  title: string,
  body = "Words",
  parentId: string | null = null,
): Promise<string> {
  const id = uuidv7();
  await admin.call(routes.createArticle, { body: { id, kind, title, body, parentId } });
  return id;
}
/** Publishes a page below another one. */
async function publishBelow(parentId: string, title: string, body?: string): Promise<string> {
  const id = await draft("article", title, body, parentId);
  await admin.call(routes.publishArticleDraft, { ...of(id), body: { version: 1 } });
  return id;
}
async function publish(
  kind: "article" | "faq",
  title: string,
  mustRead = false,
  text?: string,
): Promise<string> {
  const id = await draft(kind, title, text);
  let there = (await admin.call(routes.getArticleDraft, of(id))).draft!;
  if (mustRead)
    there = (
      await admin.call(routes.saveArticleDraft, {
        ...of(id),
        body: { title, mustRead, version: there.version },
      })
    ).draft;
  await admin.call(routes.publishArticleDraft, { ...of(id), body: { version: there.version } });
  return id;
}
async function change(id: string, set: object): Promise<unknown> {
  const { revision } = (await admin.call(routes.getArticle, of(id))).article;
  return admin.call(routes.changeArticle, { ...of(id), body: { ...set, revision } });
}

const lists = { state: "published", trust: "all", owner: "anyone" } as const;
const cases: Record<string, LiveCase & { who?: () => RealPerson }> = {
  "the overview": {
    event: "article.changed",
    show: () => useOverview().data,
    fresh: () => ana.call(routes.getKnowledgeOverview, {}),
    act: () => publish("article", "A page more"),
  },
  "the tree": {
    event: "article.changed",
    show: () => useTree().data?.nodes,
    fresh: async () => (await ana.call(routes.getArticleTree, {})).nodes,
    act: () => publish("article", "A leaf"),
  },
  "the pages below a page": {
    event: "article.changed",
    show: () => useBelow(pageId).items,
    fresh: async () => (await ana.call(routes.listArticlesBelow, { ...of(pageId), query: {} })).items,
    act: () => publishBelow(pageId, "Ferries at night"),
  },
  "the pages before and after a page": {
    event: "article.changed",
    show: () => useNeighbors(pageId).data,
    fresh: () => ana.call(routes.getArticleNeighbors, of(pageId)),
    async act() {
      const id = await publishBelow(pageId, "Ferries at dawn");
      const [first] = (await admin.call(routes.listArticlesBelow, { ...of(pageId), query: {} })).items;
      const body = { parentId: pageId, beforeId: first!.id };
      return admin.call(routes.moveArticle, { ...of(id), body });
    },
  },
  "the pages that link to a page": {
    event: "article.changed",
    show: () => useBacklinks(pageId).items,
    fresh: async () => (await ana.call(routes.listBacklinks, of(pageId))).items,
    act: () => publish("article", "Links", false, `[it](article:${pageId})`),
  },
  "a page that the viewer stars on another device": {
    event: "article.read",
    show: () => useArticle(pageId).data,
    fresh: async () => (await ana.call(routes.getArticle, of(pageId))).article,
    act: () => ana.call(routes.starArticle, { ...of(pageId), body: { isStarred: true } }),
  },
  "a list of pages": {
    event: "article.changed",
    show: () => useArticles(lists).items,
    fresh: async () => (await ana.call(routes.listArticles, { query: lists })).items,
    act: () => change(pageId, { category: "Sea" }),
  },
  "the FAQ": {
    event: "article.changed",
    show: () => useFaq().data,
    fresh: async () => (await ana.call(routes.listFaq, {})).items,
    act: () => change(faqId, { category: "Office" }),
  },
  "an open page": {
    event: "article.changed",
    show: () => useArticle(pageId).data,
    fresh: async () => (await ana.call(routes.getArticle, of(pageId))).article,
    act: () => change(pageId, { tags: ["ferry"] }),
  },
  "the draft of a page": {
    who: () => admin,
    event: "article.changed",
    show: () => useArticleDraft(draftId, true).data,
    fresh: async () => (await admin.call(routes.getArticleDraft, of(draftId))).draft,
    async act() {
      const { version } = (await admin.call(routes.getArticleDraft, of(draftId))).draft!;
      return admin.call(routes.saveArticleDraft, { ...of(draftId), body: { title: "Nearly", version } });
    },
  },
  "the readers of a page": {
    who: () => admin,
    event: "article.counted",
    show: () => useReaders(mustReadId, "all").items,
    fresh: async () =>
      (await admin.call(routes.listArticleReaders, { ...of(mustReadId), query: { only: "all" } })).items,
    act: () =>
      ana
        .call(routes.markArticleRead, of(mustReadId))
        .then(() => ana.call(routes.voteOnArticle, { ...of(mustReadId), body: { vote: "yes" } })),
  },
  "what somebody has to read": {
    event: "article.read",
    show: () => useObligations().data,
    fresh: async () => (await ana.call(routes.listObligations, {})).items,
    act: () => ana.call(routes.confirmArticle, { ...of(mustReadId), body: { version: 1 } }),
  },
  "the runs of a page with steps": {
    event: "article.run",
    show: () => useRuns(sopId).items,
    fresh: async () => (await ana.call(routes.listSopRuns, { ...of(sopId), query: {} })).items,
    act: () => admin.call(routes.endSopRun, { params: { runId } }),
  },
  "a list of pages, of one that is archived": {
    event: "article.gone",
    show: () => useArticles(lists).items,
    fresh: async () => (await ana.call(routes.listArticles, { query: lists })).items,
    act: () => admin.call(routes.archiveArticle, of(pageId)),
  },
};

it.each(Object.entries(cases))("%s is what a fresh fetch gives", async (_name, one) => {
  live = await startLive(server, (one.who ?? (() => ana))(), one.show);
  await proveLive(live, one);
});

import type { EventPayload } from "@atoll/contract/events";
import type { FaqAnswer } from "@atoll/contract/knowledge/faq-schemas";
import type { ArticleState } from "@atoll/contract/knowledge/limits";
import type {
  ArticleTree,
  KnowledgeOverview,
  Obligation,
  TreeNode,
} from "@atoll/contract/knowledge/overview-schemas";
import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import type { SopRun } from "@atoll/contract/knowledge/run-schema";
import type {
  Article,
  ArticleDraft,
  ArticleReader,
  DeletedDraft,
  OpenArticle,
} from "@atoll/contract/knowledge/schemas";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useUnsettled, useWithUnsettled } from "../../../capabilities/changes/use-unsettled.ts";
import { type LiveHandlers, refetch, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { useKeptSeen } from "../../../capabilities/offline/seen/use-kept-seen.ts";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { type PageAct, pageChanges, withMove } from "./changes.ts";
import { keys } from "./keys.ts";
import { seenInKnowledge } from "./seen.ts";

type Heard = EventPayload<"article.changed">;

/** Events after which a list of articles may be another. */
export function ofLists<Data>(): LiveHandlers<Data> {
  return {
    "article.changed": refetchSpread,
    "article.gone": refetchSpread,
    "article.read": refetch,
    "article.counted": refetchSpread,
    "viewer.changed": refetch,
  };
}

/** The same, where only one kind is shown. */
export function ofKind<Data>(kind: Heard["kind"]): LiveHandlers<Data> {
  const hear = (cached: Data, heard: Heard) => (heard.kind === kind ? refetchSpread() : cached);
  return {
    "article.changed": hear,
    "article.gone": hear,
    "article.counted": hear,
    "article.read": refetch,
    "viewer.changed": refetch,
  };
}

export function useOverview() {
  return useLiveQuery<KnowledgeOverview>({
    queryKey: keys.overview,
    queryFn: ({ signal }) => call(routes.getKnowledgeOverview, {}, { signal }),
    on: ofLists(),
  });
}

export function useDeletedDrafts() {
  return useLiveQuery<DeletedDraft[]>({
    queryKey: keys.deleted,
    queryFn: async ({ signal }) => (await call(routes.listDeletedDrafts, {}, { signal })).items,
    on: ofLists(),
  });
}

export function useObligations() {
  return useLiveQuery<Obligation[]>({
    queryKey: keys.obligations,
    queryFn: async ({ signal }) => (await call(routes.listObligations, {}, { signal })).items,
    on: ofLists(),
  });
}

export function useFaq() {
  useKeptSeen(seenInKnowledge);
  return useLiveQuery<FaqAnswer[]>({
    queryKey: keys.faq,
    queryFn: async ({ signal }) => (await call(routes.listFaq, {}, { signal })).items,
    on: ofKind("faq"),
  });
}

/** The part of the tree that is shown. */
interface TreeView {
  /** In a large tree: the pages whose branches are open. */
  open?: readonly string[];
  /** Only pages with this text in their titles, and the pages above them. */
  search?: string;
  /** So many pages of each branch of a large tree. */
  size?: number;
}

/** The tree of articles. A small one is fetched whole and filtered here; of a large one only what is shown is fetched. */
export function useTree({ open = [], search = "", size }: TreeView = {}) {
  useKeptSeen(seenInKnowledge);
  const whole = useLiveQuery<ArticleTree>({
    queryKey: keys.tree,
    queryFn: ({ signal }) => call(routes.getArticleTree, {}, { signal }),
    on: {
      ...ofKind<ArticleTree>("article"),
      // In a large tree, only the shown part is fetched again.
      "article.changed": (cached, { kind }) =>
        cached.isWhole && kind === "article" ? refetchSpread() : cached,
      "article.gone": (cached, { kind }) => (cached.isWhole && kind === "article" ? refetchSpread() : cached),
    },
  });
  const isLarge = whole.data?.isWhole === false;
  const shown = search === "" ? { open: open.join(), size } : { search };
  const part = useLiveQuery<ArticleTree>({
    queryKey: keys.branch(shown),
    queryFn: ({ signal }) => call(routes.getArticleTree, { query: shown }, { signal }),
    enabled: isLarge,
    // While a text is typed.
    ...(search !== "" && { placeholderData: keepPreviousData }),
    on: ofKind("article"),
  });
  // Open branches stay while another one is fetched, and when that fails.
  const [lastBranches, setLastBranches] = useState<ArticleTree>();
  if (search === "" && part.data && part.data !== lastBranches) setLastBranches(part.data);
  const unsettled = useUnsettled(pageChanges);
  const ofLarge = search === "" ? (part.data ?? lastBranches ?? whole.data) : part.data;
  const fetched = isLarge ? ofLarge : whole.data;
  const data = useMemo(() => {
    if (!fetched) return undefined;
    const nodes = unsettled.reduce<readonly TreeNode[]>(
      (nodes, { body: { about, change } }) =>
        change.act === "move" ? withMove(nodes, about[0] ?? "", change) : nodes,
      fetched.nodes,
    );
    return { ...fetched, nodes: fetched.isWhole ? withText(nodes, search) : nodes };
  }, [fetched, unsettled, search]);
  const asked = isLarge ? part : whole;
  const { isFetching, refetch } = asked;
  /** Why the wanted part is missing, also where another one is shown in its place. */
  const error = asked.data ? null : asked.error;
  return { data, error, isFetching, refetch };
}

/** Pure: the pages with a text in their titles, and those above them. All without a text. */
function withText(nodes: readonly TreeNode[], text: string): readonly TreeNode[] {
  const wanted = text.toLowerCase();
  if (wanted === "") return nodes;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const kept = new Set<string>();
  for (const node of nodes) {
    if (!node.title.toLowerCase().includes(wanted)) continue;
    for (let at: TreeNode | undefined = node; at && !kept.has(at.id); at = byId.get(at.parentId ?? ""))
      kept.add(at.id);
  }
  return nodes.filter(({ id }) => kept.has(id));
}

export interface ListOf {
  kind?: "article" | "sop" | "faq";
  state: ArticleState;
  trust: "all" | "stale" | "verified";
  owner: "anyone" | "me";
  /** Only what the viewer has starred. */
  starred?: "1";
}

/** Published pages of the company that new ones can begin from, by title. */
export function useTemplates(kind: "article" | "sop") {
  return useQuery({
    queryKey: keys.list({ kind, template: true }),
    queryFn: async ({ signal }) =>
      (await call(routes.listArticles, { query: { kind, template: "1", limit: 50 } }, { signal })).items,
  });
}

/** A list of articles by title, kept equal to the server's. */
export function useArticles(list: ListOf) {
  return usePages<Article>({
    queryKey: keys.list(list),
    fetchPage: (cursor, options) => call(routes.listArticles, { query: { ...list, cursor } }, options),
    keyOf: ({ id }) => id,
    on: ofLists(),
  });
}

/** Pure: an open page as it will be after a change. Its new place is shown once the server has moved it. */
function applyPageAct(article: OpenArticle, { act }: PageAct): OpenArticle {
  if (act === "archive") return { ...article, state: "archived" };
  return act === "unarchive" ? { ...article, state: "published" } : article;
}

/** An open article, kept equal to the server's. */
export function useArticle(id: string) {
  useKeptSeen(seenInKnowledge);
  const isThis = (cached: OpenArticle, { articleId }: { articleId: string }) =>
    articleId === id ? refetch() : cached;
  const query = useLiveQuery<OpenArticle>({
    queryKey: keys.open(id),
    queryFn: async ({ signal }) =>
      (await call(routes.getArticle, { params: { articleId: id } }, { signal })).article,
    on: {
      "article.changed": isThis,
      "article.gone": isThis,
      "article.read": isThis,
      "article.counted": (cached, { articleId }) => (articleId === id ? refetchSpread() : cached),
      "viewer.changed": refetch,
    },
    retry: (count, error) => count < 2 && !hasCode(error, "article_not_found"),
  });
  const data = useWithUnsettled(pageChanges, query.data, applyPageAct);
  return { ...query, data, isMissing: hasCode(query.error, "article_not_found") };
}

/** Null once the draft was published or discarded, and for people who may not see it. */
export function useArticleDraft(id: string, isThere: boolean) {
  return useLiveQuery<ArticleDraft | null>({
    queryKey: keys.draft(id),
    queryFn: async ({ signal, client }) => {
      const updates = () => client.getQueryState(keys.draft(id))?.dataUpdateCount;
      for (;;) {
        const before = updates();
        const { draft } = await call(routes.getArticleDraft, { params: { articleId: id } }, { signal });
        // A save was answered since this was asked: an older text must not replace it.
        if (updates() === before) return draft;
      }
    },
    enabled: isThere,
    on: {
      "article.changed": (cached, { articleId }) => (articleId === id ? refetch() : cached),
      "viewer.changed": refetch,
    },
  });
}

/** Published versions never change: fetched once, and again when a new one is there. */
export function useVersions(articleId: string, newest: number | null) {
  return useQuery({
    queryKey: [...keys.versions(articleId), newest],
    queryFn: async ({ signal }) =>
      (await call(routes.listArticleVersions, { params: { articleId } }, { signal })).items,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useVersion(articleId: string, number: number | null) {
  return useQuery({
    queryKey: [...keys.versions(articleId), "text", number],
    queryFn: async ({ signal }) =>
      (await call(routes.getArticleVersion, { params: { articleId, number: number ?? 1 } }, { signal }))
        .version,
    enabled: number !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useRuns(articleId: string, state?: "open" | "ended") {
  return usePages<SopRun>({
    queryKey: [...keys.runs(articleId), state ?? "all"],
    fetchPage: (cursor, options) =>
      call(routes.listSopRuns, { params: { articleId }, query: { state, cursor } }, options),
    keyOf: ({ id }) => id,
    on: {
      "article.run": (cached, heard) => (heard.articleId === articleId ? refetch() : cached),
    },
  });
}

export function useReaders(articleId: string, only: "all" | "open") {
  return usePages<ArticleReader>({
    queryKey: keys.readers(articleId, only),
    fetchPage: (cursor, options) =>
      call(routes.listArticleReaders, { params: { articleId }, query: { only, cursor } }, options),
    keyOf: ({ person }) => person.id,
    on: {
      "article.counted": (cached, heard) => (heard.articleId === articleId ? refetchSpread() : cached),
      "article.changed": (cached, heard) => (heard.articleId === articleId ? refetchSpread() : cached),
    },
  });
}

/** Puts the server's answer in place of what is cached, and has the lists look again. */
export function useKeepArticle() {
  const queryClient = useQueryClient();
  return (article: OpenArticle) => {
    queryClient.setQueryData(keys.open(article.id), article);
    for (const queryKey of [keys.lists, keys.overview, keys.tree, keys.branches, keys.faq])
      void queryClient.invalidateQueries({ queryKey });
  };
}

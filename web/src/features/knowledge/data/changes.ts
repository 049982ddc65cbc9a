import type { TreeNode } from "@atoll/contract/knowledge/overview-schemas";
import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import type { ArticleChange } from "@atoll/contract/knowledge/schemas";
import { defineChanges } from "../../../capabilities/changes/area-changes.ts";
import { call } from "../../../lib/server/api-client.ts";
import { keys } from "./keys.ts";

/** A change of a page on its way to the server, apart from its text. */
export type PageAct =
  | { act: "archive" | "unarchive" }
  | { act: "move"; parentId: string | null; beforeId?: string | null }
  | { act: "set"; set: Omit<ArticleChange, "changeId"> };

/** Sends a change of a page, once under its id. */
export async function sendPageAct(articleId: string, changeId: string, change: PageAct) {
  const params = { articleId };
  switch (change.act) {
    case "archive":
      return (await call(routes.archiveArticle, { params, query: { changeId } })).article;
    case "unarchive":
      return (await call(routes.unarchiveArticle, { params, query: { changeId } })).article;
    case "move": {
      const { act: _act, ...place } = change;
      return (await call(routes.moveArticle, { params, body: { ...place, changeId } })).article;
    }
    case "set":
      return (await call(routes.changeArticle, { params, body: { ...change.set, changeId } })).article;
  }
}

/** The queries that show pages. */
export const pageQueries = [keys.lists, keys.overview, keys.tree, keys.branches, keys.faq, keys.opened];

/** Moves and archives single pages: at once on the screen, queued without a connection, with Undo. */
export const pageChanges = defineChanges<PageAct>({
  name: "page-changes",
  send: (_signedIn, changeId, { about: [id = ""], change }) => sendPageAct(id, changeId, change),
  refetches: pageQueries,
  refusal: "could not be changed.",
  words: { one: "A change of a page", many: "changes of pages" },
});

/** Pure: the pages in their order once one of them has moved. */
export function withMove(
  nodes: readonly TreeNode[],
  id: string,
  { parentId, beforeId }: { parentId: string | null; beforeId?: string | null },
): readonly TreeNode[] {
  const moved = nodes.find((one) => one.id === id);
  if (!moved) return nodes;
  const rest = nodes.filter((one) => one.id !== id);
  const at = rest.findIndex((one) => one.id === beforeId);
  return rest.toSpliced(at < 0 ? rest.length : at, 0, { ...moved, parentId });
}

import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { call, errorMessage } from "../../../../lib/server/api-client.ts";
import { archiveArticle, changeArticle, moveArticle, unarchiveArticle } from "../../data/api.ts";
import { buildTree, findBranch } from "../tree-moves.ts";

/** A selected page, by the title that the viewer saw. */
export interface BulkPage {
  id: string;
  title: string;
}

export type BulkAct =
  | { act: "archive" | "unarchive" }
  | { act: "owner"; ownerId: string }
  | { act: "readers"; departmentIds: string[]; roleIds: string[] }
  | { act: "move"; parentId: string | null };

export interface BulkResult {
  done: BulkPage[];
  refused: (BulkPage & { reason: string })[];
}

export interface BulkOutcome extends BulkResult {
  /** Reverses what was done. */
  undo: () => Promise<BulkResult>;
}

/** Takes a page back to where it was. */
interface Reversal {
  page: BulkPage;
  run: () => Promise<unknown>;
}

/** Does the same to each page, one request each: the server judges the rights per page, and one refusal stops no other. */
export async function actOnPages(pages: readonly BulkPage[], act: BulkAct): Promise<BulkOutcome> {
  const nextOf = act.act === "move" ? await findNextSiblings() : () => null;
  const reversals: Reversal[] = [];
  const outcome = await forEachPage(pages, async (page) => {
    const { article } = await call(routes.getArticle, { params: { articleId: page.id } });
    reversals.unshift({ page, run: await actOn(article, act, nextOf(page.id)) });
  });
  return {
    ...outcome,
    // The last move first, so that each page finds the sibling that it stood before.
    undo: () =>
      forEachPage(
        reversals.map(({ page }) => page),
        (page) => reversals.find((one) => one.page.id === page.id)?.run() ?? Promise.resolve(),
      ),
  };
}

async function forEachPage(
  pages: readonly BulkPage[],
  work: (page: BulkPage) => Promise<unknown>,
): Promise<BulkResult> {
  const { done, refused }: BulkResult = { done: [], refused: [] };
  for (const page of pages) {
    try {
      await work(page);
      done.push(page);
    } catch (error) {
      refused.push({ ...page, reason: errorMessage(error) });
    }
  }
  return { done, refused };
}

/** Changes one page, and returns what takes that back. */
async function actOn(article: OpenArticle, act: BulkAct, nextId: string | null): Promise<Reversal["run"]> {
  const { id, revision } = article;
  switch (act.act) {
    case "archive":
      await archiveArticle(id);
      return () => unarchiveArticle(id);
    case "unarchive":
      await unarchiveArticle(id);
      return () => archiveArticle(id);
    case "move":
      await moveArticle(id, { parentId: act.parentId });
      return () => moveArticle(id, { parentId: article.parentId, beforeId: nextId });
    case "owner": {
      const changed = await changeArticle(id, { revision, ownerId: act.ownerId });
      return () => changeArticle(id, { revision: changed.revision, ownerId: article.owner.id });
    }
    case "readers": {
      const { departmentIds, roleIds } = act;
      const changed = await changeArticle(id, { revision, departmentIds, roleIds });
      const before = {
        departmentIds: article.departments.map((one) => one.id),
        roleIds: article.roles.map((one) => one.id),
      };
      return () => changeArticle(id, { revision: changed.revision, ...before });
    }
  }
}

/** Returns the page that follows a page in the tree, as it is now; null for the last of its siblings. */
async function findNextSiblings(): Promise<(id: string) => string | null> {
  const tree = buildTree((await call(routes.getArticleTree, {})).nodes);
  return (id) => {
    const branch = findBranch(tree, id);
    if (!branch) return null;
    const siblings = branch.parent?.children ?? tree;
    return siblings[siblings.indexOf(branch) + 1]?.node.id ?? null;
  };
}

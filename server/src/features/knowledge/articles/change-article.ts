import type { articleChangeSchema } from "@atoll/contract/knowledge/schemas";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { applyChange, type Changing } from "../../../platform/changes/apply-change.ts";
import type { Changer, ChangeSources } from "../../../slice.ts";
import type { Tables } from "../../../tables.ts";
import { roomsOfEach } from "../model/broadcast.ts";
import { accessArticle, type LockedArticle } from "../model/lock-article.ts";
import { assertMayEdit, assertMayGovern } from "../model/policy.ts";
import { lockTree, rankBefore } from "../model/tree.ts";
import { articleChanges, assertFits } from "./article-changes.ts";

type Change = z.output<typeof articleChangeSchema>;
type ArticleChanging = Changing<Tables, Changer, LockedArticle, typeof articleChanges.fields>;

interface Request {
  articleId: string;
  changeId: string | undefined;
  /** The content, which distinguishes a repeated request from another one. */
  sent: unknown;
}

/** How pages are changed where those below stay as they are. */
const settingChanges: typeof articleChanges = { ...articleChanges, audiences: roomsOfEach };

/** Changes one page, as a change that can be undone. */
async function changeOne(
  sources: ChangeSources,
  viewer: Changer,
  { articleId, changeId, sent }: Request,
  work: (changing: ArticleChanging, row: LockedArticle) => Promise<unknown>,
  /** It changes the place or the readers of the page, and so of all below. */
  isOfTree = false,
): Promise<void> {
  const request = { changeId, ids: [articleId], sent: [articleId, sent] };
  await applyChange(
    isOfTree ? articleChanges : settingChanges,
    sources,
    viewer,
    request,
    async (changing, [row]) => {
      if (!row) throw new AppError("article_not_found");
      await work(changing, row);
    },
    isOfTree ? lockTree : undefined,
  );
}

/**
 * Changes what is chosen about an article. Tags, category and interval are for everybody who edits it; owner and audience
 * for those who govern it. The audience of every page below follows.
 * @throws {AppError} `article_not_found`, `forbidden`, `changed_meanwhile`, `audience_unknown`, `person_not_found`,
 *   `change_id_taken`.
 */
export function changeArticle(
  sources: ChangeSources,
  viewer: Changer,
  articleId: string,
  { changeId, revision, ...change }: Change,
): Promise<void> {
  const { departmentIds, roleIds, ownerId, ...settings } = change;
  const changesAudience = departmentIds !== undefined || roleIds !== undefined;
  return changeOne(
    sources,
    viewer,
    { articleId, changeId, sent: change },
    async (changing, row) => {
      assertMayEdit(viewer, row);
      if (changesAudience || ownerId !== undefined) assertMayGovern(viewer, row);
      if (revision !== undefined) assertNotChanged({ version: row.revision }, revision);
      await changing.set(row, {
        ...settings,
        owner: ownerId,
        audience: changesAudience
          ? { departmentIds: departmentIds ?? row.department_ids, roleIds: roleIds ?? row.role_ids }
          : undefined,
      });
    },
    changesAudience,
  );
}

/**
 * Moves an article in the tree, with everything below it. Readers of the new parent limit those of all that moves.
 * @throws {AppError} `article_not_found`, also for a parent that the viewer cannot read; `forbidden` where they may not
 *   edit the article or its new parent; `article_loop` below itself, or too deep; `change_id_taken`.
 */
export function moveArticle(
  sources: ChangeSources,
  viewer: Changer,
  articleId: string,
  { changeId, ...to }: { parentId: string | null; beforeId: string | null; changeId?: string | undefined },
): Promise<void> {
  const { parentId, beforeId } = to;
  return changeOne(
    sources,
    viewer,
    { articleId, changeId, sent: to },
    async (changing, row) => {
      const { tx } = changing;
      assertMayEdit(viewer, row);
      if (row.kind !== "article")
        throw new AppError("forbidden", { detail: "only articles are in the tree" });
      if (parentId !== null) assertMayEdit(viewer, await accessArticle(tx, viewer, parentId));
      await assertFits(tx, articleId, parentId);
      await changing.set(row, {
        place: { parentId, rank: await rankBefore(tx, parentId, beforeId, articleId) },
      });
    },
    true,
  );
}

/**
 * Archives a published article, or brings it back. Its versions, readers and comments stay.
 * @throws {AppError} `article_not_found`, `forbidden`, `change_id_taken`; `article_not_published` for a draft.
 */
export function setArchived(
  sources: ChangeSources,
  viewer: Changer,
  articleId: string,
  { isArchived, changeId }: { isArchived: boolean; changeId: string | undefined },
): Promise<void> {
  return changeOne(sources, viewer, { articleId, changeId, sent: { isArchived } }, async (changing, row) => {
    assertMayGovern(viewer, row);
    if (row.status === "DRAFT") throw new AppError("article_not_published");
    await changing.set(row, { status: isArchived ? "ARCHIVED" : "PUBLISHED" });
  });
}

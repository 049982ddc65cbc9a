import { maxArticleDepth } from "@atoll/contract/knowledge/limits";
import { generateKeyBetween } from "fractional-indexing";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";

/** Stands for "nobody" in an audience whose parent leaves no one: no department and no role has this id. */
export const nobodyId = "00000000-0000-0000-0000-000000000000";

/** Waits for the turn to change the shape of the tree, until the transaction ends: two moves never make a loop. */
export async function lockTree(tx: Database): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('atoll knowledge tree'))`.execute(tx);
}

interface Audience {
  departmentIds: readonly string[];
  roleIds: readonly string[];
}

/** Narrows an audience to its parent's: its readers never exceed the parent's. */
export function narrow(
  parent: Audience | undefined,
  own: Audience,
): { departmentIds: string[]; roleIds: string[] } {
  const side = (above: readonly string[], chosen: readonly string[]): string[] => {
    if (above.length === 0) return [...chosen];
    if (chosen.length === 0) return [...above];
    const both = chosen.filter((id) => above.includes(id));
    return both.length > 0 ? both : [nobodyId];
  };
  return {
    departmentIds: side(parent?.departmentIds ?? [], own.departmentIds),
    roleIds: side(parent?.roleIds ?? [], own.roleIds),
  };
}

/** A page that others can be put below, locked against deletion. */
export interface Parent {
  id: string;
  path: string[];
  departmentIds: string[];
  roleIds: string[];
}

/**
 * The audience and path of a parent. The caller has checked that the viewer may read it.
 * @throws {AppError} `article_loop` where pages would go too deep.
 */
export async function findParent(tx: Database, parentId: string, levelsBelow: number): Promise<Parent> {
  const row = await tx
    .selectFrom("articles")
    .select(["id", "path", "shown_department_ids", "shown_role_ids"])
    .where("id", "=", parentId)
    .where("kind", "=", "article")
    .where("deleted_at", "is", null)
    .forKeyShare()
    .executeTakeFirst();
  if (!row) throw new AppError("article_not_found");
  if (row.path.length + levelsBelow > maxArticleDepth) throw new AppError("article_loop");
  return {
    id: row.id,
    path: row.path,
    departmentIds: row.shown_department_ids,
    roleIds: row.shown_role_ids,
  };
}

/** A rank directly before a sibling, or after all of them. The caller holds the tree. */
export async function rankBefore(
  tx: Database,
  parentId: string | null,
  beforeId: string | null,
  movedId: string,
): Promise<string> {
  const siblings = tx
    .selectFrom("articles")
    .where("parent_id", parentId === null ? "is" : "=", parentId)
    .where("id", "<>", movedId);
  const next =
    beforeId === null
      ? undefined
      : await siblings.select("rank").where("id", "=", beforeId).executeTakeFirst();
  const previous = await siblings
    .select(({ fn }) => fn.max("rank").as("rank"))
    .$if(next !== undefined, (rows) => rows.where("rank", "<", next?.rank ?? ""))
    .executeTakeFirst();
  return generateKeyBetween(previous?.rank ?? null, next?.rank ?? null);
}

/**
 * Updates the paths and audiences of everything below an article, level by level. The caller holds the tree and has
 * written the article itself.
 * @returns the ids of all pages below.
 */
export async function spreadBelow(tx: Database, articleId: string): Promise<string[]> {
  const below = await tx
    .selectFrom("articles")
    .select(["id", "parent_id", "path", "department_ids", "role_ids"])
    .where(sql<boolean>`path @> ARRAY[${articleId}]::uuid[]`)
    .where("id", "<>", articleId)
    .execute();
  if (below.length === 0) return [];
  const children = Map.groupBy(below, ({ parent_id }) => parent_id);
  const top = await findParent(tx, articleId, 0);
  const next: Parent[] = [top];
  for (let parent = next.shift(); parent; parent = next.shift()) {
    for (const child of children.get(parent.id) ?? []) {
      const shown = narrow(parent, { departmentIds: child.department_ids, roleIds: child.role_ids });
      const path = [...parent.path, child.id];
      await tx
        .updateTable("articles")
        .set({ path, shown_department_ids: shown.departmentIds, shown_role_ids: shown.roleIds })
        .where("id", "=", child.id)
        .execute();
      next.push({ id: child.id, path, ...shown });
    }
  }
  return below.map(({ id }) => id);
}

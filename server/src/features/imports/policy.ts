import { canWriteKnowledge } from "@atoll/contract/knowledge/policy";
import { canRunImports, type PermissionHolder } from "@atoll/contract/permissions";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import { accessArticle } from "../knowledge/public.ts";
import type { ImportRow } from "./engine/import-row.ts";

/** @throws {AppError} `forbidden`. */
export function assertMayRun(viewer: PermissionHolder): void {
  if (!canRunImports(viewer)) throw new AppError("forbidden", { detail: "no imports/run" });
}

/**
 * Locks an import for somebody who may run imports.
 * @throws {AppError} `forbidden`; `import_not_found`.
 */
export async function lockImport(
  tx: Database,
  viewer: PermissionHolder,
  importId: string,
): Promise<ImportRow> {
  assertMayRun(viewer);
  const row = await tx
    .selectFrom("imports")
    .selectAll()
    .where("id", "=", importId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("import_not_found");
  return row;
}

/**
 * Checks the readers of a space, and the page that its pages go below. Only the owner of the file decides, because the
 * readers then read what was only for the people of the space.
 * @throws {AppError} `forbidden`, `department_not_found`, `article_not_found`.
 */
export async function readersOf(
  tx: Database,
  chooser: ArticleChooser,
  {
    isOf,
    body: { departmentId, isOpen, articleId },
  }: {
    isOf: boolean;
    body: {
      departmentId?: string | null | undefined;
      isOpen?: boolean | undefined;
      articleId?: string | null | undefined;
    };
  },
) {
  if (departmentId === undefined && isOpen === undefined && articleId === undefined) return {};
  if (!isOf || !canWriteKnowledge(chooser)) throw new AppError("forbidden", { detail: "not the uploader" });
  if (departmentId) {
    if (!(await lockDepartment(tx, departmentId))) throw new AppError("department_not_found");
  }
  if (articleId && (await accessArticle(tx, chooser, articleId)).kind !== "article")
    throw new AppError("article_not_found");
  return {
    ...(departmentId !== undefined && { department_id: departmentId }),
    ...(isOpen !== undefined && { is_open: isOpen && !departmentId }),
    ...(articleId !== undefined && { article_id: articleId }),
  };
}

type ArticleChooser = Parameters<typeof accessArticle>[1];

/** Returns whether there is a department, and keeps it until the transaction ends. */
export async function lockDepartment(tx: Database, departmentId: string): Promise<boolean> {
  const found = await tx
    .selectFrom("departments")
    .select("id")
    .where("id", "=", departmentId)
    .forKeyShare()
    .executeTakeFirst();
  return found !== undefined;
}

import { canRunImports, type PermissionHolder } from "@atoll/contract/permissions";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
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

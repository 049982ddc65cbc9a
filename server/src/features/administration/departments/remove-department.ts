import { canManageDepartments } from "@atoll/contract/permissions";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { SliceContext } from "../../../slice.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { accessDepartmentAlone } from "./department-access.ts";
import { countContents } from "./department-contents.ts";

/**
 * Removes an empty department.
 * @throws {AppError} `department_not_found`, `department_not_empty`.
 */
export function removeDepartment(
  { db, placedKinds }: Pick<SliceContext, "db" | "placedKinds">,
  acting: Acting,
  departmentId: string,
): Promise<void> {
  return administer(db, acting, canManageDepartments, async (tx, current) => {
    const { id, name, slug, description } = await accessDepartmentAlone(tx, departmentId);
    const contents = await countContents(tx, placedKinds, id);
    if (contents.length > 0) throw new AppError("department_not_empty");
    await tx.deleteFrom("departments").where("id", "=", id).execute();
    await recordAct(tx, {
      ...actorOf(current),
      action: "department.removed",
      subject: { type: "department", id, name },
      before: { name, slug, description },
    });
  });
}

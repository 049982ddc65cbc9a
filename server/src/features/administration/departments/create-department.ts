import type { AdminDepartment } from "@atoll/contract/administration/schemas";
import { departmentSlug } from "@atoll/contract/departments";
import { canManageDepartments } from "@atoll/contract/permissions";
import { isReservedSlug } from "@atoll/contract/route-access";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { rejectViolation } from "../../../platform/database/reject-violation.ts";
import type { Database } from "../../../tables.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { refuseNameLike, uniqueNames } from "../name-taken.ts";
import { accessDepartment } from "./department-access.ts";
import { presentDepartment } from "./present-department.ts";

/**
 * Creates a department without members. Its slug is made from its name and never changes. It gets a number if a
 * department has the slug, including renamed and merged ones, or another page has the address.
 * @throws {AppError} `department_name_taken`, `name_looks_taken`.
 */
export function createDepartment(
  db: Database,
  acting: Acting,
  { name, description }: { name: string; description: string },
): Promise<AdminDepartment> {
  return administer(db, acting, canManageDepartments, async (tx, current) => {
    await refuseNameLike(tx, "departments", name);
    const slug = await freeSlug(tx, name);
    const { id } = await rejectViolation(
      tx
        .insertInto("departments")
        .values({ name, slug, description })
        .returning("id")
        .executeTakeFirstOrThrow(),
      uniqueNames,
    );
    await recordAct(tx, {
      ...actorOf(current),
      action: "department.created",
      subject: { type: "department", id, name },
      after: { name, slug, description },
    });
    return presentDepartment(await accessDepartment(tx, id));
  });
}

/** Returns a free slug. It stays free until the commit, because administrative changes run one at a time. */
async function freeSlug(tx: Database, name: string): Promise<string> {
  const wanted = departmentSlug(name);
  if (wanted === "") throw new AppError("internal_error", { detail: "the contract lets no such name pass" });
  const rows = await tx.selectFrom("departments").select(["slug", "former_slugs"]).execute();
  const taken = new Set(rows.flatMap(({ slug, former_slugs }) => [slug, ...former_slugs]));
  const isFree = (slug: string) => !taken.has(slug) && !isReservedSlug(slug);
  if (isFree(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    if (isFree(`${wanted}-${number}`)) return `${wanted}-${number}`;
  }
}

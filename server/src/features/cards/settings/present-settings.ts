import { maxSections } from "@atoll/contract/cards/limits";
import { sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import type { DepartmentSettings, SectionSettings } from "@atoll/contract/cards/settings-schemas";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { accessSettings } from "./change-settings.ts";

/**
 * The sections of a department with their settings, in their order.
 * @throws {AppError} `department_not_found`
 */
export async function readSettings(db: Database, departmentId: string): Promise<DepartmentSettings> {
  const department = await db
    .selectFrom("departments")
    .select(["id", "slug", "name"])
    .where("id", "=", departmentId)
    .executeTakeFirst();
  if (!department) throw new AppError("department_not_found");
  const types = await db
    .selectFrom("card_types")
    .select("id")
    .where("department_id", "=", departmentId)
    .orderBy("place")
    .orderBy("id")
    .execute();
  const sections = await Promise.all(types.map(({ id }) => presentSettings(db, id)));
  const used = sections.filter(({ isArchived }) => !isArchived).length;
  return { department, sections, left: Math.max(0, maxSections - used) };
}

/**
 * A section with its settings. It tells numbers of cards, and nothing that stands in them.
 * @throws {AppError} `section_not_found`
 */
export async function presentSettings(db: Database, sectionId: string): Promise<SectionSettings> {
  const type = await accessSettings(db, sectionId);
  const [department, counts] = await Promise.all([
    db
      .selectFrom("departments")
      .select("slug")
      .where("id", "=", type.department_id)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("cards")
      .select(["stage", ({ fn }) => fn.countAll<number>().as("count")])
      .where("type_id", "=", sectionId)
      .where("deleted_at", "is", null)
      .groupBy("stage")
      .execute(),
  ]);
  return {
    id: type.id,
    departmentId: type.department_id,
    departmentSlug: department.slug,
    slug: type.slug,
    name: type.name,
    singular: type.singular,
    icon: type.icon,
    isOwn: type.is_own,
    isArchived: type.archived_at !== null,
    version: type.version,
    views: sectionOptionsSchema.parse(type.options).views,
    stages: type.stages.map((stage) => ({
      ...stage,
      count: counts.find((one) => one.stage === stage.id)?.count ?? 0,
    })),
    fields: type.fields,
    valueField: type.value_field,
  };
}

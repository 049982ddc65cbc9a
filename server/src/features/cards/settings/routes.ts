import { maxSections, maxSectionsWithArchived } from "@atoll/contract/cards/limits";
import { sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import { settingsRoutes as routes } from "@atoll/contract/cards/settings-routes";
import type { DepartmentSettings, SectionSettings } from "@atoll/contract/cards/settings-schemas";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { TypeRow } from "../public.ts";
import { addField, changeField } from "./change-field.ts";
import { changeSection } from "./change-section.ts";
import { accessSettings, assertMayManage } from "./change-settings.ts";
import { changeFieldType, checkConversion } from "./convert-field.ts";
import { createSection } from "./create-section.ts";

/** Sections and fields that administrators add. Each route asks for the right before it looks for anything. */
export function registerSettings(context: SliceContext): void {
  const { routes: registrar, db } = context;

  registrar.route(routes.listSettings, async ({ params }, { viewer }) => {
    assertMayManage(viewer);
    return readSettings(db, params.departmentId);
  });

  registrar.route(routes.createSection, async ({ params, body }, { viewer, request }) => {
    assertMayManage(viewer);
    await createSection(context, { viewer, address: request.ip }, params.departmentId, body);
    return { section: await presentSettings(db, body.id) };
  });

  registrar.route(routes.changeSection, async ({ params, body }, { viewer, request }) => {
    assertMayManage(viewer);
    await changeSection(context, { viewer, address: request.ip }, params.sectionId, body);
    return { section: await presentSettings(db, params.sectionId) };
  });

  registrar.route(routes.addField, async ({ params, body }, { viewer, request }) => {
    assertMayManage(viewer);
    await addField(context, { viewer, address: request.ip }, params.sectionId, body);
    return { section: await presentSettings(db, params.sectionId) };
  });

  registrar.route(routes.changeField, async ({ params, body }, { viewer, request }) => {
    assertMayManage(viewer);
    const which = { sectionId: params.sectionId, name: params.field };
    await changeField(context, { viewer, address: request.ip }, which, body);
    return { section: await presentSettings(db, params.sectionId) };
  });

  registrar.route(routes.checkConversion, async ({ params, body }, { viewer }) => {
    assertMayManage(viewer);
    return checkConversion(context, viewer, { sectionId: params.sectionId, name: params.field }, body);
  });

  registrar.route(routes.convertField, async ({ params, body }, { viewer, request }) => {
    assertMayManage(viewer);
    const which = { sectionId: params.sectionId, name: params.field };
    await changeFieldType(context, { viewer, address: request.ip }, which, body);
    return { section: await presentSettings(db, params.sectionId) };
  });
}

/**
 * The sections of a department with their settings, in their order.
 * @throws {AppError} `department_not_found`
 */
async function readSettings(db: Database, departmentId: string): Promise<DepartmentSettings> {
  const department = await db
    .selectFrom("departments")
    .select(["id", "slug", "name"])
    .where("id", "=", departmentId)
    .executeTakeFirst();
  if (!department) throw new AppError("department_not_found");
  const types = await db
    .selectFrom("card_types")
    .selectAll()
    .where("department_id", "=", departmentId)
    .orderBy("place")
    .orderBy("id")
    .execute();
  const sections = await presentAll(db, types, department.slug);
  const used = sections.filter(({ isArchived }) => !isArchived).length;
  const left = Math.min(maxSections - used, maxSectionsWithArchived - sections.length);
  return { department, sections, left: Math.max(0, left) };
}

/**
 * A section with its settings. It tells numbers of cards, and nothing that stands in them.
 * @throws {AppError} `section_not_found`
 */
async function presentSettings(db: Database, sectionId: string): Promise<SectionSettings> {
  const type = await accessSettings(db, sectionId);
  const { slug } = await db
    .selectFrom("departments")
    .select("slug")
    .where("id", "=", type.department_id)
    .executeTakeFirstOrThrow();
  const [section] = await presentAll(db, [type], slug);
  if (!section) throw new AppError("section_not_found");
  return section;
}

async function presentAll(
  db: Database,
  types: readonly TypeRow[],
  departmentSlug: string,
): Promise<SectionSettings[]> {
  const counts = await db
    .selectFrom("cards")
    .select(["type_id", "stage", ({ fn }) => fn.countAll<number>().as("count")])
    .where(sql<boolean>`type_id = ANY(${types.map(({ id }) => id)}::uuid[])`)
    .where("deleted_at", "is", null)
    .groupBy(["type_id", "stage"])
    .execute();
  const countOf = new Map(counts.map(({ type_id, stage, count }) => [`${type_id} ${stage}`, count]));
  return types.map((type) => ({
    id: type.id,
    departmentId: type.department_id,
    departmentSlug,
    slug: type.slug,
    name: type.name,
    singular: type.singular,
    icon: type.icon,
    isOwn: type.is_own,
    isArchived: type.archived_at !== null,
    isRestricted: type.is_restricted,
    version: type.version,
    views: sectionOptionsSchema.parse(type.options).views,
    stages: type.stages.map((stage) => ({ ...stage, count: countOf.get(`${type.id} ${stage.id}`) ?? 0 })),
    fields: type.fields,
    valueField: type.value_field,
  }));
}

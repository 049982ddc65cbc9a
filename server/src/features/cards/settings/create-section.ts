import type { CardField } from "@atoll/contract/cards/field-schemas";
import { maxSections, maxSectionsWithArchived } from "@atoll/contract/cards/limits";
import type { newSectionSchema } from "@atoll/contract/cards/settings-schemas";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { makeField } from "../../../platform/fields/definitions.ts";
import type { Database } from "../../../tables.ts";
import { changeAlone } from "../../identity/public.ts";
import { broadcastSections, cardRoom, sectionsRoom } from "../rooms.ts";
import { type Acting, actorOf, assertMayManage, type Sources } from "./change-settings.ts";
import { freeSlug, makeStages } from "./make-parts.ts";

type ToCreate = z.output<typeof newSectionSchema>;

/**
 * Adds a section to a department. The same one sent again is there once.
 * @throws {AppError} `forbidden`, `department_not_found`, `section_id_taken`, `section_name_taken`, `too_many_sections`.
 */
export async function createSection(
  sources: Sources,
  { viewer: asking, address }: Acting,
  departmentId: string,
  input: ToCreate,
): Promise<void> {
  await changeAlone(sources.db, asking, async (tx, viewer) => {
    assertMayManage(viewer);
    const department = await tx
      .selectFrom("departments")
      .select("name")
      .where("id", "=", departmentId)
      .forShare()
      .executeTakeFirst();
    if (!department) throw new AppError("department_not_found");
    const there = await tx
      .selectFrom("card_types")
      .select(["department_id", "name", "is_own"])
      .where("id", "=", input.id)
      .executeTakeFirst();
    if (there?.is_own && there.department_id === departmentId && there.name === input.name) return;
    if (there) throw new AppError("section_id_taken");
    await insertSection(tx, departmentId, input);
    const { name, singular } = input;
    await recordAct(tx, {
      ...actorOf({ viewer, address }),
      action: "section.created",
      subject: { type: "section", id: input.id, name },
      after: { department: department.name, name, singular, fields: input.fields.map(({ label }) => label) },
    });
  });
  // Those who look at the department now hear of its cards at once.
  sources.realtime.join(sectionsRoom(departmentId), cardRoom(input.id));
  await broadcastSections(sources, departmentId);
}

async function insertSection(tx: Database, departmentId: string, input: ToCreate): Promise<void> {
  const others = await tx
    .selectFrom("card_types")
    .select(["slug", "name", "place", "archived_at"])
    .where("department_id", "=", departmentId)
    .execute();
  assertNameFree(others, input.name);
  const shown = others.filter(({ archived_at }) => archived_at === null).length;
  if (shown >= maxSections || others.length >= maxSectionsWithArchived)
    throw new AppError("too_many_sections");
  const fields: CardField[] = [];
  for (const field of input.fields) fields.push(makeField(field, new Set(fields.map(({ name }) => name))));
  await tx
    .insertInto("card_types")
    .values({
      id: input.id,
      department_id: departmentId,
      slug: freeSlug(input.name, new Set(others.map(({ slug }) => slug))),
      name: input.name,
      singular: input.singular,
      icon: input.icon,
      place: Math.max(0, ...others.map(({ place }) => place)) + 1,
      is_own: true,
      stages: JSON.stringify(makeStages(input.stages, [])),
      fields: JSON.stringify(fields),
      value_field: fields.find(({ kind }) => kind === "money")?.name ?? null,
      options: JSON.stringify({ views: input.views, tools: ["task", "merge"], asksReason: false }),
    })
    .execute();
}

/** @throws {AppError} `section_name_taken` when another section has the name, in any case of letters. */
export function assertNameFree(others: readonly { name: string }[], name: string): void {
  if (others.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    throw new AppError("section_name_taken");
}

/** The other sections of a department. */
export async function otherSections(tx: Database, departmentId: string, exceptId: string) {
  return tx
    .selectFrom("card_types")
    .select(["name", "archived_at"])
    .where("department_id", "=", departmentId)
    .where(sql<boolean>`id <> ${exceptId}`)
    .execute();
}

import { makeStages } from "../../src/features/cards/settings/make-parts.ts";
import { makeField } from "../../src/platform/fields/definitions.ts";
import type { Database } from "../../src/tables.ts";
import { suppliers } from "./written-suppliers.ts";

/** Adds the section that an administrator of the demo company made for Marketing. */
export async function seedOwnSection(tx: Database): Promise<void> {
  const { id } = await tx
    .selectFrom("departments")
    .select("id")
    .where("slug", "=", "marketing")
    .executeTakeFirstOrThrow();
  const fields = suppliers.fields.map((field) => makeField(field, new Set()));
  await tx
    .insertInto("card_types")
    .values({
      department_id: id,
      slug: "suppliers",
      name: suppliers.name,
      singular: suppliers.singular,
      icon: suppliers.icon,
      place: 5,
      is_own: true,
      stages: JSON.stringify(makeStages(suppliers.stages, [])),
      fields: JSON.stringify(fields),
      value_field: "own_yearly_budget",
      options: JSON.stringify({ views: suppliers.views, tools: ["task", "merge"], asksReason: false }),
    })
    .execute();
}

import type { CardField } from "@atoll/contract/cards/field-schemas";
import { maxSectionName } from "@atoll/contract/cards/limits";
import { maxFieldOptions } from "@atoll/contract/fields/limits";
import { hasVisibleText } from "@atoll/contract/text/visible-text";
import type { Database } from "../../../tables.ts";
import { storeFields } from "../data/store-fields.ts";
import { lockSection } from "../ranks.ts";
import { chooseOption, meantBy } from "./fit-values.ts";

type Values = Readonly<Record<string, string | number | undefined>>;

/**
 * Adds the values of reports or imports to the choices of a section, where a field lets other systems add some. A full list
 * stays as it is.
 * @returns the fields of the section, and whether one has grown.
 */
export async function growChoices(
  tx: Database,
  typeId: string,
  reports: readonly Values[],
): Promise<{ fields: CardField[]; hasGrown: boolean }> {
  const read = () =>
    tx.selectFrom("card_types").select("fields").where("id", "=", typeId).executeTakeFirstOrThrow();
  const known = grown((await read()).fields, reports);
  if (!known.hasGrown) return known;
  await lockSection(tx, typeId);
  const { fields, hasGrown } = grown((await read()).fields, reports);
  if (hasGrown) await storeFields(tx, typeId, fields);
  return { fields, hasGrown };
}

/** Pure: the fields as they would be with these values. */
export function grownFields(fields: readonly CardField[], values: Values): CardField[] {
  return grown(fields, [values]).fields;
}

function grown(fields: readonly CardField[], reports: readonly Values[]) {
  let hasGrown = false;
  const after = fields.map((field) => {
    if (field.kind !== "choice" || !field.grows || field.isRetired || field.conversion) return field;
    const options = [...(field.options ?? [])];
    for (const values of reports) {
      const name = meantBy(field, String(values[field.name] ?? ""))
        .replaceAll("\0", "")
        .trim()
        .toWellFormed();
      if (!hasVisibleText(name) || name.length > maxSectionName) continue;
      if (options.length >= maxFieldOptions || chooseOption({ ...field, options }, name)) continue;
      options.push(name);
    }
    if (options.length === (field.options ?? []).length) return field;
    hasGrown = true;
    return { ...field, options };
  });
  return { fields: after, hasGrown };
}

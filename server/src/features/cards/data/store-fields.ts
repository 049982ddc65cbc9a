import type { CardField } from "@atoll/contract/cards/field-schemas";
import type { Database } from "../../../tables.ts";

/** Writes the fields of a section, as its next version. Call it with the section locked. */
export async function storeFields(tx: Database, typeId: string, fields: readonly CardField[]): Promise<void> {
  await tx
    .updateTable("card_types")
    .set((eb) => ({
      fields: JSON.stringify(fields),
      fields_version: eb("fields_version", "+", 1),
      version: eb("version", "+", 1),
    }))
    .where("id", "=", typeId)
    .execute();
}

import type { CardData, CardField } from "@atoll/contract/cards/field-schemas";
import type { Insertable } from "kysely";
import type { Database, Tables } from "../../../tables.ts";

/** Keeps the typed values of a card, by which lists sort and figures add up, equal to its data. */
export async function storeValues(
  tx: Database,
  card: { id: string; type_id: string },
  fields: readonly CardField[],
  data: CardData,
): Promise<void> {
  await tx.deleteFrom("card_values").where("card_id", "=", card.id).execute();
  const rows = fields.flatMap((field) => rowOf(card, field, data[field.name] ?? null) ?? []);
  if (rows.length > 0) await tx.insertInto("card_values").values(rows).execute();
}

/** The same for many cards of a section at once, which have no values of these fields yet. */
export async function storeNewValues(
  tx: Database,
  typeId: string,
  fields: readonly CardField[],
  cards: readonly { id: string; data: CardData }[],
): Promise<void> {
  const rows = cards.flatMap(({ id, data }) =>
    fields.flatMap((field) => rowOf({ id, type_id: typeId }, field, data[field.name] ?? null) ?? []),
  );
  // One statement takes 65,535 parameters.
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await tx
      .insertInto("card_values")
      .values(rows.slice(at, at + rowsAtOnce))
      .execute();
}

const rowsAtOnce = 2_000;

function rowOf(
  card: { id: string; type_id: string },
  { name, kind }: CardField,
  value: CardData[string],
): Insertable<Tables["card_values"]> | undefined {
  const row = {
    card_id: card.id,
    type_id: card.type_id,
    field: name,
    text_value: null,
    number_value: null,
    date_value: null,
    currency: null,
  };
  if (typeof value === "number") return { ...row, number_value: value };
  // The start of a long text is enough to sort by.
  if (typeof value === "string")
    return kind === "date" ? { ...row, date_value: value } : { ...row, text_value: value.slice(0, 200) };
  if (value && "amount" in value) return { ...row, number_value: value.amount, currency: value.currency };
  return undefined;
}

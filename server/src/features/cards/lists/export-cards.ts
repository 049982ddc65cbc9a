import { maxExportedCards } from "@atoll/contract/cards/limits";
import type { Card } from "@atoll/contract/cards/schemas";
import { csvBeginning, toCsv } from "../../../platform/csv.ts";
import { fieldCell, type PersonNames, personsIn } from "../../../platform/fields/field-cell.ts";
import type { Database } from "../../../tables.ts";
import type { People } from "../../people/public.ts";
import { presentCards } from "../present.ts";
import type { TypeRow } from "../public.ts";
import { matching } from "./filter-cards.ts";

/** The cards of a section as CSV, in the order of the board. `isWhole` is false when there were more. */
export async function exportCards(
  { db, people }: { db: Database; people: People },
  type: TypeRow,
  filter: Parameters<typeof matching>[2],
): Promise<{ csv: string; isWhole: boolean }> {
  const rows = await matching(db, type, filter)
    .orderBy("c.stage")
    .orderBy("c.rank")
    .limit(maxExportedCards + 1)
    .execute();
  const cards = await presentCards(people, rows.slice(0, maxExportedCards));
  const named = await namesIn(people, type, cards);
  const body = cards.map((card) => cellsOf(type, card, named));
  return { csv: csvBeginning + toCsv([headOf(type), ...body]), isWhole: rows.length <= maxExportedCards };
}

const shownFields = (type: TypeRow) => type.fields.filter(({ isRetired }) => !isRetired);

/** The names of the columns that every card has, before and after the fields of its section. */
export const firstColumns = ["title", "stage", "owner", "due"];
export const lastColumns = ["notes", "reason", "updated"];

/** The names of the columns of a section's cards. */
export function headOf(type: TypeRow): string[] {
  const fields = shownFields(type);
  const labels = new Set(fields.map(({ label }) => label.toLowerCase()));
  // A field of the section may have the name of a column that every card has.
  const own = (name: string) => (labels.has(name) ? `card ${name}` : name);
  return [...firstColumns.map(own), ...fields.map(({ label }) => label), ...lastColumns.map(own)];
}

/** A card in these columns. */
export function cellsOf(type: TypeRow, card: Card, named: PersonNames): (string | number)[] {
  return [
    card.title,
    type.stages.find(({ id }) => id === card.stage)?.name ?? card.stage,
    card.owner?.name ?? "",
    card.dueOn ?? "",
    ...shownFields(type).map((field) => fieldCell(field, card.data, named)),
    card.body,
    card.reason,
    card.updatedAt,
  ];
}

/** The people in the fields of cards. */
export function namesIn(people: People, type: TypeRow, cards: readonly Card[]): Promise<PersonNames> {
  const fields = shownFields(type);
  return people.of(cards.flatMap(({ data }) => personsIn(fields, data)));
}

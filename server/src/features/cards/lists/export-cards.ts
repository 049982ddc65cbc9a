import { maxExportedCards } from "@atoll/contract/cards/limits";
import { csvBeginning, toCsv } from "../../../platform/csv.ts";
import { fieldCell, personsIn } from "../../../platform/fields/field-cell.ts";
import type { Database } from "../../../tables.ts";
import type { People } from "../../people/public.ts";
import { presentCards } from "../present.ts";
import type { TypeRow } from "../public.ts";
import { matching } from "./list-cards.ts";

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
  const fields = type.fields.filter(({ isRetired }) => !isRetired);
  const named = await people.of(cards.flatMap(({ data }) => personsIn(fields, data)));
  const stageOf = new Map(type.stages.map(({ id, name }) => [id, name]));
  const labels = new Set(fields.map(({ label }) => label.toLowerCase()));
  // A field of the section may have the name of a column that every card has.
  const own = (name: string) => (labels.has(name) ? `card ${name}` : name);
  const head = [
    ...["title", "stage", "owner", "due"].map(own),
    ...fields.map(({ label }) => label),
    ...["notes", "reason", "updated"].map(own),
  ];
  const body = cards.map((card) => [
    card.title,
    stageOf.get(card.stage) ?? card.stage,
    card.owner?.name ?? "",
    card.dueOn ?? "",
    ...fields.map((field) => fieldCell(field, card.data, named)),
    card.body,
    card.reason,
    card.updatedAt,
  ]);
  return { csv: csvBeginning + toCsv([head, ...body]), isWhole: rows.length <= maxExportedCards };
}

import type { CardData, CardField } from "@atoll/contract/cards/field-schemas";
import { maxExportedCards } from "@atoll/contract/cards/limits";
import { writeNumber } from "@atoll/contract/text/numbers";
import { csvBeginning, toCsv } from "../../../platform/csv.ts";
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
  const named = await people.of(
    fields.flatMap(({ name, kind }) =>
      kind === "person"
        ? cards.flatMap(({ data }) => (typeof data[name] === "string" ? [data[name]] : []))
        : [],
    ),
  );
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
    ...fields.map((field) => cellOf(field, card.data, named)),
    card.body,
    card.reason,
    card.updatedAt,
  ]);
  return { csv: csvBeginning + toCsv([head, ...body]), isWhole: rows.length <= maxExportedCards };
}

function cellOf(
  { name, kind }: CardField,
  data: CardData,
  named: ReadonlyMap<string, { name: string }>,
): string | number {
  const value = data[name];
  if (value === undefined || value === null) return "";
  if (Array.isArray(value))
    return value.map(({ text, isDone }) => `${isDone ? "[x]" : "[ ]"} ${text}`).join("; ");
  if (typeof value === "object") return `${(value.amount / 100).toFixed(2)} ${value.currency}`;
  if (kind === "person") return named.get(String(value))?.name ?? "";
  return typeof value === "number" ? writeNumber(value, ".") : value;
}

import { isDeepStrictEqual } from "node:util";
import type { CardData } from "@atoll/contract/cards/field-schemas";
import { maxCardBody } from "@atoll/contract/cards/limits";
import { maxFieldText } from "@atoll/contract/fields/limits";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { fitValues } from "../hooks/fit-values.ts";
import type { TypeRow } from "../public.ts";
import { findBreaks } from "./compare-shapes.ts";
import type { ParsedThing, Shape } from "./parsed-file.ts";

/** A card that was imported before. */
export interface Known {
  card_id: string;
  external_key: string;
  shape: Shape;
  title: string;
  body: string;
  stage: string;
  data: CardData;
}

/** The card of a thing as the file has it. */
export interface Wanted {
  thing: ParsedThing;
  title: string;
  body: string;
  stage: string;
  data: CardData;
  breaks: string;
}

/** The service or database that the cards of an import belong to, and its field. */
export interface Group {
  field: string;
  name: string;
}

/** The cards of a section that came from the files of a group, by the keys of their things. */
export async function findKnown(
  db: Database,
  typeId: string,
  source: string,
): Promise<ReadonlyMap<string, Known>> {
  const rows = await db
    .selectFrom("card_shapes as s")
    .innerJoin("cards as c", "c.id", "s.card_id")
    .select(["s.card_id", "s.external_key", "s.shape", "c.title", "c.body", "c.stage", "c.data"])
    .where("s.type_id", "=", typeId)
    .where("s.source", "=", source)
    .where("c.deleted_at", "is", null)
    .execute();
  return new Map(rows.map((row) => [row.external_key, row]));
}

export function planThing(
  type: Pick<TypeRow, "fields" | "stages">,
  thing: ParsedThing,
  known: Known | undefined,
  group: Group,
): Wanted {
  const [, current = "", last = ""] = type.stages.map(({ id }) => id);
  const breaks = known ? findBreaks(known.shape, thing.shape) : "";
  const data = { ...known?.data, ...fitValues(type.fields, { ...thing.values, [group.field]: group.name }) };
  // People know better which data is personal, and since when an operation is there.
  for (const name of ["personal_data", "since"]) {
    const value = known?.data[name];
    if (value !== undefined) data[name] = value;
  }
  if (breaks !== "" && type.fields.some(({ name }) => name === "breaks"))
    data.breaks = breaks.slice(0, maxFieldText).toWellFormed();
  const body = thing.body === "" ? (known?.body ?? "") : thing.body.slice(0, maxCardBody).toWellFormed();
  return {
    thing,
    title: known?.title ?? thing.title,
    body,
    stage: thing.isDeprecated ? last : current,
    data,
    breaks,
  };
}

export function differs(wanted: Wanted, known: Known): boolean {
  return (
    wanted.stage !== known.stage ||
    wanted.body !== known.body ||
    !isDeepStrictEqual(wanted.data, known.data) ||
    !isDeepStrictEqual(wanted.thing.shape, known.shape)
  );
}

/** Keeps the structures of things for the next comparison. A card that was deleted leaves its place to the new one. */
export async function storeShapes(
  tx: Database,
  { typeId, source }: { typeId: string; source: string },
  cards: readonly { cardId: string; thing: ParsedThing }[],
): Promise<void> {
  if (cards.length === 0) return;
  await sql`INSERT INTO card_shapes (card_id, type_id, external_key, source, shape)
    SELECT card_id, ${typeId}, key, ${source}, shape FROM unnest(${cards.map(({ cardId }) => cardId)}::uuid[],
      ${cards.map(({ thing }) => thing.key)}::text[],
      ${cards.map(({ thing }) => JSON.stringify(thing.shape))}::jsonb[]) AS s (card_id, key, shape)
    ON CONFLICT (type_id, source, external_key) DO UPDATE SET card_id = excluded.card_id, shape = excluded.shape`.execute(
    tx,
  );
}

import type { CardData, CardField } from "@atoll/contract/cards/field-schemas";
import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { accessPerson } from "../../people/public.ts";
import { isTypeReadableBy } from "../readable.ts";

/** Returns which of these people have an active account and may read the section. */
export async function findReaders(
  tx: Database,
  typeId: string,
  personIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (personIds.length === 0) return new Set();
  const ids = [...new Set(personIds)];
  const { rows } = await sql<{ id: string }>`SELECT a.id FROM accounts a
    WHERE a.id = ANY(${ids}::uuid[]) AND a.disabled_at IS NULL AND ${readsSection(typeId)}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** SQL: the person of the account `a` may read a section. */
export function readsSection(typeId: string): RawBuilder<boolean> {
  const person = sql<string>`a.id`;
  return sql<boolean>`EXISTS (SELECT FROM card_types ct WHERE ct.id = ${typeId} AND ${isTypeReadableBy(person)})`;
}

/**
 * Asserts that the owner of a card can read it. An owner who has since lost the right stays the owner until someone
 * chooses another one.
 * @throws {AppError} `person_not_found`; `card_field_wrong` for a colleague who cannot read the section.
 */
export async function assertOwnerReads(tx: Database, typeId: string, ownerId: string): Promise<void> {
  const { name } = await accessPerson(tx, ownerId);
  if (!(await findReaders(tx, typeId, [ownerId])).has(ownerId)) throw noReader("owner", name);
}

/**
 * Asserts that people newly named in the fields of a card exist, have an active account and can read it. People that the
 * card already named may stay.
 * @throws {AppError} `card_field_wrong`.
 */
export async function assertPeopleRead(
  tx: Database,
  section: { id: string; fields: readonly CardField[] },
  before: CardData,
  after: CardData,
): Promise<void> {
  const known = new Set(section.fields.flatMap((field) => namedIn(field, before).map(({ id }) => id)));
  const added = section.fields.flatMap((field) => namedIn(field, after)).filter(({ id }) => !known.has(id));
  const readers = await findReaders(
    tx,
    section.id,
    added.map(({ id }) => id),
  );
  const wrong = added.find(({ id }) => !readers.has(id));
  if (wrong) throw noReader(`data.${wrong.field.name}`, undefined, wrong.field.label);
}

/** Returns the people that a field names: one, or those of the items of a checklist. */
function namedIn(field: CardField, data: CardData): { field: CardField; id: string }[] {
  const value = data[field.name];
  if (Array.isArray(value))
    return value.flatMap(({ personId }) => (personId ? [{ field, id: personId }] : []));
  return field.kind === "person" && typeof value === "string" ? [{ field, id: value }] : [];
}

function noReader(path: string, name = "this person", label = "Owner"): AppError {
  const message = `${label}: ${name} cannot read this section. Choose someone who can`;
  return new AppError("card_field_wrong", { fields: [{ path, message }] });
}

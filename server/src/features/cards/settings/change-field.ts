import type { CardField } from "@atoll/contract/cards/field-schemas";
import { maxFields } from "@atoll/contract/cards/limits";
import type { fieldChangeSchema, newFieldSchema } from "@atoll/contract/cards/settings-schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import type { TypeRow } from "../access.ts";
import {
  type Acting,
  actorOf,
  changeableField,
  changeSettings,
  type Sources,
  storeFields,
} from "./change-settings.ts";
import { startConversion } from "./convert-cards.ts";
import { makeField } from "./make-parts.ts";

type Change = z.output<typeof fieldChangeSchema>;

/**
 * Adds a field behind the others.
 * @throws {AppError} `forbidden`, `section_not_found`, `changed_meanwhile`, `too_many_fields`.
 */
export function addField(
  sources: Sources,
  acting: Acting,
  sectionId: string,
  { version, ...input }: z.output<typeof newFieldSchema> & { version: number },
): Promise<void> {
  return changeSettings(sources, acting, { sectionId, version }, async (tx, type, current) => {
    assertRoom(type.fields);
    const field = makeField(input, new Set(type.fields.map(({ name }) => name)));
    await storeFields(tx, type, [...type.fields, field]);
    await record(tx, current, type, undefined, field);
  });
}

/**
 * Renames, retires or restores a field, or changes its options. Cards keep their values of a retired field; a renamed
 * option is renamed on all cards by a job.
 * @throws {AppError} `forbidden`, `section_not_found`, `changed_meanwhile`, `section_field_wrong`, `section_built_in`,
 *   `section_part_used`, `section_converting`, `too_many_fields`.
 */
export function changeField(
  sources: Sources,
  acting: Acting,
  { sectionId, name }: { sectionId: string; name: string },
  { version, label, isRetired, options }: Change,
): Promise<void> {
  return changeSettings(sources, acting, { sectionId, version }, async (tx, type, current) => {
    const before = changeableField(type, name);
    if (before.conversion) throw new AppError("section_converting");
    if (isRetired === false && before.isRetired) assertRoom(type.fields);
    const { isRetired: _was, ...kept } = before;
    const retired = isRetired ?? before.isRetired ?? false;
    const after: CardField = {
      ...kept,
      label: label ?? before.label,
      ...(retired && { isRetired: true }),
      ...(options && (await changedOptions(tx, type, before, options))),
    };
    // Retired values leave the search, and come back to it.
    const isSearched = retired !== (before.isRetired ?? false);
    if (isSearched && !after.conversion) after.conversion = { id: uuidv7(), from: after.kind };
    await storeFields(
      tx,
      type,
      type.fields.map((field) => (field === before ? after : field)),
    );
    if (after.conversion) await startConversion(sources, tx, type.id, name, after.conversion.id);
    await record(tx, current, type, before, after);
  });
}

/** @throws {AppError} `too_many_fields` when the section shows as many as it can, or has retired too many. */
function assertRoom(fields: readonly CardField[]): void {
  const shown = fields.filter(({ isRetired }) => !isRetired).length;
  if (shown >= maxFields || fields.length >= 2 * maxFields) throw new AppError("too_many_fields");
}

async function changedOptions(
  tx: Database,
  type: TypeRow,
  field: CardField,
  wanted: NonNullable<Change["options"]>,
): Promise<Pick<CardField, "options" | "conversion">> {
  const before = field.options ?? [];
  const kept = wanted.flatMap(({ was }) => was ?? []);
  const isWrong = field.kind !== "choice" || kept.some((one) => !before.includes(one));
  if (isWrong || new Set(kept).size !== kept.length) throw new AppError("section_field_wrong");
  const renames = Object.fromEntries(
    wanted.flatMap(({ was, name }) => (was !== undefined && was !== name ? [[was, name]] : [])),
  );
  // One name for two options, the old one and the new one, would mix up their cards.
  if (Object.values(renames).some((name) => before.includes(name))) throw new AppError("section_part_used");
  await assertUnused(
    tx,
    type,
    field,
    before.filter((one) => !kept.includes(one)),
  );
  const conversion = { id: uuidv7(), from: field.kind, renames };
  const isRenamed = Object.keys(renames).length > 0;
  return { options: wanted.map(({ name }) => name), ...(isRenamed && { conversion }) };
}

async function assertUnused(
  tx: Database,
  type: TypeRow,
  { name }: CardField,
  removed: readonly string[],
): Promise<void> {
  const used = await tx
    .selectFrom("card_values")
    .select("card_id")
    .where("type_id", "=", type.id)
    .where("field", "=", name)
    .where(sql<boolean>`text_value = ANY(${removed}::text[])`)
    .limit(1)
    .executeTakeFirst();
  if (used) throw new AppError("section_part_used");
}

function record(
  tx: Database,
  current: Acting,
  { id, name }: TypeRow,
  before: CardField | undefined,
  after: CardField,
): Promise<void> {
  const inWords = ({ label, kind, options, isRetired }: CardField) => ({
    field: label,
    type: kind,
    ...(options && { options: options.join(", ") }),
    isRetired: isRetired ?? false,
  });
  return recordAct(tx, {
    ...actorOf(current),
    action: "section.updated",
    subject: { type: "section", id, name },
    ...(before && { before: inWords(before) }),
    after: inWords(after),
  });
}

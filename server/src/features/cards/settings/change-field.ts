import type { CardField } from "@atoll/contract/cards/field-schemas";
import { maxFields } from "@atoll/contract/cards/limits";
import { cardViewRules, choiceParameter } from "@atoll/contract/cards/list-search";
import type { fieldChangeSchema, newFieldSchema } from "@atoll/contract/cards/settings-schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import {
  assertRoom,
  changeOptions,
  coloursAfter,
  coloursOf,
  fieldInWords,
  makeField,
  type WantedOptions,
} from "../../../platform/fields/definitions.ts";
import type { Database } from "../../../tables.ts";
import { broadcastRenamed, renameInViews } from "../../saved-views/public.ts";
import { storeFields } from "../data/store-fields.ts";
import { lockDuty } from "../monitoring/load-duty.ts";
import { presentType } from "../present.ts";
import type { TypeRow } from "../public.ts";
import { cardViews } from "../view-place.ts";
import { type Acting, actorOf, changeableField, changeSettings, type Sources } from "./change-settings.ts";
import { startConversion } from "./convert-cards.ts";
import { ruledOptions, withRenamedOptions } from "./ruled-parts.ts";

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
    assertRoom(type.fields, maxFields, "too_many_fields");
    const field = makeField(input, new Set(type.fields.map(({ name }) => name)));
    await storeFields(tx, type.id, [...type.fields, field]);
    await record(tx, current, type, undefined, field);
  });
}

/**
 * Renames, retires or restores a field, or changes its options and the names that other systems have for them; of a field
 * that comes with Atoll, its options and those names. Cards keep their
 * values of a retired field; a job renames a renamed option on all cards, and moves those of a removed one.
 * @throws {AppError} `forbidden`, `section_not_found`, `changed_meanwhile`, `section_field_wrong`, `section_built_in`,
 *   `section_part_used`, `section_converting`, `too_many_fields`.
 */
export async function changeField(
  sources: Sources,
  acting: Acting,
  { sectionId, name }: { sectionId: string; name: string },
  { version, label, isRetired, options, optionMoves = [], colours, grows, aliases }: Change,
): Promise<void> {
  let renamed: Renamed | undefined;
  await changeSettings(sources, acting, { sectionId, version }, async (tx, type, current) => {
    // A company may change the choices of a field that comes with Atoll, but nothing else about it.
    const isOptionsOnly = label === undefined && isRetired === undefined;
    const before = isOptionsOnly ? fieldWithOptions(type, name) : changeableField(type, name);
    if (before.conversion) throw new AppError("section_converting");
    if (isRetired === false && before.isRetired) assertRoom(type.fields, maxFields, "too_many_fields");
    const { isRetired: _was, ...kept } = before;
    const retired = isRetired ?? before.isRetired ?? false;
    const after: CardField = {
      ...kept,
      label: label ?? before.label,
      ...(retired && { isRetired: true }),
    };
    if (options)
      Object.assign(after, await changedOptions(tx, type, before, { wanted: options, moves: optionMoves }));
    if (colours) after.colours = coloursOf(after.options ?? [], colours);
    if (grows !== undefined || aliases) Object.assign(after, namesFromOutside(after, { grows, aliases }));
    renamed = await renameInSavedViews(tx, type, after);
    // Retired values leave the search, and come back to it.
    const isSearched = retired !== (before.isRetired ?? false);
    if (isSearched && !after.conversion) after.conversion = { id: uuidv7(), from: after.kind };
    await storeFields(
      tx,
      type.id,
      type.fields.map((field) => (field === before ? after : field)),
    );
    if (after.conversion)
      await startConversion(sources, tx, current, {
        typeId: type.id,
        field: name,
        conversionId: after.conversion.id,
      });
    await record(tx, current, type, before, after);
  });
  if (renamed) await broadcastRenamed(sources, renamed);
}

/**
 * The names that webhooks and imports may use for options of a field.
 * @throws {AppError} `section_field_wrong` for a field without options, or another name for an option that is not there
 * and cannot come.
 */
function namesFromOutside(
  field: CardField,
  { grows = field.grows ?? false, aliases = field.aliases ?? [] }: Pick<Change, "grows" | "aliases">,
): Pick<CardField, "grows" | "aliases"> {
  const { kind, options = [] } = field;
  const isWrong = kind !== "choice" || (!grows && aliases.some(({ to }) => !options.includes(to)));
  if (isWrong) throw new AppError("section_field_wrong");
  return { grows, aliases };
}

type Renamed = Parameters<typeof broadcastRenamed>[1];

/** Saved filters follow an option to its new name. */
async function renameInSavedViews(
  tx: Database,
  type: TypeRow,
  field: CardField,
): Promise<Renamed | undefined> {
  const renames = new Map(Object.entries(field.conversion?.renames ?? {}));
  if (renames.size === 0) return undefined;
  const fields = type.fields.map((one) => (one.name === field.name ? field : one));
  const shown = presentType({ ...type, fields });
  const place = `${cardViews.kind}:${type.id}`;
  const parameter = choiceParameter(shown, field.name);
  const userIds = await renameInViews(tx, { place, parameter, renames });
  return { place, rules: cardViewRules(shown), userIds };
}

/** @throws {AppError} `section_field_wrong`, `section_built_in`. */
function fieldWithOptions(type: TypeRow, name: string): CardField {
  const field = type.fields.find((one) => one.name === name);
  return field?.kind === "choice" ? field : changeableField(type, name);
}

async function changedOptions(
  tx: Database,
  type: TypeRow,
  field: CardField,
  given: WantedOptions,
): Promise<Pick<CardField, "options" | "conversion" | "aliases" | "colours">> {
  const { options, aliases, renames, removed } = changeOptions(field, given, optionErrors);
  const ruled = ruledOptions(type, field.name);
  if (removed.some((one) => ruled.has(one))) throw new AppError("section_part_ruled");
  const lost = removed.filter((one) => renames[one] === undefined);
  await assertUnused(tx, type, field, lost);
  if (field.name === "severity" && type.options.hooks === "alerts") {
    await renameInEscalation(tx, type.department_id, renames, lost);
    await renameInIncidents(tx, type.id, renames, lost);
  }
  const colours = field.colours && coloursAfter(field, options, renames);
  if (Object.keys(renames).length === 0) return { options, aliases, colours };
  await renameInRules(tx, type, field.name, renames);
  const moved = given.moves.map(({ from }) => from);
  return { options, aliases, colours, conversion: { id: uuidv7(), from: field.kind, renames, moved } };
}

const optionErrors = { wrong: "section_field_wrong", used: "section_part_used" } as const;

/** Rules and silences name options by their words. */
async function renameInRules(
  tx: Database,
  type: TypeRow,
  field: string,
  renames: Readonly<Record<string, string>>,
): Promise<void> {
  await tx
    .updateTable("card_types")
    .set({ options: JSON.stringify(withRenamedOptions(type.options, field, renames)) })
    .where("id", "=", type.id)
    .execute();
  for (const [from, to] of Object.entries(renames))
    await sql`UPDATE card_silences SET matchers = (
        SELECT jsonb_agg(CASE WHEN m ->> 'field' = ${field} AND m ->> 'value' = ${from}
          THEN m || jsonb_build_object('value', ${to}::text) ELSE m END)
        FROM jsonb_array_elements(matchers) m)
      WHERE type_id = ${type.id} AND ended_at IS NULL
        AND matchers @> ${JSON.stringify([{ field, value: from }])}::jsonb`.execute(tx);
}

/**
 * The escalation of a department names the severity from which alerts escalate.
 * @throws {AppError} `section_part_ruled` for one that is removed.
 */
async function renameInEscalation(
  tx: Database,
  departmentId: string,
  renames: Readonly<Record<string, string>>,
  removed: readonly string[],
): Promise<void> {
  await lockDuty(tx, departmentId);
  const escalation = await tx
    .selectFrom("on_call_escalations")
    .select(["severity", "version"])
    .where("department_id", "=", departmentId)
    .executeTakeFirst();
  const { severity = null, version = 0 } = escalation ?? {};
  if (severity === null) return;
  if (removed.includes(severity)) throw new AppError("section_part_ruled");
  if (renames[severity] === undefined) return;
  await tx
    .updateTable("on_call_escalations")
    .set({ severity: renames[severity], version: version + 1 })
    .where("department_id", "=", departmentId)
    .execute();
}

/** @throws {AppError} `section_part_used` for a severity that an incident has. */
async function renameInIncidents(
  tx: Database,
  typeId: string,
  renames: Readonly<Record<string, string>>,
  removed: readonly string[],
): Promise<void> {
  const { rows } = await sql`SELECT FROM incidents
    WHERE type_id = ${typeId} AND severity = ANY(${[...removed]}::text[]) LIMIT 1`.execute(tx);
  if (rows.length > 0) throw new AppError("section_part_used");
  const names = sql`${JSON.stringify(renames)}::jsonb ->> severity`;
  await sql`UPDATE incidents SET severity = ${names}
    WHERE type_id = ${typeId} AND ${names} IS NOT NULL`.execute(tx);
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
  const inWords = (field: CardField) => ({
    ...fieldInWords(field),
    ...(field.aliases && { otherNames: field.aliases.map(({ from, to }) => `${from}: ${to}`).join(", ") }),
    ...(field.grows !== undefined && { addsUnknown: field.grows }),
  });
  return recordAct(tx, {
    ...actorOf(current),
    action: "section.updated",
    subject: { type: "section", id, name },
    ...(before && { before: inWords(before) }),
    after: inWords(after),
  });
}

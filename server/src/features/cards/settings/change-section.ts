import { maxSections } from "@atoll/contract/cards/limits";
import { sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import type { sectionChangeSchema } from "@atoll/contract/cards/settings-schemas";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import { lockCards } from "../changes/lock-cards.ts";
import { namesFor, type RefusedCard, writeJudged } from "../changes/write-judged.ts";
import type { TypeRow } from "../public.ts";
import { respace } from "../ranks.ts";
import { type Acting, actorOf, changeSettings, type Sources } from "./change-settings.ts";
import { assertNameFree, otherSections } from "./create-section.ts";
import { makeStages } from "./make-parts.ts";
import { ruledStages, withoutStages } from "./ruled-parts.ts";

type Change = z.output<typeof sectionChangeSchema>;

/**
 * Changes a section. Of one that comes with Atoll, its stages, its readers and the order of its fields can be changed.
 * @throws {AppError} `forbidden`, `section_not_found`, `changed_meanwhile`, `section_built_in`, `section_name_taken`,
 *   `section_part_used`, `section_field_wrong`, `too_many_sections`, `card_not_ready`.
 */
export function changeSection(
  sources: Sources,
  acting: Acting,
  sectionId: string,
  { version, ...change }: Change,
): Promise<void> {
  return changeSettings(sources, acting, { sectionId, version }, async (tx, type, current) => {
    const { fieldOrder, stages: wantedStages, stageMoves = [], isRestricted, ...own } = change;
    if (!type.is_own && Object.keys(own).length > 0) throw new AppError("section_built_in");
    await assertPlace(tx, type, change);
    const fields = fieldOrder ? inOrder(type.fields, fieldOrder) : type.fields;
    const stages = wantedStages
      ? await changedStages(tx, type, current, { wanted: wantedStages, moves: stageMoves })
      : type.stages;
    const removed = type.stages.map(({ id }) => id).filter((id) => !stages.some((stage) => stage.id === id));
    const { name = type.name, singular = type.singular, icon = type.icon } = change;
    const valueField = change.valueField === undefined ? type.value_field : change.valueField;
    if (valueField !== null && !fields.some((one) => one.name === valueField && one.kind === "money"))
      throw new AppError("section_field_wrong");
    const kept = withoutStages(type.options, removed);
    const options = change.views ? { ...kept, views: change.views } : kept;
    const archivedAt =
      change.isArchived === undefined ? type.archived_at : change.isArchived ? sql<Date>`now()` : null;
    await tx
      .updateTable("card_types")
      .set({ name, singular, icon, stages: JSON.stringify(stages), fields: JSON.stringify(fields) })
      .set({ value_field: valueField, options: JSON.stringify(options), archived_at: archivedAt })
      .set({ is_restricted: isRestricted ?? type.is_restricted })
      .set((eb) => ({ version: eb("version", "+", 1) }))
      .where("id", "=", type.id)
      .execute();
    const before = { name: type.name, stages: namesOf(type.stages), views: viewsOf(type.options) };
    await recordAct(tx, {
      ...actorOf(current),
      action: "section.updated",
      subject: { type: "section", id: type.id, name: type.name },
      before: { ...before, isArchived: type.archived_at !== null, isRestricted: type.is_restricted },
      after: {
        name,
        stages: namesOf(stages),
        views: viewsOf(options),
        isArchived: change.isArchived ?? type.archived_at !== null,
        isRestricted: isRestricted ?? type.is_restricted,
      },
    });
  });
}

const namesOf = (stages: readonly { name: string }[]) => stages.map(({ name }) => name).join(", ");
const viewsOf = (options: TypeRow["options"]) => sectionOptionsSchema.parse(options).views.join(", ");

async function assertPlace(
  tx: Database,
  type: TypeRow,
  { name, isArchived }: Partial<Change>,
): Promise<void> {
  if (name === undefined && isArchived !== false) return;
  const others = await otherSections(tx, type.department_id, type.id);
  assertNameFree(others, name ?? type.name);
  if (isArchived === false && others.filter(({ archived_at }) => archived_at === null).length >= maxSections)
    throw new AppError("too_many_sections");
}

function inOrder(fields: TypeRow["fields"], names: readonly string[]): TypeRow["fields"] {
  const ordered = names.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  if (new Set(ordered).size !== fields.length || names.length !== fields.length)
    throw new AppError("section_field_wrong");
  return ordered;
}

/**
 * The stages as they were sent. One in which a card stands, or a deleted card that may come back, is removed only with a place
 * for its cards, and one that a rule needs never.
 */
async function changedStages(
  tx: Database,
  type: TypeRow,
  acting: Acting,
  { wanted, moves }: { wanted: NonNullable<Change["stages"]>; moves: NonNullable<Change["stageMoves"]> },
) {
  const unknown = wanted.some(({ id }) => id !== undefined && !type.stages.some((stage) => stage.id === id));
  const ids = wanted.flatMap(({ id }) => id ?? []);
  if (unknown || new Set(ids).size !== ids.length) throw new AppError("section_field_wrong");
  const stages = makeStages(wanted, type.stages, { keepsChances: !type.is_own });
  const isKept = (id: string) => stages.some((stage) => stage.id === id);
  const removed = type.stages.map(({ id }) => id).filter((id) => !isKept(id));
  const ruled = ruledStages(type);
  if (removed.some((id) => ruled.has(id))) throw new AppError("section_part_ruled");
  for (const { from, to } of moves) {
    if (!removed.includes(from) || !isKept(to)) throw new AppError("section_field_wrong");
    await moveCards(tx, type, acting, { from, to });
  }
  const used = await tx
    .selectFrom("cards")
    .select("id")
    .where("type_id", "=", type.id)
    .where(sql<boolean>`stage = ANY(${removed}::text[])`)
    .limit(1)
    .executeTakeFirst();
  if (used) throw new AppError("section_part_used");
  return stages;
}

/** So many cards at once are locked and judged in memory. */
const movedAtOnce = 200;

/**
 * Moves all cards of a removed stage behind those of another one, deleted ones too, and records it on each. Without its
 * stage a card has no place, so that one card which the rules keep from the other stage refuses the whole change.
 * @throws {AppError} `card_not_ready`, naming cards to readers of the section.
 */
async function moveCards(
  tx: Database,
  type: TypeRow,
  { viewer }: Acting,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const rows = await tx
    .selectFrom("cards")
    .select("id")
    .where("type_id", "=", type.id)
    .where("stage", "=", from)
    .orderBy("id")
    .execute();
  const refused: RefusedCard[] = [];
  for (let at = 0; at < rows.length; at += movedAtOnce) {
    const cards = await lockCards(
      tx,
      rows.slice(at, at + movedAtOnce).map(({ id }) => id),
    );
    const moved = await writeJudged(tx, {
      actorId: viewer.id,
      cards,
      async write(some) {
        const ids = some.map(({ id }) => id);
        await sql`UPDATE cards SET stage = ${to}, stage_since = now(), version = version + 1
          WHERE id = ANY(${ids}::uuid[])`.execute(tx);
        return ids.map((id) => ({ subjectId: id, field: "stage", before: from, after: to }));
      },
    });
    refused.push(...moved.refused);
  }
  if (refused.length > 0)
    throw new AppError("card_not_ready", {
      fields: [{ path: "stages", message: await inWords(tx, viewer.id, type.id, refused) }],
    });
  await respace(tx, { typeId: type.id, stage: to });
}

async function inWords(
  tx: Database,
  viewerId: string,
  typeId: string,
  refused: readonly RefusedCard[],
): Promise<string> {
  const names = await namesFor(tx, viewerId, typeId, refused);
  const cards = refused.length === 1 ? "1 card" : `${refused.length.toLocaleString("en-US")} cards`;
  return `The rules of this section keep ${names ?? cards} from that stage: ${refused[0]?.words}`;
}

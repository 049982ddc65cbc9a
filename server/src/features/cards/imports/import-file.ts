import { createHash } from "node:crypto";
import type { CardData } from "@atoll/contract/cards/field-schemas";
import type { ImportResult } from "@atoll/contract/cards/import-routes";
import { maxThingChanges } from "@atoll/contract/cards/limits";
import { sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import { applyChange } from "../../../platform/changes/apply-change.ts";
import { storeChanges } from "../../../platform/changes/stored-changes.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/access.ts";
import { accessType, type TypeRow } from "../access.ts";
import { broadcastCards, type CardSources, cardChanges } from "../card-changes.ts";
import { storeValues } from "../card-values.ts";
import { fitValues } from "../hooks/fit-values.ts";
import { lockSection, ranksBeside } from "../ranks.ts";
import { broadcastSections } from "../rooms.ts";
import { compareThings, findBreaks } from "./compare-shapes.ts";
import type { ParsedThing, Shape } from "./parsed-file.ts";
import { readApart } from "./read-apart.ts";
import { storeVersion } from "./versions.ts";

interface Given {
  changeId: string;
  group: string;
  text: string;
  isDryRun: boolean;
}

interface Known {
  card_id: string;
  external_key: string;
  shape: Shape;
  title: string;
  body: string;
  stage: string;
  data: CardData;
}

/** The card of a thing as the file has it. */
interface Wanted {
  thing: ParsedThing;
  known: Known | undefined;
  title: string;
  body: string;
  stage: string;
  data: CardData;
  breaks: string;
}

/**
 * Imports the operations or tables of a file: new ones are created, others changed where the file differs, and those
 * that it no longer has go to the last stage. Sent again, it changes nothing.
 * @throws {AppError} `section_not_found`, `card_import_wrong` with the reason, `change_id_taken`.
 */
export async function importFile(
  sources: CardSources,
  viewer: RequestViewer,
  typeId: string,
  given: Given,
): Promise<ImportResult> {
  const type = await accessType(sources.db, viewer, typeId);
  const format = sectionOptionsSchema.parse(type.options).imports;
  if (!format) throw wrong("This section takes no files.");
  const groupField = format === "openapi" ? "service" : "database";
  if (!fitValues(type.fields, { [groupField]: given.group })[groupField])
    throw wrong(`“${given.group}” is none of the section's choices.`);
  const file = await readApart({ format, text: given.text }).catch((error: unknown) => {
    throw wrong(error instanceof Error ? error.message : "It cannot be read.");
  });
  const known = await findKnown(sources.db, type, given.group);
  const wanted = file.things.map((thing) =>
    planThing(type, thing, known.get(thing.key), groupField, given.group),
  );
  const keys = new Set(file.things.map(({ key }) => key));
  const lastStage = type.stages.at(-1)?.id ?? "";
  const gone = [...known.values()].filter((one) => !keys.has(one.external_key) && one.stage !== lastStage);
  const created = wanted.filter((one) => !one.known);
  const changed = wanted.filter((one) => one.known && differs(one, one.known));
  if (!given.isDryRun) {
    if (created.length > 0) await createCards(sources, viewer, type, created, given);
    await changeCards(sources, viewer, type, { changed, gone, lastStage }, given);
    const about = { typeId: type.id, source: given.group, viewerId: viewer.id };
    await transact(sources.db, (tx) => storeVersion(tx, about, file));
    await broadcastSections(sources, type.department_id);
  }
  return {
    created: created.length,
    changed: changed.length,
    gone: gone.length,
    same: wanted.length - created.length - changed.length,
    breaking: [
      ...changed.filter(({ breaks }) => breaks !== "").map(({ title, breaks }) => ({ title, words: breaks })),
      ...gone.map(({ title }) => ({ title, words: "is gone" })),
    ].slice(0, 100),
    changes: compareThings(
      // Operations that were gone before are added again, not changed.
      [...known.values()]
        .filter((one) => one.stage !== lastStage || keys.has(one.external_key))
        .map(({ external_key: key, title, shape }) => ({ key, title, shape })),
      file.things,
    ).slice(0, maxThingChanges),
    notes: file.notes,
  };
}

function wrong(reason: string): AppError {
  return new AppError("card_import_wrong", { fields: [{ path: "text", message: reason }] });
}

async function findKnown(db: Database, type: TypeRow, source: string): Promise<Map<string, Known>> {
  const rows = await db
    .selectFrom("card_shapes as s")
    .innerJoin("cards as c", "c.id", "s.card_id")
    .select(["s.card_id", "s.external_key", "s.shape", "c.title", "c.body", "c.stage", "c.data"])
    .where("s.type_id", "=", type.id)
    .where("s.source", "=", source)
    .where("c.deleted_at", "is", null)
    .execute();
  return new Map(rows.map((row) => [row.external_key, row]));
}

function planThing(
  type: TypeRow,
  thing: ParsedThing,
  known: Known | undefined,
  groupField: string,
  group: string,
): Wanted {
  const [, current = "", last = ""] = type.stages.map(({ id }) => id);
  const breaks = known ? findBreaks(known.shape, thing.shape) : "";
  const data = { ...known?.data, ...fitValues(type.fields, { ...thing.values, [groupField]: group }) };
  // People know better which data is personal, and since when an operation is there.
  for (const name of ["personal_data", "since"]) {
    const value = known?.data[name];
    if (value !== undefined) data[name] = value;
  }
  if (breaks !== "" && type.fields.some(({ name }) => name === "breaks"))
    data.breaks = breaks.slice(0, 2_000);
  const body = thing.body === "" ? (known?.body ?? "") : thing.body.slice(0, 20_000);
  return {
    thing,
    known,
    title: known?.title ?? thing.title,
    body,
    stage: thing.isDeprecated ? last : current,
    data,
    breaks,
  };
}

function differs(wanted: Wanted, known: Known): boolean {
  return (
    wanted.stage !== known.stage ||
    wanted.body !== known.body ||
    JSON.stringify(sorted(wanted.data)) !== JSON.stringify(sorted(known.data)) ||
    JSON.stringify(sorted(wanted.thing.shape)) !== JSON.stringify(sorted(known.shape))
  );
}

/** In one order of names: the database has an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}

async function createCards(
  sources: CardSources,
  viewer: RequestViewer,
  type: TypeRow,
  created: readonly Wanted[],
  { changeId, group }: Given,
): Promise<void> {
  const ids = await transact(sources.db, async (tx) => {
    await accessType(tx, viewer, type.id);
    await lockSection(tx, type.id);
    const there = await findKnown(tx, type, group);
    const made: string[] = [];
    for (const { thing, title, body, stage, data } of created.filter((one) => !there.has(one.thing.key))) {
      const id = uuidv7();
      const [rank = ""] = await ranksBeside(tx, { typeId: type.id, stage }, undefined, 1);
      await tx
        .insertInto("cards")
        .values({
          id,
          type_id: type.id,
          title,
          body,
          stage,
          rank,
          owner_id: null,
          due_on: null,
          data: JSON.stringify(data),
          sent_hash: Buffer.alloc(32),
          created_by: viewer.id,
        })
        .execute();
      await storeValues(tx, { id, type_id: type.id }, type.fields, data);
      await storeShape(tx, { id, type_id: type.id }, thing, group);
      made.push(id);
    }
    await storeChanges(
      tx,
      { kind: "card", changeId: derive(changeId), actorId: viewer.id },
      made.map((subjectId) => ({ subjectId, field: "created", before: null, after: true })),
    );
    return made;
  });
  await broadcastCards(sources, ids);
}

async function changeCards(
  sources: CardSources,
  viewer: RequestViewer,
  type: TypeRow,
  { changed, gone, lastStage }: { changed: readonly Wanted[]; gone: readonly Known[]; lastStage: string },
  { changeId, group }: Given,
): Promise<void> {
  const plans = new Map(changed.flatMap((one) => (one.known ? [[one.known.card_id, one]] : [])));
  const ids = [...plans.keys(), ...gone.map(({ card_id }) => card_id)];
  if (ids.length === 0) return;
  await applyChange(
    cardChanges,
    sources,
    viewer,
    { changeId, ids },
    async ({ tx, set }, rows) => {
      for (const row of rows) {
        const plan = plans.get(row.id);
        const stage = plan?.stage ?? lastStage;
        const [position] =
          stage === row.stage ? [] : await ranksBeside(tx, { typeId: type.id, stage }, undefined, 1);
        await set(row, {
          stage,
          ...(position !== undefined && { position }),
          ...(plan && { body: plan.body, data: plan.data }),
        });
        if (plan) await storeShape(tx, row, plan.thing, group);
      }
    },
    (tx) => lockSection(tx, type.id),
  );
}

async function storeShape(
  tx: Database,
  card: { id: string; type_id: string },
  { key, shape }: ParsedThing,
  source: string,
): Promise<void> {
  // A card that was deleted leaves its place to the new one.
  await sql`INSERT INTO card_shapes (card_id, type_id, external_key, source, shape)
    VALUES (${card.id}, ${card.type_id}, ${key}, ${source}, ${JSON.stringify(shape)})
    ON CONFLICT (type_id, source, external_key) DO UPDATE SET card_id = excluded.card_id, shape = excluded.shape`.execute(
    tx,
  );
}

/** An id for the cards that a change creates. */
function derive(changeId: string): string {
  const hex = createHash("sha256").update(`created ${changeId}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

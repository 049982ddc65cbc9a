import { createHash } from "node:crypto";
import type { ImportResult } from "@atoll/contract/cards/import-routes";
import { maxThingChanges } from "@atoll/contract/cards/limits";
import { sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import { AppError } from "../../../platform/app-error.ts";
import { applyChange } from "../../../platform/changes/apply-change.ts";
import { storeChanges } from "../../../platform/changes/stored-changes.ts";
import { transact } from "../../../platform/database/transact.ts";
import { shareLoop } from "../../../platform/turns/share-loop.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { broadcastCards, cardChanges } from "../changes/card-changes.ts";
import { insertCards } from "../changes/insert-cards.ts";
import { fitValues } from "../hooks/fit-values.ts";
import { growChoices, grownFields } from "../hooks/grow-choices.ts";
import { accessType, lockType, type TypeRow } from "../public.ts";
import { ranksBeside } from "../ranks.ts";
import { broadcastSections } from "../rooms.ts";
import { compareThings } from "./compare-shapes.ts";
import { parseInWorker } from "./parse-in-worker.ts";
import type { ParsedThing } from "./parsed-file.ts";
import {
  differs,
  findKnown,
  type Group,
  type Known,
  planThing,
  storeShapes,
  type Wanted,
} from "./plan-import.ts";
import { storeVersion } from "./versions.ts";

interface Given {
  changeId: string;
  group: string;
  text: string;
  isDryRun: boolean;
}

/**
 * Imports the operations or tables of a file: new ones are created, others changed where the file differs, and those
 * that it no longer has go to the last stage. Sent again, it changes nothing.
 * @throws {AppError} `section_not_found`, `card_import_wrong` with the reason, `change_id_taken`.
 */
export async function importFile(
  sources: ChangeSources,
  viewer: RequestViewer,
  typeId: string,
  given: Given,
): Promise<ImportResult> {
  const section = await accessType(sources.db, viewer, typeId);
  const format = sectionOptionsSchema.parse(section.options).imports;
  if (!format) throw wrong("This section takes no files.");
  const groupField = format === "openapi" ? "service" : "database";
  const fields = grownFields(section.fields, { [groupField]: given.group });
  if (!fitValues(fields, { [groupField]: given.group })[groupField])
    throw wrong(`“${given.group}” is none of the section's choices.`);
  const file = await parseInWorker({ format, text: given.text }).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    throw wrong(error instanceof Error ? error.message : "It cannot be read.");
  });
  const type = given.isDryRun
    ? { ...section, fields }
    : await withChoice(sources, viewer, section, groupField, given.group);
  const group = { field: groupField, name: given.group };
  const known = await findKnown(sources.db, type.id, given.group);
  const yieldToLoop = shareLoop();
  const created: Wanted[] = [];
  const changed: Wanted[] = [];
  for (const thing of file.things) {
    await yieldToLoop();
    const before = known.get(thing.key);
    const wanted = planThing(type, thing, before, group);
    if (!before) created.push(wanted);
    else if (differs(wanted, before)) changed.push(wanted);
  }
  const keys = new Set(file.things.map(({ key }) => key));
  const lastStage = type.stages.at(-1)?.id ?? "";
  const gone = [...known.values()].filter((one) => !keys.has(one.external_key) && one.stage !== lastStage);
  const changes = await compareThings(
    // Operations that were gone before are added again, not changed.
    [...known.values()]
      .filter((one) => one.stage !== lastStage || keys.has(one.external_key))
      .map(({ external_key: key, title, shape }) => ({ key, title, shape })),
    file.things,
  );
  if (!given.isDryRun) {
    if (created.length > 0) await createCards(sources, viewer, type.id, created, given);
    const things = changed.map(({ thing }) => thing);
    await changeCards(sources, viewer, type, { things, known, gone, group }, given.changeId);
    await transact(sources.db, async (tx) => {
      await lockType(tx, viewer, type.id);
      await storeVersion(tx, { typeId: type.id, source: given.group, viewerId: viewer.id }, file);
    });
    await broadcastSections(sources, type.department_id);
  }
  return {
    created: created.length,
    changed: changed.length,
    gone: gone.length,
    same: file.things.length - created.length - changed.length,
    breaking: [
      ...changed.filter(({ breaks }) => breaks !== "").map(({ title, breaks }) => ({ title, words: breaks })),
      ...gone.map(({ title }) => ({ title, words: "is gone" })),
    ].slice(0, 100),
    changes: changes.slice(0, maxThingChanges),
    notes: file.notes,
  };
}

/** The section, with a service or database among its choices that is imported for the first time. */
async function withChoice(
  { db }: ChangeSources,
  viewer: RequestViewer,
  type: TypeRow,
  field: string,
  name: string,
): Promise<TypeRow> {
  return transact(db, async (tx) => {
    const locked = await lockType(tx, viewer, type.id);
    const { fields } = await growChoices(tx, type.id, [{ [field]: name }]);
    return { ...locked, fields };
  });
}

function wrong(reason: string): AppError {
  return new AppError("card_import_wrong", { fields: [{ path: "text", message: reason }] });
}

async function createCards(
  sources: ChangeSources,
  viewer: RequestViewer,
  typeId: string,
  created: readonly Wanted[],
  { changeId, group }: Given,
): Promise<void> {
  const ids = await transact(sources.db, async (tx) => {
    const type = await lockType(tx, viewer, typeId);
    // Another import may have been first.
    const there = await findKnown(tx, typeId, group);
    const missing = created.filter(({ thing }) => !there.has(thing.key));
    const cards = missing.map((card) => ({ ...card, reason: "", ownerId: null, dueOn: null }));
    const made = await insertCards(tx, type, cards, viewer.id);
    await storeShapes(
      tx,
      { typeId, source: group },
      missing.map(({ thing }, at) => ({ cardId: made[at] ?? "", thing })),
    );
    await storeChanges(
      tx,
      { kind: "card", changeId: derive(changeId), actorId: viewer.id },
      made.map((subjectId) => ({ subjectId, field: "created", before: null, after: true })),
    );
    return made;
  });
  await broadcastCards(sources, ids);
}

/** The cards of things that differ, and of those that the file no longer has. */
interface ToChange {
  things: readonly ParsedThing[];
  known: ReadonlyMap<string, Known>;
  gone: readonly Known[];
  group: Group;
}

async function changeCards(
  sources: ChangeSources,
  viewer: RequestViewer,
  type: TypeRow,
  { things, known, gone, group }: ToChange,
  changeId: string,
): Promise<void> {
  const thingOf = new Map(things.map((thing) => [known.get(thing.key)?.card_id ?? "", thing]));
  const ids = [...thingOf.keys(), ...gone.map(({ card_id }) => card_id)];
  if (ids.length === 0) return;
  await applyChange(
    cardChanges,
    sources,
    viewer,
    { changeId, ids },
    async ({ tx, set }, rows) => {
      const current = await findKnown(tx, type.id, group.name);
      for (const row of rows) {
        const thing = thingOf.get(row.id);
        // Planned again, as somebody may have changed the card while the file was read.
        const plan = thing && planThing(row, thing, current.get(thing.key), group);
        const stage = plan?.stage ?? type.stages.at(-1)?.id ?? "";
        const [position] =
          stage === row.stage ? [] : await ranksBeside(tx, { typeId: type.id, stage }, undefined, 1);
        await set(row, {
          stage,
          ...(position !== undefined && { position }),
          ...(plan && { body: plan.body, data: plan.data }),
        });
      }
      await storeShapes(
        tx,
        { typeId: type.id, source: group.name },
        [...thingOf].map(([cardId, thing]) => ({ cardId, thing })),
      );
    },
    async (tx) => {
      await lockType(tx, viewer, type.id);
    },
  );
}

/** An id for the cards that a change creates. */
function derive(changeId: string): string {
  const hex = createHash("sha256").update(`created ${changeId}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

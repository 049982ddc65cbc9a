import type { CardData, CardField } from "@atoll/contract/cards/field-schemas";
import { maxCardBody, maxCardTitle } from "@atoll/contract/cards/limits";
import type { CardStage } from "@atoll/contract/cards/section-schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { applyChange } from "../../../platform/changes/apply-change.ts";
import { storeChanges } from "../../../platform/changes/stored-changes.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { broadcastCards, cardChanges } from "../changes/card-changes.ts";
import { breachOf } from "../changes/judge-cards.ts";
import { storeValues } from "../data/card-values.ts";
import type { Report } from "../data/report.ts";
import { notifyOnCall } from "../monitoring/on-call-alerts.ts";
import { lockSection, ranksBeside } from "../ranks.ts";
import { fitValues } from "./fit-values.ts";
import { hookChanges, type ReportedBy } from "./hook-changes.ts";
import { replaceOthers, stageOfDeployment } from "./replace-deployments.ts";
import { findThing, staleReason, storeCommit, storeThing } from "./things.ts";

/** As much of a section as a report needs. */
export interface HookedType {
  id: string;
  department_id: string;
  fields: readonly CardField[];
  stages: readonly CardStage[];
}

/** An alert with so many changes of its stage within an hour is flapping. */
const flappingChanges = 5;

/**
 * Brings the card of a report up to date, or creates it.
 * @returns why nothing was done; undefined when something was.
 */
export async function applyReport(
  sources: ChangeSources,
  type: HookedType,
  report: Report,
  by: ReportedBy,
): Promise<string | undefined> {
  const data = fitValues(type.fields, report.values);
  const missing = type.fields.find(({ name, isRequired }) => isRequired && data[name] === undefined);
  if (missing)
    return `“${report.values[missing.name] ?? ""}” is no ${missing.label.toLowerCase()} of this section.`;
  if (report.commit) await storeCommit(sources.db, type, report.commit);
  const createdId = await transact(sources.db, (tx) => createForReport(tx, type, report, data, by));
  if (createdId) await broadcastCards(sources, [createdId]);
  const reason = createdId ? undefined : await changeForReport(sources, type, report, data, by);
  if (reason === undefined && report.stage === "live")
    await replaceOthers(sources, type.id, report, data, by);
  if (reason === undefined) await refireMerged(sources, type, report, by);
  return reason;
}

/** @returns the id of the new card; undefined when there is one already. */
async function createForReport(
  tx: Database,
  type: HookedType,
  report: Report,
  data: CardData,
  by: ReportedBy,
): Promise<string | undefined> {
  await lockSection(tx, type.id);
  if (await findThing(tx, type, report)) return undefined;
  const id = uuidv7();
  const stage = await stageOfDeployment(tx, type.id, report, data, undefined);
  const [rank = ""] = await ranksBeside(tx, { typeId: type.id, stage }, null, 1);
  const counted = type.fields.some(({ name }) => name === "times") ? { ...data, times: 1 } : data;
  await tx
    .insertInto("cards")
    .values({
      id,
      type_id: type.id,
      title: report.title.replaceAll("\0", "").slice(0, maxCardTitle).toWellFormed(),
      body: (report.body ?? "").slice(0, maxCardBody).toWellFormed(),
      stage,
      rank,
      owner_id: null,
      due_on: null,
      data: JSON.stringify(counted),
      sent_hash: Buffer.alloc(32),
      created_by: by.actorId,
    })
    .execute();
  await storeValues(tx, { id, type_id: type.id }, type.fields, counted);
  await storeThing(tx, type, report, id);
  const [row] = await cardChanges.lock(tx, [id]);
  const breach = row && (await breachOf(tx, row));
  const changes = [
    { field: "created", after: true },
    { field: "hook", after: by.hook },
    { field: "stage", after: stage },
    ...(breach === undefined ? [] : [{ field: "breach", after: breach }]),
  ].map((change) => ({ subjectId: id, before: null, ...change }));
  await storeChanges(tx, { kind: "card", changeId: by.idOf("create"), actorId: by.actorId }, changes);
  if (stage === "firing") await notifyOnCall(tx, [id]);
  return id;
}

async function changeForReport(
  sources: ChangeSources,
  type: HookedType,
  report: Report,
  data: CardData,
  by: ReportedBy,
): Promise<string | undefined> {
  const found = await findThing(sources.db, type, report);
  if (!found) return "The card is gone.";
  let reason: string | undefined;
  await applyChange(
    hookChanges,
    sources,
    { id: by.actorId },
    { changeId: by.idOf("change"), ids: [found.card_id] },
    async ({ tx, set, record }, [row]) => {
      const thing = await findThing(tx, type, report);
      if (!row || !thing) return;
      reason = staleReason(thing, report, by.isReplay);
      if (reason !== undefined) return;
      const isAgain = report.at > thing.reported_at;
      // Somebody looks into it already.
      const isKept = row.stage === "acknowledged" && report.stage === "firing" && !isAgain;
      const wanted = await stageOfDeployment(tx, type.id, report, data, row.id);
      const stage = isKept ? row.stage : wanted;
      const merged: CardData = { ...row.data, ...data };
      if (isAgain && report.stage === "firing") merged.times = Number(row.data.times ?? 0) + 1;
      const moves = (await countMoves(tx, row.id)) + (stage === row.stage ? 0 : 1);
      const [flapping] = type.fields.find(({ name }) => name === "flapping")?.options ?? [];
      if (moves >= flappingChanges && flapping !== undefined) merged.flapping = flapping;
      else delete merged.flapping;
      const fitting = row.fields.flatMap(({ name }) =>
        merged[name] === undefined ? [] : [[name, merged[name]]],
      );
      const [rank] = stage === row.stage ? [] : await ranksBeside(tx, { typeId: type.id, stage }, null, 1);
      const isChanged = await set(row, {
        stage,
        data: Object.fromEntries(fitting),
        ...(rank !== undefined && { position: rank }),
      });
      if (isChanged) record({ subjectId: row.id, field: "hook", before: null, after: by.hook });
      else reason = "Nothing is different.";
      await storeThing(tx, type, report, row.id);
    },
    (tx) => lockSection(tx, type.id),
  );
  return reason;
}

/** Changes of the stage within the last hour. */
async function countMoves(tx: Database, cardId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM object_changes
    WHERE subject_kind = 'card' AND subject_id = ${cardId} AND field = 'stage' AND undone_at IS NULL
      AND at > now() - interval '1 hour'`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Shows at the card that an alert was merged into what the alert does: it fires again with any of them, and is resolved with
 * the last.
 */
async function refireMerged(
  sources: ChangeSources,
  type: { id: string },
  report: Report,
  by: ReportedBy,
): Promise<void> {
  if (report.stage !== "firing" && report.stage !== "resolved") return;
  const thing = await findThing(sources.db, type, report);
  const rootId = thing && (await rootOf(sources.db, thing.card_id));
  if (!rootId) return;
  await applyChange(
    hookChanges,
    sources,
    { id: by.actorId },
    { changeId: by.idOf("merged"), ids: [rootId] },
    async ({ tx, set, record }, [root]) => {
      if (!root || root.deleted_at !== null) return;
      const isFiring = await firesBelow(tx, rootId);
      const fires = isFiring && root.stage !== "firing" && root.stage !== "acknowledged";
      const ends = !isFiring && root.stage === "firing" && report.stage === "resolved";
      if (!fires && !ends) return;
      const stage = fires ? "firing" : "resolved";
      const [position = ""] = await ranksBeside(tx, { typeId: type.id, stage }, null, 1);
      const times = Number(root.data.times ?? 0) + 1;
      await set(root, { stage, position, ...(fires && { data: { ...root.data, times } }) });
      record({ subjectId: rootId, field: "hook", before: null, after: by.hook });
    },
    (tx) => lockSection(tx, type.id),
  );
}

/** The card that shows a merged one; undefined for a card that is not merged. */
async function rootOf(db: Database, cardId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`WITH RECURSIVE up AS (
      SELECT id, merged_into_id FROM cards WHERE id = ${cardId}
      UNION SELECT c.id, c.merged_into_id FROM cards c JOIN up ON c.id = up.merged_into_id
    ) SELECT id FROM up WHERE merged_into_id IS NULL AND id <> ${cardId} LIMIT 1`.execute(db);
  return rows[0]?.id;
}

/** Whether an alert fires that was merged into a card, or the card's own, as the other system tells it. */
async function firesBelow(tx: Database, rootId: string): Promise<boolean> {
  const { rows } = await sql`WITH RECURSIVE below AS (
      SELECT id, stage, false AS is_root FROM cards WHERE merged_into_id = ${rootId} AND deleted_at IS NULL
      UNION SELECT c.id, c.stage, false FROM cards c JOIN below ON c.merged_into_id = below.id WHERE c.deleted_at IS NULL
    ) SELECT FROM below WHERE stage = 'firing'
    UNION ALL SELECT FROM card_hook_things t JOIN cards c ON c.id = t.card_id
      WHERE t.card_id = ${rootId} AND c.stage = 'firing' AND (t.ended_at IS NULL OR t.ended_at < t.reported_at)
    LIMIT 1`.execute(tx);
  return rows.length > 0;
}

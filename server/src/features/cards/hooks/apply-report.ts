import type { CardData, CardField } from "@atoll/contract/cards/field-schemas";
import { maxCardBody, maxCardTitle } from "@atoll/contract/cards/limits";
import type { CardStage } from "@atoll/contract/cards/section-schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { applyChange } from "../../../platform/changes/apply-change.ts";
import { storeChanges } from "../../../platform/changes/stored-changes.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import { broadcastCards, type CardSources, cardChanges, type LockedCard } from "../changes/card-changes.ts";
import { judgeCards } from "../changes/judge-cards.ts";
import { storeValues } from "../data/card-values.ts";
import type { Report } from "../data/report.ts";
import { notifyOnCall } from "../monitoring/on-call-alerts.ts";
import { lockSection, ranksBeside } from "../ranks.ts";
import { fitValues } from "./fit-values.ts";

/** As much of a section as a report needs. */
export interface HookedType {
  id: string;
  department_id: string;
  fields: readonly CardField[];
  stages: readonly CardStage[];
}

export interface ReportedBy {
  /** The name of the webhook. */
  hook: string;
  /** The person who added it: the history needs a person. */
  actorId: string;
  /** The id of a change, the same for the same step. */
  idOf: (step: string) => string;
}

/** Changes of webhooks ask for no rights: who added the webhook had them. */
const hookChanges = {
  ...cardChanges,
  countReadable: async (_tx: Database, _by: { id: string }, ids: readonly string[]) => new Set(ids).size,
  show: async () => new Map(),
  judge: (
    tx: Database,
    actorId: string,
    rows: { before: readonly LockedCard[]; after: readonly LockedCard[] },
  ) => judgeCards(tx, actorId, rows, { isReport: true }),
};

/** An alert with so many changes of its stage within an hour is flapping. */
const flappingChanges = 5;

/**
 * Brings the card of a report up to date, or creates it.
 * @returns why nothing was done; undefined when something was.
 */
export async function applyReport(
  sources: CardSources,
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
  if (reason === undefined && report.stage === "live") await replaceOthers(sources, type, report, data, by);
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
  const [rank = ""] = await ranksBeside(tx, { typeId: type.id, stage: report.stage }, null, 1);
  const counted = type.fields.some(({ name }) => name === "times") ? { ...data, times: 1 } : data;
  await tx
    .insertInto("cards")
    .values({
      id,
      type_id: type.id,
      title: report.title.replaceAll("\0", "").slice(0, maxCardTitle).toWellFormed(),
      body: (report.body ?? "").slice(0, maxCardBody).toWellFormed(),
      stage: report.stage,
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
  const changes = [
    { field: "created", after: true },
    { field: "hook", after: by.hook },
    { field: "stage", after: report.stage },
  ].map((change) => ({ subjectId: id, before: null, ...change }));
  await storeChanges(tx, { kind: "card", changeId: by.idOf("create"), actorId: by.actorId }, changes);
  if (report.stage === "firing") await notifyOnCall(tx, [id]);
  return id;
}

async function changeForReport(
  sources: CardSources,
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
      reason = staleReason(thing, report);
      if (reason !== undefined) return;
      const isAgain = report.at > thing.reported_at;
      // Somebody looks into it already.
      const isKept = row.stage === "acknowledged" && report.stage === "firing" && !isAgain;
      const stage = isKept ? row.stage : report.stage;
      const merged: CardData = { ...row.data, ...data };
      if (isAgain && report.stage === "firing") merged.times = Number(row.data.times ?? 0) + 1;
      const moves = (await countMoves(tx, row.id)) + (stage === row.stage ? 0 : 1);
      if (moves >= flappingChanges) merged.flapping = "Flapping";
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
      if (report.stage === "firing" && row.stage !== "firing" && stage === "firing")
        await notifyOnCall(tx, [row.id]);
    },
    (tx) => lockSection(tx, type.id),
  );
  return reason;
}

interface Thing {
  card_id: string;
  reported_at: Date;
  ended_at: Date | null;
}

function staleReason({ reported_at, ended_at }: Thing, { at, endedAt }: Report): string | undefined {
  if (at < reported_at) return "A newer report came first.";
  if (!endedAt && ended_at !== null && at <= ended_at) return "It was over already.";
  return undefined;
}

/** The card of the thing, unless it was deleted: then a report makes another one. */
function findThing(tx: Database, type: HookedType, report: Report): Promise<Thing | undefined> {
  return tx
    .selectFrom("card_hook_things as t")
    .innerJoin("cards as c", "c.id", "t.card_id")
    .select(["t.card_id", "t.reported_at", "t.ended_at"])
    .where("t.type_id", "=", type.id)
    .where("t.external_key", "=", report.key)
    .where("c.deleted_at", "is", null)
    .executeTakeFirst();
}

async function storeThing(tx: Database, type: HookedType, { key, at, endedAt }: Report, cardId: string) {
  const values = { card_id: cardId, reported_at: at, ended_at: endedAt ?? null };
  await tx
    .insertInto("card_hook_things")
    .values({ type_id: type.id, external_key: key, ...values })
    .onConflict((conflict) =>
      conflict.columns(["type_id", "external_key"]).doUpdateSet({
        ...values,
        ended_at: endedAt ?? sql<Date | null>`card_hook_things.ended_at`,
      }),
    )
    .execute();
}

async function storeCommit(db: Database, type: HookedType, { sha, at }: { sha: string; at: Date }) {
  await db
    .insertInto("card_commits")
    .values({ department_id: type.department_id, sha: sha.slice(0, 100), committed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Changes of the stage within the last hour. */
async function countMoves(tx: Database, cardId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM object_changes
    WHERE subject_kind = 'card' AND subject_id = ${cardId} AND field = 'stage' AND undone_at IS NULL
      AND at > now() - interval '1 hour'`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Marks what ran in the same place before a deployment as replaced. */
async function replaceOthers(
  sources: CardSources,
  type: HookedType,
  report: Report,
  { service, environment }: CardData,
  by: ReportedBy,
): Promise<void> {
  const thing = await findThing(sources.db, type, report);
  if (!thing) return;
  const { rows } = await sql<{ id: string }>`SELECT c.id FROM cards c WHERE c.type_id = ${type.id}
    AND c.stage IN ('live', 'failing') AND c.deleted_at IS NULL AND c.id <> ${thing.card_id}
    AND c.data ->> 'service' = ${String(service)} AND c.data ->> 'environment' = ${String(environment)}
    ORDER BY c.id LIMIT 100`.execute(sources.db);
  if (rows.length === 0) return;
  await applyChange(
    hookChanges,
    sources,
    { id: by.actorId },
    { changeId: by.idOf("replace"), ids: rows.map(({ id }) => id) },
    async ({ tx, set }, locked) => {
      for (const row of locked.filter(({ stage }) => stage === "live" || stage === "failing")) {
        const [position = ""] = await ranksBeside(tx, { typeId: type.id, stage: "replaced" }, null, 1);
        await set(row, { stage: "replaced", position });
      }
    },
    (tx) => lockSection(tx, type.id),
  );
}

import type { CardData } from "@atoll/contract/cards/field-schemas";
import { sql } from "kysely";
import { applyChange } from "../../../platform/changes/apply-change.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { Report } from "../data/report.ts";
import { lockSection, ranksBeside } from "../ranks.ts";
import { hookChanges, type ReportedBy } from "./hook-changes.ts";
import { findThing } from "./things.ts";

/** SQL: the card `c` runs in the same place. One that people moved there counts from when they did. */
const runsThere = (typeId: string, { service, environment }: CardData) => sql<boolean>`(c.type_id = ${typeId}
  AND c.stage IN ('live', 'failing') AND c.deleted_at IS NULL AND c.data ->> 'service' = ${String(service)}
  AND c.data ->> 'environment' = ${String(environment)})`;
const since = sql<Date>`coalesce((SELECT t.reported_at FROM card_hook_things t WHERE t.card_id = c.id LIMIT 1), c.stage_since)`;

/**
 * The stage of a deployment that is reported live: it was replaced already where another one went live in the same place
 * after it, in whichever order both are heard of. Call it with the section locked.
 */
export async function stageOfDeployment(
  tx: Database,
  typeId: string,
  { stage, at }: Pick<Report, "stage" | "at">,
  data: CardData,
  cardId: string | undefined,
): Promise<string> {
  if (stage !== "live") return stage;
  const { rows } = await sql`SELECT FROM cards c WHERE ${runsThere(typeId, data)}
    AND c.id IS DISTINCT FROM ${cardId ?? null}::uuid AND ${since} > ${at} LIMIT 1`.execute(tx);
  return rows.length > 0 ? "replaced" : stage;
}

/** Marks what ran in the same place before a deployment as replaced. */
export async function replaceOthers(
  sources: ChangeSources,
  typeId: string,
  report: Report,
  data: CardData,
  by: ReportedBy,
): Promise<void> {
  const thing = await findThing(sources.db, { id: typeId }, report);
  if (!thing) return;
  const { rows } = await sql<{ id: string }>`SELECT c.id FROM cards c WHERE ${runsThere(typeId, data)}
    AND c.id <> ${thing.card_id} AND ${since} <= ${report.at}
    AND EXISTS (SELECT FROM cards own WHERE own.id = ${thing.card_id} AND own.stage = 'live')
    ORDER BY c.id LIMIT 100`.execute(sources.db);
  if (rows.length === 0) return;
  await applyChange(
    hookChanges,
    sources,
    { id: by.actorId },
    { changeId: by.idOf("replace"), ids: rows.map(({ id }) => id) },
    async ({ tx, set }, locked) => {
      for (const row of locked.filter(({ stage }) => stage === "live" || stage === "failing")) {
        const [position = ""] = await ranksBeside(tx, { typeId, stage: "replaced" }, null, 1);
        await set(row, { stage: "replaced", position });
      }
    },
    (tx) => lockSection(tx, typeId),
  );
}

import { sql } from "kysely";
import { applyChange } from "../../../platform/changes/apply-change.ts";
import type { Database } from "../../../tables.ts";
import type { CardSources } from "../changes/card-changes.ts";
import type { Report } from "../data/report.ts";
import { notifyOnCall } from "../monitoring/on-call-alerts.ts";
import { lockSection, ranksBeside } from "../ranks.ts";
import { hookChanges, type ReportedBy } from "./hook-changes.ts";
import { findThing } from "./things.ts";

/**
 * Shows at the card that an alert was merged into what the alert does: it fires again with any of them, and is resolved with
 * the last.
 */
export async function refireMerged(
  sources: CardSources,
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
      if (fires) await notifyOnCall(tx, [rootId]);
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

import { type CardNeed, sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { applyChange } from "../../../platform/changes/apply-change.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import { todayAtServer } from "../../../platform/server-zone.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Tables } from "../../../tables.ts";
import { notify } from "../../notifications/public.ts";
import { lockSection, ranksBeside } from "../ranks.ts";
import { cardChangesByServer } from "./card-changes.ts";
import type { LockedCard } from "./lock-cards.ts";

/** Cards that a day moves in one run; more follow within the hour. */
const dueAtOnce = 500;

/** Moves cards whose day has passed, such as a case study whose consent has ended. */
export function applyDayRulesJob(sources: ChangeSources): Job<Tables> {
  return {
    name: "cards.apply-day-rules",
    cron: "7 * * * *",
    run: ({ signal }) => applyDayRules(sources, signal),
  };
}

async function applyDayRules(sources: ChangeSources, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ id: string; type_id: string; actor_id: string; field: string }>`
    SELECT c.id, c.type_id, coalesce(c.owner_id, c.created_by) AS actor_id, n.need ->> 'field' AS field
    FROM card_types ct
    CROSS JOIN LATERAL jsonb_array_elements(coalesce(ct.options -> 'needs', '[]')) AS n (need)
    JOIN cards c ON c.type_id = ct.id AND c.stage = n.need ->> 'stage' AND c.deleted_at IS NULL
    JOIN card_values v ON v.card_id = c.id AND v.field = n.need ->> 'field'
    WHERE ct.archived_at IS NULL AND n.need ->> 'is' = 'not_past' AND n.need ? 'otherwise'
      AND v.date_value < ${todayAtServer()}::date
    ORDER BY c.id LIMIT ${dueAtOnce}`.execute(sources.db);
  for (const due of rows) {
    signal.throwIfAborted();
    await applyChange(
      // The section decides, not the person in whose name it is recorded.
      cardChangesByServer,
      sources,
      { id: due.actor_id },
      { changeId: uuidv7(), ids: [due.id] },
      async ({ tx, set, record }, [row]) => {
        const need = row && dueNeed(row, due.field);
        if (!row || row.deleted_at !== null || !need?.otherwise) return;
        const stage = row.stages.find(({ id }) => id === need.otherwise);
        if (!stage) return;
        const [position] = await ranksBeside(tx, { typeId: row.type_id, stage: stage.id }, undefined, 1);
        const reason = stage.kind === "lost" ? need.words : "";
        record({ subjectId: row.id, field: "rule", before: null, after: need.words });
        await set(row, { stage: stage.id, reason, ...(position !== undefined && { position }) });
        if (row.owner_id !== null)
          await notify(tx, { kind: "card.rule", subjectId: row.id, people: [row.owner_id] });
      },
      (tx) => lockSection(tx, due.type_id),
    );
  }
}

/** Read again under the lock: someone may have prolonged it. */
function dueNeed(row: LockedCard, field: string): CardNeed | undefined {
  const day = row.data[field];
  return sectionOptionsSchema
    .parse(row.options)
    .needs.find(
      (need) =>
        need.stage === row.stage &&
        need.field === field &&
        need.is === "not_past" &&
        typeof day === "string" &&
        day < todayAtServer(),
    );
}

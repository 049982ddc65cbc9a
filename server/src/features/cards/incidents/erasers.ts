import { type RawBuilder, sql } from "kysely";
import { erasedText } from "../../../platform/kinds/erasure.ts";
import type { SliceEraser } from "../../../slice.ts";

/** SQL: the person gave the incident `t` its title: by opening it, or as the last who renamed it. */
export const isTitleOf = (personId: string): RawBuilder<boolean> =>
  sql<boolean>`(coalesce((SELECT e.person_id FROM incident_entries e
    WHERE e.incident_id = t.id AND e.kind = 'title' ORDER BY e.at DESC, e.id DESC LIMIT 1), t.opened_by) = ${personId})`;

/** Clears the titles that a person gave, in the lines of timelines that name them before or after a change. */
export const titleEraser: SliceEraser = {
  phase: "texts",
  async erase(_context, { personId, keepsTexts }, work) {
    if (keepsTexts) return 0;
    return work.part(async (tx) => {
      const { numAffectedRows = 0n } = await sql`WITH titles AS (
          SELECT e.id, e.person_id, coalesce(lag(e.person_id) OVER (PARTITION BY e.incident_id ORDER BY e.at, e.id),
            i.opened_by) AS former_id
          FROM incident_entries e JOIN incidents i ON i.id = e.incident_id WHERE e.kind = 'title')
        UPDATE incident_entries t
        SET before = CASE WHEN titles.former_id = ${personId} THEN ${erasedText} ELSE t.before END,
          after = CASE WHEN titles.person_id = ${personId} THEN ${erasedText} ELSE t.after END
        FROM titles WHERE titles.id = t.id AND (
          (titles.former_id = ${personId} AND t.before <> ${erasedText})
          OR (titles.person_id = ${personId} AND t.after <> ${erasedText}))`.execute(tx);
      return Number(numAffectedRows);
    });
  },
};

/**
 * Replaces the names of a person in follow-ups. The version of their report rises, so that no screen sends the old name
 * back.
 */
export const followUpNameEraser: SliceEraser = {
  phase: "names",
  async erase(_context, { inTexts }, work) {
    const text = { name: "text", type: "text" } as const;
    return work.part(async (tx) => {
      const { rows } = await sql`WITH changed AS (
          UPDATE incident_follow_ups t SET text = ${inTexts.withoutIn(text)} WHERE ${inTexts.areIn([text])}
          RETURNING t.incident_id)
        UPDATE incident_reports r SET version = r.version + 1
        WHERE r.incident_id IN (SELECT incident_id FROM changed) RETURNING r.incident_id`.execute(tx);
      return rows.length;
    });
  },
};

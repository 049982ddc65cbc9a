import { sql } from "kysely";
import { z } from "zod";
import { fetchPage } from "../page.ts";
import type { StoredChange } from "./field.ts";
import type { Executor } from "./stored-changes.ts";

/** A change as a history shows it. */
export interface HistoryRow extends StoredChange {
  changeId: string;
}

const placeSchema = z.tuple([z.int()]);

/**
 * Reads the changes of one object, newest first, without those that were undone.
 * @param alsoOf objects that were merged into it, whose changes are part of its history.
 * @param hidden fields that people would not call news, such as the place in a column.
 */
export function readHistoryPage(
  db: Executor,
  {
    kind,
    subjectId,
    alsoOf = [],
    hidden = [],
  }: { kind: string; subjectId: string; alsoOf?: readonly string[]; hidden?: readonly string[] },
  query: { cursor?: string | undefined; limit: number },
): Promise<{ rows: HistoryRow[]; nextCursor: string | null }> {
  return fetchPage(
    query,
    placeSchema,
    async (after, count) => {
      const { rows } = await sql<Omit<HistoryRow, "id"> & { id: number | string }>`
        SELECT id, change_id AS "changeId", subject_id AS "subjectId", actor_id AS "actorId", at, field, before, after
        FROM object_changes
        WHERE subject_id = ANY(${[subjectId, ...alsoOf]}::uuid[]) AND subject_kind = ${kind} AND undone_at IS NULL
          AND field <> ALL (${hidden}::text[]) AND id < ${after?.[0] ?? Number.MAX_SAFE_INTEGER}
        ORDER BY id DESC LIMIT ${count}`.execute(db);
      return rows.map((row) => ({ ...row, id: String(row.id) }));
    },
    (row) => [Number(row.id)],
  );
}

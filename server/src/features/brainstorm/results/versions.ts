import {
  type BoardPhase,
  type BoardVersionReason,
  maxBoardVersions,
} from "@atoll/contract/brainstorm/limits";
import type { BoardVersion } from "@atoll/contract/brainstorm/schemas";
import type { IdentifiedElement } from "@atoll/contract/documents/canvas";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import { exactInstant, fetchPage, isBehind, placeInTime } from "../../../platform/page.ts";
import type { Database, Tables } from "../../../tables.ts";
import { boardKind } from "../board-kind.ts";

/** Keeps the canvas of a board as it is in the caller's transaction. The oldest hourly versions make room. */
export async function keepVersion(
  tx: Database,
  boardId: string,
  { reason, phase }: { reason: BoardVersionReason; phase: BoardPhase | null },
): Promise<void> {
  await sql`
    INSERT INTO board_versions (board_id, reason, phase, sequence, note_count, elements)
    SELECT b.id, ${reason}, ${phase}, d.sequence, count(e.id) FILTER (WHERE e.kind = 'note'),
      coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'authorId', e.author_id, 'element', e.content) ORDER BY e.id)
        FILTER (WHERE e.id IS NOT NULL), '[]')
    FROM boards b JOIN documents d ON d.subject_id = b.id AND d.subject_kind = ${sql.lit(boardKind)}
      LEFT JOIN board_elements e ON e.board_id = b.id AND e.gone_at IS NULL
    WHERE b.id = ${boardId} GROUP BY b.id, d.sequence`.execute(tx);
  await sql`
    DELETE FROM board_versions WHERE id IN (
      SELECT id FROM board_versions WHERE board_id = ${boardId}
      ORDER BY reason = 'hourly', created_at DESC, id DESC OFFSET ${sql.lit(maxBoardVersions)})`.execute(tx);
}

/** Every hour, a version of each board whose canvas has changed since its last one. */
export function boardVersionsJob(): Job<Tables> {
  return {
    name: "brainstorm.versions",
    cron: "12 * * * *",
    async run({ tx, signal }) {
      await keepHourlyVersions(tx, signal);
    },
  };
}

/** Keeps a version of each board that has changed, and lets the search catch up with it. */
export async function keepHourlyVersions(tx: Database, signal?: AbortSignal): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT b.id FROM boards b JOIN documents d ON d.subject_id = b.id AND d.subject_kind = ${sql.lit(boardKind)}
    WHERE d.sequence > coalesce((SELECT max(v.sequence) FROM board_versions v WHERE v.board_id = b.id), 0)`.execute(
    tx,
  );
  for (const { id } of rows) {
    signal?.throwIfAborted();
    await keepVersion(tx, id, { reason: "hourly", phase: null });
    // A node that was killed may not have indexed what was written last.
    await sql`SELECT search_index('board', ARRAY[${id}::uuid])`.execute(tx);
  }
}

const shown = ["id", "reason", "phase", "note_count", "created_at"] as const;

/** A page of the versions of a board, the newest first. */
export async function listVersions(
  db: Database,
  boardId: string,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ items: BoardVersion[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await fetchPage(
    page,
    placeInTime,
    (after, count) =>
      db
        .selectFrom("board_versions as v")
        .select(shown)
        .select(exactInstant("v.created_at").as("exact_created_at"))
        .where("board_id", "=", boardId)
        .where(isBehind("v.created_at", "v.id", after))
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(count)
        .execute(),
    (row) => [row.exact_created_at, row.id],
  );
  return { items: rows.map(present), nextCursor };
}

/** A version with its elements. @throws {AppError} `board_version_not_found`. */
export async function readVersion(
  db: Database,
  boardId: string,
  versionId: string,
): Promise<BoardVersion & { elements: IdentifiedElement[] }> {
  const row = await db
    .selectFrom("board_versions")
    .select([...shown, "elements"])
    .where("id", "=", versionId)
    .where("board_id", "=", boardId)
    .executeTakeFirst();
  if (!row) throw new AppError("board_version_not_found");
  return { ...present(row), elements: row.elements };
}

function present(row: {
  id: string;
  reason: BoardVersionReason;
  phase: BoardPhase | null;
  note_count: number;
  created_at: Date;
}): BoardVersion {
  return {
    id: row.id,
    reason: row.reason,
    phase: row.phase,
    noteCount: row.note_count,
    createdAt: row.created_at.toISOString(),
  };
}

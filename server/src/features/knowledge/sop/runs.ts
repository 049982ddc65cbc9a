import type { SopRun } from "@atoll/contract/knowledge/run-schema";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { exactInstant, fetchPage, isBehind, placeInTime } from "../../../platform/page.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import type { People } from "../../people/public.ts";
import { parseSteps, personIn } from "../model/present.ts";
import { isReadable } from "../model/readable.ts";

interface Tick {
  step_id: string;
  done_by: string;
  done_at: string;
}

function selectRuns(db: Database) {
  return db
    .selectFrom("sop_runs as r")
    .innerJoin("article_versions as v", (join) =>
      join.onRef("v.article_id", "=", "r.article_id").onRef("v.number", "=", "r.version"),
    )
    .select([
      "r.id",
      "r.article_id",
      "r.version",
      "r.name",
      "r.note",
      "r.started_by",
      "r.started_at",
      "r.ended_by",
      "r.ended_at",
      "r.revision",
      "v.steps",
      exactInstant("r.started_at").as("started"),
      sql<
        Tick[]
      >`coalesce((SELECT json_agg(json_build_object('step_id', t.step_id, 'done_by', t.done_by, 'done_at', t.done_at))
        FROM sop_run_ticks t WHERE t.run_id = r.id), '[]')`.as("ticks"),
    ]);
}

type RunRow = Awaited<ReturnType<ReturnType<typeof selectRuns>["execute"]>>[number];

/** A page of the runs of a procedure that the viewer may read, the newest first. */
export async function listRuns(
  sources: { db: Database; people: People },
  articleId: string,
  page: { state?: "open" | "ended" | undefined; cursor?: string | undefined; limit: number },
): Promise<{ items: SopRun[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await fetchPage(
    page,
    placeInTime,
    (after, count) =>
      selectRuns(sources.db)
        .where("r.article_id", "=", articleId)
        .$if(page.state !== undefined, (runs) =>
          runs.where("r.ended_at", page.state === "open" ? "is" : "is not", null),
        )
        .where(isBehind("r.started_at", "r.id", after))
        .orderBy("r.started_at", "desc")
        .orderBy("r.id", "desc")
        .limit(count)
        .execute(),
    (row) => [row.started, row.id],
  );
  return { items: await presentRuns(sources.people, rows), nextCursor };
}

/**
 * A run of a procedure that the viewer may read.
 * @throws {AppError} `run_not_found`.
 */
export async function openRun(
  { db, people }: { db: Database; people: People },
  viewer: RequestViewer,
  runId: string,
): Promise<SopRun> {
  const row = await selectRuns(db)
    .where("r.id", "=", runId)
    .where(sql<boolean>`EXISTS (SELECT FROM articles a WHERE a.id = r.article_id AND ${isReadable(viewer)})`)
    .executeTakeFirst();
  const [run] = row ? await presentRuns(people, [row]) : [];
  if (!run) throw new AppError("run_not_found");
  return run;
}

async function presentRuns(people: People, rows: readonly RunRow[]): Promise<SopRun[]> {
  const known = await people.of(
    rows.flatMap(({ started_by, ended_by, ticks }) => [
      started_by,
      ...(ended_by === null ? [] : [ended_by]),
      ...ticks.map(({ done_by }) => done_by),
    ]),
  );
  return rows.map((row) => {
    const ticks = new Map(row.ticks.map((tick) => [tick.step_id, tick]));
    const steps = parseSteps(row.steps).map(({ id, title }) => {
      const tick = ticks.get(id);
      return {
        id,
        title,
        doneAt: tick ? new Date(tick.done_at).toISOString() : null,
        doneBy: tick ? personIn(known, tick.done_by) : null,
      };
    });
    return {
      id: row.id,
      articleId: row.article_id,
      name: row.name,
      version: row.version,
      startedBy: personIn(known, row.started_by),
      startedAt: row.started_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
      endedBy: row.ended_by === null ? null : personIn(known, row.ended_by),
      isDone: steps.every(({ doneAt }) => doneAt !== null),
      note: row.note,
      steps,
      revision: row.revision,
    };
  });
}

import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { createOnce, hashSent, insertNew } from "../../../platform/create-once.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { type BroadcastSources, type HeardRow, roomsOf } from "../model/broadcast.ts";
import { lockArticle } from "../model/lock-article.ts";
import { parseSteps } from "../model/present.ts";
import { isReadable } from "../model/readable.ts";

/**
 * Starts a run of the published version of a procedure. The version stays what the run shows, whatever is published later.
 * @throws {AppError} `article_not_found`, `article_not_published`, `run_id_taken`; `run_without_steps` for a page that has
 *   no steps.
 */
export async function startRun(
  { db, realtime }: BroadcastSources,
  viewer: RequestViewer,
  articleId: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const sent = { byId: viewer.id, hash: hashSent(articleId, name) };
  const article = await transact(db, async (tx) => {
    const locked = await lockArticle(tx, viewer, articleId);
    const { version } = locked;
    if (locked.status !== "PUBLISHED" || version === null) throw new AppError("article_not_published");
    const { steps } = await tx
      .selectFrom("article_versions")
      .select("steps")
      .where("article_id", "=", articleId)
      .where("number", "=", version)
      .executeTakeFirstOrThrow();
    if (parseSteps(steps).length === 0) throw new AppError("run_without_steps");
    await createOnce(sent, {
      insert: async () => {
        return insertNew(
          tx.insertInto("sop_runs").values({
            id,
            article_id: articleId,
            version,
            name,
            started_by: viewer.id,
            sent_hash: sent.hash,
          }),
        );
      },
      find: () =>
        tx.selectFrom("sop_runs").select(["started_by", "sent_hash"]).where("id", "=", id).executeTakeFirst(),
      sentOf: (row) => ({ byId: row.started_by, hash: row.sent_hash }),
      taken: "run_id_taken",
    });
    return locked;
  });
  realtime.sendToOthers(roomsOf(article), [], "article.run", { articleId, runId: id });
}

/**
 * Ticks a step, or takes the tick back. Who ticked it first, and when, stays.
 * @throws {AppError} `run_not_found`, also for a step that the run does not have; `run_over`.
 */
export function setTick(
  sources: BroadcastSources,
  viewer: RequestViewer,
  { runId, stepId }: { runId: string; stepId: string },
  isDone: boolean,
): Promise<void> {
  return changeRun(sources, viewer, runId, async (tx, run) => {
    if (run.ended_at !== null) throw new AppError("run_over");
    if (!parseSteps(run.steps).some(({ id }) => id === stepId)) throw new AppError("run_not_found");
    if (isDone)
      await tx
        .insertInto("sop_run_ticks")
        .values({ run_id: runId, step_id: stepId, done_by: viewer.id })
        .onConflict((there) => there.columns(["run_id", "step_id"]).doNothing())
        .execute();
    else
      await tx
        .deleteFrom("sop_run_ticks")
        .where("run_id", "=", runId)
        .where("step_id", "=", stepId)
        .execute();
    return {};
  });
}

/**
 * Writes the note of a run.
 * @throws {AppError} `run_not_found`, `run_over`, `changed_meanwhile`.
 */
export function setRunNote(
  sources: BroadcastSources,
  viewer: RequestViewer,
  runId: string,
  { note, revision }: { note: string; revision: number },
): Promise<void> {
  return changeRun(sources, viewer, runId, async (_tx, run) => {
    if (run.ended_at !== null) throw new AppError("run_over");
    assertNotChanged({ version: run.revision }, revision);
    return { note };
  });
}

/**
 * Ends a run; again changes nothing.
 * @throws {AppError} `run_not_found`.
 */
export function endRun(sources: BroadcastSources, viewer: RequestViewer, runId: string): Promise<void> {
  return changeRun(sources, viewer, runId, async (_tx, run) =>
    run.ended_at === null ? { ended_at: sql<Date>`now()`, ended_by: viewer.id } : {},
  );
}

type LockedRun = NonNullable<Awaited<ReturnType<typeof lockRun>>>;

interface RunChange {
  note?: string;
  ended_at?: RawBuilder<Date>;
  ended_by?: string;
}

async function changeRun(
  { db, realtime }: BroadcastSources,
  viewer: RequestViewer,
  runId: string,
  change: (tx: Database, run: LockedRun) => Promise<RunChange>,
): Promise<void> {
  const article = await transact(db, async (tx) => {
    const run = await lockRun(tx, viewer, runId);
    if (!run) throw new AppError("run_not_found");
    const set = await change(tx, run);
    // The revision is that of the note: a step that is ticked while somebody writes the note is no conflict with it.
    if (Object.keys(set).length > 0)
      await tx
        .updateTable("sop_runs")
        .set({ ...set, revision: sql`revision + 1` })
        .where("id", "=", runId)
        .execute();
    return run;
  });
  const heard: HeardRow = { ...article, id: article.article_id };
  realtime.sendToOthers(roomsOf(heard), [], "article.run", { articleId: article.article_id, runId });
}

function lockRun(tx: Database, viewer: RequestViewer, runId: string) {
  return tx
    .selectFrom("sop_runs as r")
    .innerJoin("article_versions as v", (join) =>
      join.onRef("v.article_id", "=", "r.article_id").onRef("v.number", "=", "r.version"),
    )
    .innerJoin("articles as a", "a.id", "r.article_id")
    .select([
      "r.article_id",
      "r.ended_at",
      "r.revision",
      "v.steps",
      "a.kind",
      "a.owner_id",
      "a.created_by",
      "a.reviewer_id",
      "a.status",
      "a.shown_department_ids",
      "a.shown_role_ids",
      "a.is_shared",
    ])
    .where("r.id", "=", runId)
    .where(isReadable(viewer))
    .forUpdate("r")
    .executeTakeFirst();
}

import { automationLogDays, maxDepth, maxRunsAMinute } from "@atoll/contract/automations/limits";
import type { Automation } from "@atoll/contract/automations/schemas";
import { canManageAutomations } from "@atoll/contract/permissions";
import { type Selectable, sql } from "kysely";
import { notifyTopics } from "../../notify-topics.ts";
import { AppError } from "../../platform/app-error.ts";
import { asProgram, transact } from "../../platform/database/transact.ts";
import { RefusedCall } from "../../platform/http/inner-calls.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import { createAlarm } from "../../platform/turns/one-at-a-time.ts";
import type { LivePart, RequestViewer, SliceContext } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import { presentViewerOf } from "../identity/public.ts";
import { ownRoom } from "../people/public.ts";
import { type AutomationRow, accessPlace, automationsRoom, kindOfRun, orNull } from "./access.ts";
import { askForApproval, isDeclinedBefore, wakeEndedApprovals, withDecision } from "./approvals.ts";
import { endRuns } from "./manage-automations.ts";
import { notifyOwner } from "./notification-kinds.ts";
import { isHeld, isTemporary, note, runAction } from "./run-action.ts";
import { startDue } from "./start-due.ts";
import { isMatching, readSubject } from "./subjects.ts";

type RunRow = Selectable<Tables["automation_runs"]>;

/** Longer than a run takes. After that, the node that took it counts as dead. */
const lease = sql.lit("2 minutes");
const maxTries = 8;
const firstPauseMs = 5_000;
/** Events that are matched at once. */
const batch = 200;
/** Runs of one node at a time. */
const concurrent = 4;
/** How long automations wait until they look again whether read-only maintenance is over. */
const heldForMs = 2_000;

/**
 * Matches changes with automations and runs these, on whichever node is first. During read-only maintenance, everything
 * stays due, also for owners who are super administrators.
 */
export function watchAutomations(context: SliceContext): LivePart {
  const { db, log, realtime } = context;
  let isWaiting = false;
  const alarm = createAlarm({
    async ring(signal) {
      while (!signal.aborted) {
        isWaiting = await isReadOnly(context);
        if (isWaiting) return;
        const matched = await matchEvents(db);
        const fired = await startDue(db);
        const ran = await runDue(context, signal);
        if (matched + fired + ran === 0) return;
      }
    },
    untilNextMs: async () => (isWaiting ? heldForMs : untilNextMs(db)),
    onFailure(error) {
      log.warn({ err: error }, "automations run later");
      setTimeout(alarm.now, firstPauseMs).unref();
    },
  });
  const broadcast = (personId: string) => realtime.sendHere(ownRoom(personId), "approvals.changed", {});
  return {
    topics: { [notifyTopics.automationsDue]: alarm.now, [notifyTopics.approvalChanged]: broadcast },
    // The missed changes are unknown, so that everyone's requests may have changed.
    onGap() {
      alarm.now();
      for (const userId of new Set(realtime.identities().map((identity) => identity.userId)))
        broadcast(userId);
    },
    stop: alarm.stop,
  };
}

/** Returns whether read-only maintenance is running. */
async function isReadOnly({ admitWrite }: SliceContext): Promise<boolean> {
  try {
    await admitWrite(undefined);
    return false;
  } catch (error) {
    if (isHeld(error)) return true;
    throw error;
  }
}

/** Deletes what is older than the log, and wakes the nodes for anything that they have missed. */
export function sweepAutomationsJob(): Job<Tables> {
  return {
    name: "automations.sweep",
    cron: "* * * * *",
    async run({ tx }) {
      await sql`DELETE FROM automation_runs
        WHERE settled_at < now() - make_interval(days => ${sql.lit(automationLogDays)})`.execute(tx);
      await wakeEndedApprovals(tx);
      await sql`SELECT pg_notify(${notifyTopics.automationsDue}, '')`.execute(tx);
    },
  };
}

/**
 * Turns changes into runs of the automations that watch for them, each once. An automation does not start itself, and one
 * that too many others led to is only logged. Returns the number of changes.
 */
async function matchEvents(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH taken AS (
      DELETE FROM automation_events WHERE number IN (
        SELECT number FROM automation_events ORDER BY number LIMIT ${sql.lit(batch)} FOR UPDATE SKIP LOCKED)
      RETURNING *
    ), started AS (
      INSERT INTO automation_runs (automation_id, event_key, subject_id, at, depth, state, reason, settled_at)
      SELECT a.id, concat(e.kind, ' ', CASE WHEN e.value IS NULL THEN e.subject_id::text ELSE e.number::text END),
        e.subject_id, e.at, e.depth,
        CASE WHEN e.depth < ${maxDepth} THEN 'waiting' ELSE 'skipped' END,
        CASE WHEN e.depth < ${maxDepth} THEN NULL ELSE 'Too many automations started each other' END,
        CASE WHEN e.depth < ${maxDepth} THEN NULL::timestamptz ELSE now() END
      FROM taken e JOIN automations a ON a.place_id = e.place_id AND a.trigger_kind = e.kind AND a.is_on
        AND a.on_since <= e.at AND a.id IS DISTINCT FROM e.by_automation
      WHERE coalesce(a.trigger ->> 'to', e.value, '') = coalesce(e.value, '')
        AND (e.kind <> 'message.posted' OR EXISTS (SELECT FROM messages m WHERE m.id = e.subject_id
          AND strpos(lower(m.content), lower(a.trigger ->> 'text')) > 0))
      ON CONFLICT (automation_id, event_key) DO NOTHING
    ) SELECT count(*)::int AS count FROM taken`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Takes due runs and does them, with the parts that their automations have at the first try. Returns how many there were.
 */
async function runDue(context: SliceContext, signal: AbortSignal): Promise<number> {
  const { rows } = await sql<RunRow>`
    UPDATE automation_runs r SET due_at = now() + ${lease}::interval, tries = r.tries + 1,
      parts = coalesce(r.parts,
        jsonb_build_object('trigger', a.trigger, 'conditions', a.conditions, 'actions', a.actions))
    FROM (SELECT id FROM automation_runs WHERE state = 'waiting' AND due_at <= now()
      ORDER BY due_at, number LIMIT ${sql.lit(concurrent)} FOR UPDATE SKIP LOCKED) due, automations a
    WHERE r.id = due.id AND a.id = r.automation_id RETURNING r.*`.execute(context.db);
  await Promise.all(rows.map((run) => settle(context, run, signal)));
  return rows.length;
}

/** Does a run, and notes how it ended. */
async function settle(context: SliceContext, run: RunRow, signal: AbortSignal): Promise<void> {
  const { db, log, realtime } = context;
  const row = await db
    .selectFrom("automations")
    .selectAll()
    .where("id", "=", run.automation_id)
    .executeTakeFirst();
  if (!row) return;
  // It may have been edited after the first try.
  const automation = { ...row, ...run.parts };
  try {
    const mark = { automationId: automation.id, depth: run.depth + 1 };
    const skipped = await asProgram(mark, () => doRun(context, automation, run, signal));
    if (skipped !== parked)
      await end(db, run.id, skipped === undefined ? "done" : "skipped", skipped ?? null);
  } catch (error) {
    // Maintenance that starts during a run takes no try. The run is due again at once, as soon as it is over.
    const isPaused = isHeld(error);
    const isOver = !isPaused && (!isTemporary(error) || run.tries >= maxTries);
    if (!(error instanceof AppError || error instanceof RefusedCall))
      log.warn({ err: error, automation: automation.id }, "an automation is run again");
    if (isOver) await end(db, run.id, "failed", reasonOf(error));
    else {
      const pauseMs = signal.aborted || isPaused ? 0 : firstPauseMs * 2 ** (run.tries - 1);
      await sql`UPDATE automation_runs SET due_at = now() + make_interval(secs => ${pauseMs / 1000}),
        tries = ${isPaused ? run.tries - 1 : run.tries}, reason = ${reasonOf(error)}
        WHERE id = ${run.id} AND state = 'waiting'`.execute(db);
    }
  }
  realtime.send(ownRoom(automation.owner_id), "automations.changed", {});
}

async function end(
  db: Database,
  runId: string,
  state: RunRow["state"],
  reason: string | null,
): Promise<void> {
  await sql`UPDATE automation_runs SET state = ${state}, reason = ${reason}, settled_at = now(), parts = NULL
    WHERE id = ${runId} AND state = 'waiting'`.execute(db);
}

/** Refusals are texts for people. Other errors only go to the log of the server. */
function reasonOf(error: unknown): string {
  return error instanceof RefusedCall || error instanceof AppError ? error.message : "Something went wrong";
}

/** A run waits for a decision, and is due again with it. */
const parked = Symbol("parked");

/** Returns why nothing was done. Undefined if the actions were done. */
async function doRun(
  context: SliceContext,
  automation: AutomationRow,
  run: RunRow,
  signal: AbortSignal,
): Promise<string | undefined | typeof parked> {
  const { db, viewers } = context;
  if (!automation.is_on) return "It was switched off";
  const { owner_id: userId, session_id: sessionId, trigger } = automation;
  const place = { kind: automation.place_kind, id: automation.place_id };
  const owner = sessionId ? await presentViewerOf(viewers, { userId, sessionId }) : undefined;
  if (!owner) return stop(context, automation, "access_ended");
  if (!(await mayManage(db, owner, place))) return stop(context, automation, "right_lost");
  if (await isTooOften(db, automation.id)) return stop(context, automation, "too_many_runs");
  if (kindOfRun(run) !== trigger.kind) return "It was edited before it ran";
  const event = { trigger, subjectId: run.subject_id };
  const subject = await readSubject(context, owner, place, event);
  if (!subject) return "Its owner cannot see what started it, or it is gone";
  // With a turn, it has matched before: what it waited for must not end it.
  if (run.turn === null && !(await isMatching(context, owner, place, event, automation.conditions)))
    return "The conditions did not match";
  const turn = run.turn ?? (await takeTurn(db, automation.id, run.id));
  const running = { runId: run.id, automation, owner, subject, subjectId: run.subject_id, turn, signal };
  for (let index = run.results.length; index < automation.actions.length; index += 1) {
    const action = automation.actions[index];
    if (!action) break;
    const isDeclined = await isDeclinedBefore(db, running, index);
    if ((action.when === "declined") !== isDeclined) {
      await note(db, run.id, index, { text: isDeclined ? "Not done: declined" : "Not needed", link: null });
      continue;
    }
    if (action.do !== "approval.ask") {
      await runAction(context, await withDecision(db, running, index), index);
      continue;
    }
    // As for other actions: nothing is written while Atoll is read-only.
    await context.admitWrite(undefined);
    const outcome = await askForApproval(context, running, index, action);
    if (outcome === "open") return parked;
    if (outcome === "expired")
      return `Nobody decided within ${action.days} ${action.days === 1 ? "day" : "days"}`;
  }
  return undefined;
}

async function mayManage(db: Database, owner: RequestViewer, place: Parameters<typeof accessPlace>[2]) {
  return canManageAutomations(owner) && (await orNull(accessPlace(db, owner, place))) !== null;
}

/** Tasks and questions that are due together do not count: they start nothing over and over. */
async function isTooOften(db: Database, automationId: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM automation_runs
    WHERE automation_id = ${automationId} AND at > now() - interval '1 minute'
      AND NOT starts_with(event_key, 'task.due ') AND NOT starts_with(event_key, 'question.unanswered ')`.execute(
    db,
  );
  return (rows[0]?.count ?? 0) > maxRunsAMinute;
}

/** Gives a run its place in the turn of assignments, which it keeps when it is repeated. */
async function takeTurn(db: Database, automationId: string, runId: string): Promise<number> {
  const { rows } = await sql<{ turn: number }>`
    WITH next AS (UPDATE automations SET turn = (turn + 1) % 1000000 WHERE id = ${automationId} RETURNING turn)
    UPDATE automation_runs SET turn = coalesce(automation_runs.turn, next.turn) FROM next
    WHERE id = ${runId} RETURNING automation_runs.turn`.execute(db);
  return rows[0]?.turn ?? 0;
}

const stopped: Record<NonNullable<Automation["stopReason"]>, string> = {
  access_ended: "Its owner cannot sign in, or all their sessions were ended",
  right_lost: "Its owner may not manage automations there any more",
  too_many_runs: `It ran more than ${maxRunsAMinute} times in a minute`,
};

/** Switches an automation off, and notifies its owner. */
async function stop(
  { db, realtime }: SliceContext,
  automation: AutomationRow,
  reason: NonNullable<Automation["stopReason"]>,
): Promise<string> {
  await transact(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("automations")
      .set(({ eb }) => ({ is_on: false, stop_reason: reason, version: eb("version", "+", 1) }))
      .where("id", "=", automation.id)
      .where("is_on", "=", true)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await endRuns(tx, automation);
    await notifyOwner(tx, automation, { act: "switched off", reason: stopped[reason] });
  });
  realtime.send(automationsRoom, "automations.changed", {});
  return stopped[reason];
}

/** Returns the time until something is due. Undefined if nothing is. */
async function untilNextMs(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT (extract(epoch FROM least(
      (SELECT min(due_at) FROM automation_runs WHERE state = 'waiting'),
      (SELECT min(next_at) FROM automations WHERE is_on AND next_at IS NOT NULL)) - clock_timestamp()) * 1000)::float8 AS ms`.execute(
    db,
  );
  return rows[0]?.ms ?? undefined;
}

import type { Approval } from "@atoll/contract/automations/approval-schemas";
import { automationRoutes } from "@atoll/contract/automations/routes";
import type { RouteInput } from "@atoll/contract/route";
import { sql } from "kysely";
import { notifyTopics } from "../../notify-topics.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordAct } from "../../platform/audit.ts";
import { transact } from "../../platform/database/transact.ts";
import { exactInstant, fetchPage, isBehind, placeInTime } from "../../platform/page.ts";
import type { Changer, Colleague, RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { findAbsent } from "../identity/public.ts";
import { refreshNotifications } from "../notifications/public.ts";
import {
  type Answer,
  answersOf,
  lockApproval,
  lockRun,
  readFor,
  type Sources,
  waitText,
} from "./approvals.ts";
import { fillLine } from "./fill-text.ts";

/** Registers the routes of those who are asked for their approval. */
export function registerApprovals(context: SliceContext): void {
  const { routes } = context;
  routes.route(automationRoutes.listApprovals, ({ query }, { viewer }) =>
    listApprovals(context, viewer, query),
  );
  routes.route(automationRoutes.getApproval, async ({ params }, { viewer }) => ({
    approval: await getApproval(context, viewer, params.approvalId),
  }));
  routes.route(automationRoutes.answerApproval, async ({ params, body }, { viewer, request }) => {
    await answerApproval(context, { ...viewer, address: request.ip }, params.approvalId, body);
    return { approval: await getApproval(context, viewer, params.approvalId) };
  });
}

/** The requests that ask a person, as `ap`, with what their runs are about. */
const selectAsked = (db: Database, personId: string) =>
  db
    .selectFrom("approval_answers as mine")
    .innerJoin("approvals as ap", "ap.id", "mine.approval_id")
    .innerJoin("automation_runs as r", "r.id", "ap.run_id")
    .innerJoin("automations as a", "a.id", "r.automation_id")
    .innerJoin("profiles as owner", "owner.id", "a.owner_id")
    .selectAll("ap")
    .select(["a.place_kind", "a.place_id", "a.name", "a.id as automation_id", "owner.name as owner_name"])
    .select(["r.event_key", "r.subject_id", "mine.is_approved"])
    .where("mine.person_id", "=", personId);

type Asked = NonNullable<Awaited<ReturnType<ReturnType<typeof selectAsked>["executeTakeFirst"]>>>;

async function present(sources: Sources, viewer: Colleague, row: Asked): Promise<Approval | undefined> {
  const subject = await readFor(sources, viewer, row);
  if (!subject) return undefined;
  const answers = await answersOf(sources.db, row.id);
  return {
    id: row.id,
    text: fillLine(row.text, subject.values, 500),
    ...{ automation: row.name, owner: row.owner_name },
    subject: subject.link === null ? null : { title: subject.title, link: subject.link },
    needs: row.needs_all ? "all" : "one",
    ...{ state: row.state, endReason: row.end_reason },
    ...{ at: row.created_at.toISOString(), endsAt: row.ends_at.toISOString() },
    people: answers.map((one) => ({
      ...{ id: one.person_id, name: one.name, isApproved: one.is_approved, reason: one.reason },
      answeredAt: one.answered_at?.toISOString() ?? null,
    })),
  };
}

/** Lists a page of the requests that ask the viewer. Those about what they cannot see any more are left out. */
async function listApprovals(
  context: SliceContext,
  viewer: RequestViewer,
  { open, ...query }: RouteInput<typeof automationRoutes.listApprovals>["query"],
) {
  const isOpen = sql<boolean>`(ap.state = 'open' AND mine.is_approved IS NULL)`;
  const { rows, nextCursor } = await fetchPage(
    query,
    placeInTime,
    (after, count) =>
      selectAsked(context.db, viewer.id)
        .select(exactInstant("mine.asked_at").as("exact_at"))
        .where(open === "true" ? isOpen : sql<boolean>`NOT ${isOpen}`)
        .where(isBehind("mine.asked_at", "mine.approval_id", after))
        .orderBy("mine.asked_at", "desc")
        .orderBy("mine.approval_id", "desc")
        .limit(count)
        .execute(),
    ({ exact_at, id }): [string, string] => [exact_at, id],
  );
  const items = await Promise.all(rows.map((row) => present(context, viewer, row)));
  return { items: items.filter((one) => one !== undefined), nextCursor };
}

/** @throws {AppError} `approval_not_found`, also if the viewer cannot see what it is about. */
async function getApproval(sources: Sources, viewer: RequestViewer, id: string): Promise<Approval> {
  const row = await selectAsked(sources.db, viewer.id).where("ap.id", "=", id).executeTakeFirst();
  const approval = row && (await present(sources, viewer, row));
  if (!approval) throw new AppError("approval_not_found");
  return approval;
}

/**
 * Answers a request for the viewer, who can see what it is about at this moment. The deciding answer lets the run go on,
 * in the same transaction. The same answer again changes nothing.
 * @throws {AppError} `approval_not_found`, `approval_settled`.
 */
function answerApproval(
  { db, people, publicUrl }: Sources,
  viewer: Changer & RequestViewer,
  id: string,
  { isApproved, reason }: RouteInput<typeof automationRoutes.answerApproval>["body"],
): Promise<void> {
  return transact(db, async (tx) => {
    const asked = await selectAsked(tx, viewer.id).where("ap.id", "=", id).executeTakeFirst();
    if (!asked || !(await readFor({ db: tx, people, publicUrl }, viewer, asked)))
      throw new AppError("approval_not_found");
    const run = await lockRun(tx, asked.run_id);
    const approval = await lockApproval(tx, id);
    if (!run || !approval) throw new AppError("approval_not_found");
    const answers = await answersOf(tx, id);
    const own = answers.find((one) => one.person_id === viewer.id);
    if (own?.is_approved === isApproved) return;
    const isOpen = approval.state === "open" && run.state === "waiting" && approval.ends_at > new Date();
    if (!isOpen || own?.is_approved !== null) throw new AppError("approval_settled");
    await sql`UPDATE approval_answers SET is_approved = ${isApproved}, reason = ${reason},
        answered_at = clock_timestamp()
      WHERE approval_id = ${id} AND person_id = ${viewer.id}`.execute(tx);
    const answered = await answersOf(tx, id);
    const state = isApproved ? "approved" : "declined";
    // Colleagues who have left are not waited for.
    const isDecided = !isApproved || !approval.needs_all || !(await isAnybodyMissing(tx, answered));
    if (isDecided) {
      await sql`UPDATE approvals SET state = ${state}, settled_at = clock_timestamp() WHERE id = ${id}`.execute(
        tx,
      );
      await sql`UPDATE automation_runs SET due_at = now(), tries = 0, reason = NULL WHERE id = ${asked.run_id}`.execute(
        tx,
      );
      await sql`SELECT announce_after_commit(${notifyTopics.automationsDue}, '')`.execute(tx);
    } else {
      await sql`UPDATE automation_runs SET reason = ${waitText(approval, answered)} WHERE id = ${asked.run_id}`.execute(
        tx,
      );
      await refreshNotifications(tx, [{ kind: "approval.asked", subjectId: id }]);
    }
    await recordAct(tx, {
      action: `approval.${state}`,
      actor: { id: viewer.id, name: viewer.name },
      address: viewer.address,
      subject: { type: "automation", id: asked.automation_id, name: asked.name },
      after: { run: asked.run_id, reason, isDecided },
    });
  });
}

async function isAnybodyMissing(tx: Database, answers: readonly Answer[]): Promise<boolean> {
  for (const { person_id, is_approved } of answers)
    if (is_approved === null && (await findAbsent(tx, person_id))) return true;
  return false;
}

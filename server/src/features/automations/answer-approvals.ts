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
import { findAllAbsent, holdViewer } from "../identity/public.ts";
import { refreshNotifications } from "../notifications/public.ts";
import { ownRoom } from "../people/public.ts";
import {
  type Answer,
  answersOf,
  lockApproval,
  lockRun,
  readFor,
  type Sources,
  unanswered,
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
    .select(["a.place_kind", "a.place_id", "a.name", "a.id as automation_id"])
    .select(["a.owner_id", "owner.name as owner_name"])
    .select(["r.event_key", "r.subject_id", "mine.is_approved"])
    .where("mine.person_id", "=", personId);

type Asked = NonNullable<Awaited<ReturnType<ReturnType<typeof selectAsked>["executeTakeFirst"]>>>;

/** Presents a request. Undefined if the viewer cannot see what it is about. */
async function present(
  sources: Sources,
  viewer: Colleague,
  row: Asked,
  answers: readonly Answer[],
): Promise<Approval | undefined> {
  const subject = await readFor(sources, viewer, row);
  if (!subject) return undefined;
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

type ListQuery = RouteInput<typeof automationRoutes.listApprovals>["query"];

/**
 * Lists a page of the requests that ask the viewer. Those about what they cannot see any more are left out. A page of which
 * all are left out is skipped, because an empty page reads as the end of the list.
 */
async function listApprovals(context: SliceContext, viewer: RequestViewer, query: ListQuery) {
  const page = { items: [] as Approval[], nextCursor: query.cursor ?? null };
  for (let pages = 0; pages < maxSkippedPages; pages += 1) {
    const { rows, nextCursor } = await fetchAsked(context.db, viewer, {
      ...query,
      cursor: page.nextCursor ?? undefined,
    });
    page.nextCursor = nextCursor;
    const ids = rows.map(({ id }) => id);
    const answers = Map.groupBy(
      ids.length > 0 ? await answersOf(context.db, ...ids) : [],
      ({ approval_id }) => approval_id,
    );
    // One after another, so that a page takes one connection of the pool.
    for (const row of rows) {
      const approval = await present(context, viewer, row, answers.get(row.id) ?? []);
      if (approval) page.items.push(approval);
    }
    if (page.items.length > 0 || nextCursor === null) break;
  }
  return page;
}

const maxSkippedPages = 20;

function fetchAsked(db: Database, viewer: RequestViewer, { open, ...query }: ListQuery) {
  const isOpen = sql<boolean>`(ap.state = 'open' AND mine.is_approved IS NULL)`;
  return fetchPage(
    query,
    placeInTime,
    (after, count) =>
      selectAsked(db, viewer.id)
        .select(exactInstant("mine.asked_at").as("exact_at"))
        .where(open === "true" ? isOpen : sql<boolean>`NOT ${isOpen}`)
        .where(isBehind("mine.asked_at", "mine.approval_id", after))
        .orderBy("mine.asked_at", "desc")
        .orderBy("mine.approval_id", "desc")
        .limit(count)
        .execute(),
    ({ exact_at, id }): [string, string] => [exact_at, id],
  );
}

/** @throws {AppError} `approval_not_found`, also if the viewer cannot see what it is about. */
async function getApproval(sources: Sources, viewer: RequestViewer, id: string): Promise<Approval> {
  const row = await selectAsked(sources.db, viewer.id).where("ap.id", "=", id).executeTakeFirst();
  const approval = row && (await present(sources, viewer, row, await answersOf(sources.db, id)));
  if (!approval) throw new AppError("approval_not_found");
  return approval;
}

/**
 * Answers a request for the viewer, who can see what it is about at this moment. The deciding answer lets the run go on,
 * in the same transaction. The same answer again changes nothing.
 * @throws {AppError} `approval_not_found`, `approval_settled`.
 */
async function answerApproval(
  { db, people, publicUrl, realtime }: SliceContext,
  viewer: Changer & RequestViewer,
  id: string,
  { isApproved, reason }: RouteInput<typeof automationRoutes.answerApproval>["body"],
): Promise<void> {
  const ownerId = await transact(db, async (tx) => {
    const current = await holdViewer(tx, viewer);
    const asked = await selectAsked(tx, viewer.id).where("ap.id", "=", id).executeTakeFirst();
    if (!asked) throw new AppError("approval_not_found");
    const run = await lockRun(tx, asked.run_id);
    const approval = await lockApproval(tx, id);
    // After the locks, so that a right that was lost while it waited for them counts.
    const subject = await readFor({ db: tx, people, publicUrl }, current, asked);
    if (!run || !approval || !subject) throw new AppError("approval_not_found");
    const answers = await answersOf(tx, id);
    const own = answers.find((one) => one.person_id === viewer.id);
    if (own?.is_approved === isApproved) return undefined;
    const isOpen = approval.state === "open" && run.state === "waiting" && !approval.is_late;
    if (!isOpen || own?.is_approved !== null) throw new AppError("approval_settled");
    await sql`UPDATE approval_answers SET is_approved = ${isApproved}, reason = ${reason},
        answered_at = clock_timestamp()
      WHERE approval_id = ${id} AND person_id = ${viewer.id}`.execute(tx);
    const answered = await answersOf(tx, id);
    const state = isApproved ? "approved" : "declined";
    const isDecided =
      !isApproved || !approval.needs_all || !(await findAllAbsent(tx, unanswered(answered))).size;
    if (isDecided) await decide(tx, { id, runId: asked.run_id }, state);
    else {
      await sql`UPDATE automation_runs SET reason = ${waitText(approval, answered)} WHERE id = ${asked.run_id}`.execute(
        tx,
      );
      await refreshNotifications(tx, [{ kind: "approval.asked", subjectId: id }]);
      // The others who are asked see the answer, too.
      const personIds = answered.map(({ person_id }) => person_id).join("\n");
      await sql`SELECT announce_after_commit(${notifyTopics.approvalChanged}, ${personIds})`.execute(tx);
    }
    await recordAct(tx, {
      action: `approval.${state}`,
      actor: { id: viewer.id, name: viewer.name },
      address: viewer.address,
      subject: { type: "automation", id: asked.automation_id, name: asked.name },
      after: { run: asked.run_id, reason, isDecided },
    });
    return asked.owner_id;
  });
  // The log says who is still waited for.
  if (ownerId) realtime.send(ownRoom(ownerId), "automations.changed", {});
}

/** Decides a request, and makes its run due. The run and the request are locked. */
async function decide(
  tx: Database,
  { id, runId }: { id: string; runId: string },
  state: "approved" | "declined",
): Promise<void> {
  await sql`UPDATE approvals SET state = ${state}, settled_at = clock_timestamp() WHERE id = ${id}`.execute(
    tx,
  );
  await sql`UPDATE automation_runs SET due_at = now(), tries = 0, reason = NULL WHERE id = ${runId}`.execute(
    tx,
  );
  await sql`SELECT announce_after_commit(${notifyTopics.automationsDue}, '')`.execute(tx);
}

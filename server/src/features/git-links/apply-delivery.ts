import { type GitConnection, maxShownLinks } from "@atoll/contract/git-links/schemas";
import { canManageAutomations } from "@atoll/contract/permissions";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transact.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import { audiencesOfCards } from "../cards/public.ts";
import { changeAs, presentViewerOf } from "../identity/public.ts";
import { notify } from "../notifications/public.ts";
import { audiencesOfTasks } from "../tasks/public.ts";
import { connectionsRoom, findDepartments, findSubjects, type Subject } from "./access.ts";
import { endSession } from "./manage-connections.ts";
import { type Move, moveIdOf, moveSubject } from "./move-subject.ts";
import type { GitChange } from "./read-payload.ts";

/** Writes the links that follow from a delivery, and moves what its pull request names. */
export function applyDeliveryJob(context: SliceContext): Job<Tables, { deliveryId: string }> {
  return {
    name: "git-links.apply-delivery",
    run: ({ tx, data, signal }) => applyDelivery(context, tx, data.deliveryId, signal),
  };
}

async function findDelivery(tx: Database, deliveryId: string) {
  return tx
    .selectFrom("git_deliveries as d")
    .innerJoin("git_connections as g", "g.id", "d.connection_id")
    .select(["d.id", "d.number", "d.at", "d.changes", "d.connection_id", "g.department_id"])
    .select(["g.owner_id", "g.session_id", "g.name", "g.is_on", "g.moves_opened", "g.moves_merged"])
    .where("d.id", "=", deliveryId)
    .where("d.outcome", "=", "waiting")
    .executeTakeFirst();
}
export type Delivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

/**
 * The outcome is written in the transaction of the job. Links and moves are committed before: each has an identity that
 * follows from the delivery, so that a job that is done again changes nothing.
 */
async function applyDelivery(
  context: SliceContext,
  tx: Database,
  deliveryId: string,
  signal: AbortSignal,
): Promise<void> {
  const delivery = await findDelivery(tx, deliveryId);
  if (!delivery) return;
  const reason = await applyAsOwner(context, delivery, signal);
  await tx
    .updateTable("git_deliveries")
    .set({ changes: null, outcome: reason.isDone ? "done" : "ignored", detail: reason.detail })
    .where("id", "=", deliveryId)
    .execute();
  context.realtime.send(connectionsRoom, "git-connections.changed", {});
}

type Outcome = { isDone: boolean; detail: string };

async function applyAsOwner(
  context: SliceContext,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<Outcome> {
  const { db, viewers } = context;
  if (!delivery.is_on) return { isDone: false, detail: "The connection was paused" };
  const { owner_id: userId, session_id: sessionId } = delivery;
  const owner = sessionId ? await presentViewerOf(viewers, { userId, sessionId }) : undefined;
  if (!owner) return stop(db, delivery, "access_ended");
  if (!(await isStillManager(db, owner, delivery))) return stop(db, delivery, "right_lost");
  const { touched, moves, isNamed } = await changeAs(db, owner, async (tx, current) => {
    if (!(await isStillManager(tx, current, delivery))) throw new AppError("forbidden");
    return writeLinks(tx, current, delivery);
  });
  await broadcastLinks(context, touched);
  const reasons = new Set<string>();
  for (const move of moves) {
    signal.throwIfAborted();
    const reason = await moveSubject(context, owner, delivery, move, signal);
    if (reason !== undefined) reasons.add(reason);
  }
  if (!isNamed) return { isDone: false, detail: "It names no task or bug of this department" };
  if (touched.length === 0) return { isDone: false, detail: "It is older than what is shown" };
  return { isDone: true, detail: [...reasons].slice(0, 3).join(" ") };
}

async function isStillManager(db: Database, owner: RequestViewer, delivery: Delivery): Promise<boolean> {
  if (!canManageAutomations(owner)) return false;
  return (await findDepartments(db, owner, { ids: [delivery.department_id] })).length > 0;
}

/** Writes the links of a delivery, and claims the moves that follow from it. Each is claimed once for a link. */
async function writeLinks(
  tx: Database,
  owner: RequestViewer,
  delivery: Delivery,
): Promise<{ touched: Subject[]; moves: Move[]; isNamed: boolean }> {
  const touched = new Map<string, Subject>();
  const moves: Move[] = [];
  let isNamed = false;
  for (const change of delivery.changes ?? []) {
    const linked = change.kind === "commit" ? [] : await findLinked(tx, delivery, change);
    for (const subject of await findSubjects(tx, owner, delivery.department_id, [
      ...change.named,
      ...linked,
    ])) {
      isNamed = true;
      if (change.isGone) {
        if (await removeLink(tx, delivery, change, subject)) touched.set(subject.id, subject);
        continue;
      }
      const link = await writeLink(tx, delivery, change, subject);
      if (!link) continue;
      touched.set(subject.id, subject);
      const to = stepOf(delivery, change, link);
      if (to === null) continue;
      const changeId = moveIdOf(`${delivery.id} ${subject.id} ${to}`);
      const column = to === "opened" ? "opened_change" : "merged_change";
      const claimed = await tx
        .updateTable("git_links")
        .set({ [column]: changeId })
        .where("id", "=", link.id)
        .where((eb) => eb.or([eb(column, "is", null), eb(column, "=", changeId)]))
        .returning("id")
        .executeTakeFirst();
      if (claimed) moves.push({ subject, to, changeId });
    }
  }
  return { touched: [...touched.values()], moves, isNamed };
}

/** What a pull request or branch was linked with before: its state changes there, whatever it names now. */
async function findLinked(
  tx: Database,
  delivery: Delivery,
  { kind, externalId }: GitChange,
): Promise<string[]> {
  const rows = await tx
    .selectFrom("git_links")
    .select("subject_id")
    .where("connection_id", "=", delivery.connection_id)
    .where("kind", "=", kind)
    .where("external_id", "=", externalId)
    .limit(maxShownLinks)
    .execute();
  return rows.map(({ subject_id }) => subject_id);
}

type WrittenLink = { id: string; isNew: boolean };

/** Writes a link, unless what is there is newer. */
async function writeLink(
  tx: Database,
  { connection_id, number, at }: Delivery,
  change: GitChange,
  { kind, id }: Subject,
): Promise<WrittenLink | undefined> {
  const { rows } = await sql<WrittenLink>`
    INSERT INTO git_links AS l (connection_id, task_id, card_id, kind, external_id, repository, number, title, state,
      author, url, at, delivery, first_delivery)
    VALUES (${connection_id}, ${kind === "task" ? id : null}, ${kind === "card" ? id : null}, ${change.kind},
      ${change.externalId}, ${change.repository}, ${change.number}, ${change.title}, ${change.state}, ${change.author},
      ${change.url}, least(${change.at}::timestamptz, ${at}), ${number}, ${number})
    ON CONFLICT (connection_id, kind, external_id, subject_id) DO UPDATE SET title = excluded.title,
      state = excluded.state, author = coalesce(excluded.author, l.author), url = excluded.url, at = excluded.at,
      delivery = excluded.delivery
    WHERE (l.at, l.delivery) <= (excluded.at, excluded.delivery)
    RETURNING id, first_delivery = ${number} AS "isNew"`.execute(tx);
  return rows[0];
}

async function removeLink(
  tx: Database,
  { connection_id, number }: Delivery,
  { kind, externalId }: GitChange,
  subject: Subject,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("git_links")
    .where("connection_id", "=", connection_id)
    .where("kind", "=", kind)
    .where("external_id", "=", externalId)
    .where("subject_id", "=", subject.id)
    .where("delivery", "<=", number)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The move that follows from a change: a pull request is opened, or names the thing only later, or is merged. */
function stepOf(delivery: Delivery, { kind, state, step }: GitChange, link: WrittenLink): Move["to"] | null {
  if (kind !== "pull_request") return null;
  const isOpen = state === "open" || state === "draft";
  if (delivery.moves_opened && isOpen && (step === "opened" || link.isNew)) return "opened";
  return delivery.moves_merged && step === "merged" ? "merged" : null;
}

/** Tells everyone who may read these to look at their links again. */
export async function broadcastLinks(
  { db, realtime }: SliceContext,
  touched: readonly Subject[],
): Promise<void> {
  const idsOf = (kind: Subject["kind"]) => touched.filter((one) => one.kind === kind).map(({ id }) => id);
  const [tasks, cards] = [
    await audiencesOfTasks(db, idsOf("task")),
    await audiencesOfCards(db, idsOf("card")),
  ];
  for (const { id } of touched) {
    const rooms = tasks.get(id) ?? cards.get(id) ?? [];
    realtime.sendToOthers(rooms, [], "git-links.changed", { subjectId: id });
  }
}

const stopped: Record<NonNullable<GitConnection["stopReason"]>, string> = {
  access_ended: "Its owner cannot sign in, or all their sessions were ended",
  right_lost: "Its owner may not manage automations in this department any more",
};

/** Pauses a connection, and notifies its owner. One that was resumed since is not paused. */
async function stop(
  db: Database,
  { connection_id: id, owner_id, session_id, name }: Delivery,
  reason: NonNullable<GitConnection["stopReason"]>,
): Promise<Outcome> {
  await transact(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("git_connections")
      .set(({ eb }) => ({ is_on: false, stop_reason: reason, version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .where("owner_id", "=", owner_id)
      .where("session_id", "is not distinct from", session_id)
      .where("is_on", "=", true)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await endSession(tx, { session_id });
    // Without the right, the page of connections is not theirs to open.
    const link = reason === "right_lost" ? "/dashboard" : "/admin/repositories";
    const facts = { name, reason: stopped[reason], link };
    await notify(tx, { kind: "git-connection.stopped", subjectId: id, people: [owner_id], facts });
  });
  return { isDone: false, detail: stopped[reason] };
}

import type { GitConnection } from "@atoll/contract/git-links/schemas";
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
import { connectionsRoom, findDepartments, type NamedSubject, type Subject } from "./access.ts";
import { endSession } from "./manage-connections.ts";
import { type Move, moveSubject } from "./move-subject.ts";
import { findLinked, linksAtOnce, namingsOf, writeLinks } from "./write-links.ts";

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
type Delivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

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
  const [named, touched] = [new Map<string, NamedSubject>(), new Map<string, Subject>()];
  const all = namingsOf(await findLinked(db, delivery));
  for (let at = 0; at < all.length; at += linksAtOnce) {
    signal.throwIfAborted();
    const written = await changeAs(db, owner, async (tx, current) => {
      if (!(await isStillManager(tx, current, delivery))) throw new AppError("forbidden");
      return writeLinks(tx, current, delivery, all.slice(at, at + linksAtOnce));
    });
    for (const subject of written.named) named.set(subject.namedId, subject);
    for (const { kind, id } of written.touched) touched.set(id, { kind, id });
  }
  await broadcastLinks(context, [...touched.values()]);
  const reasons = new Set<string>();
  const moves = await findDueMoves(db, delivery, named);
  for (const move of moves) {
    signal.throwIfAborted();
    const { reason, isSettled } = await moveSubject(context, owner, delivery, move, signal);
    if (reason !== undefined) reasons.add(reason);
    if (isSettled) await settle(db, move);
  }
  if (named.size === 0) return { isDone: false, detail: "It names no task or bug of this department" };
  if (touched.size + moves.length === 0) return { isDone: false, detail: "It is older than what is shown" };
  return { isDone: true, detail: [...reasons].slice(0, 3).join(" ") };
}

async function isStillManager(db: Database, owner: RequestViewer, delivery: Delivery): Promise<boolean> {
  if (!canManageAutomations(owner)) return false;
  return (await findDepartments(db, owner, { ids: [delivery.department_id] })).length > 0;
}

/** Finds the moves that are due of what a delivery names, also those that an earlier one claimed. */
async function findDueMoves(
  db: Database,
  { connection_id }: Delivery,
  named: ReadonlyMap<string, NamedSubject>,
): Promise<Move[]> {
  const rows = await db
    .selectFrom("git_links")
    .select(["id", "subject_id", "due_move", "due_at", "opened_change", "merged_change"])
    .where("due_move", "is not", null)
    .where("connection_id", "=", connection_id)
    .where(sql<boolean>`subject_id = ANY(${[...named.keys()]}::uuid[])`)
    .execute();
  return rows.flatMap((row): Move[] => {
    const { due_move: to, due_at: since } = row;
    const changeId = to === "opened" ? row.opened_change : row.merged_change;
    const subject = named.get(row.subject_id);
    return to && since && changeId && subject ? [{ linkId: row.id, subject, to, since, changeId }] : [];
  });
}

async function settle(db: Database, { linkId, to }: Move): Promise<void> {
  await db
    .updateTable("git_links")
    .set({ due_move: null, due_at: null })
    .where("id", "=", linkId)
    .where("due_move", "=", to)
    .execute();
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

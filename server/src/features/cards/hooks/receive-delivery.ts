import { createHash } from "node:crypto";
import type { HookDelivery, HookKind } from "@atoll/contract/cards/hook-schemas";
import { hookDays } from "@atoll/contract/cards/limits";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import { rawBodyOf } from "../../../platform/http/raw-body.ts";
import { exactInstant, fetchPage, isBehind, placeInTime } from "../../../platform/page.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { accessHook } from "./access-hook.ts";
import { applyDeliveryJob } from "./apply-delivery.ts";
import { hookSecret } from "./hook-secret.ts";
import { parseBody } from "./parse-body.ts";
import { verifyDelivery } from "./verify.ts";

/** Characters of a body that the log shows. */
const shownBody = 4_000;

/**
 * Stores a delivery whose signature is right, to be read by a job. The same body again is received, and read once.
 * @throws {AppError} `card_hook_refused`, also where there is no such webhook; `card_hook_unreadable` for what is no JSON, once
 *   it is in the log.
 */
export async function receiveDelivery(
  context: SliceContext,
  hookId: string,
  request: Pick<FastifyRequest, "headers" | "body">,
): Promise<void> {
  const hook = await context.db
    .selectFrom("card_hooks")
    .select(["id", "kind", "key_id", "sealed"])
    .where("id", "=", hookId)
    .executeTakeFirst();
  if (!hook) throw new AppError("card_hook_refused");
  const body = rawBodyOf(request);
  const trust = verifyDelivery(
    hook.kind,
    await hookSecret.open(context.db, hook),
    request.headers,
    body,
    new Date(),
  );
  if (trust === "refused") throw new AppError("card_hook_refused");
  const problem = problemOf(hook.kind, body);
  await transact(context.db, async (tx) => {
    const stored = await tx
      .insertInto("card_hook_deliveries")
      .values({
        hook_id: hookId,
        event: eventOf(request.headers),
        body,
        body_hash: createHash("sha256").update(body).digest(),
        is_weak: trust === "weak",
        ...(problem !== undefined && { outcome: "failed" as const, detail: problem }),
      })
      .onConflict((conflict) => conflict.columns(["hook_id", "body_hash"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (stored && problem === undefined)
      await context.enqueue(tx, applyDeliveryJob(context), { deliveryId: stored.id });
  });
  if (problem !== undefined) throw new AppError("card_hook_unreadable");
}

/** Why nobody can read a body: the log keeps it, and its sender shows the error instead of sending it again. */
function problemOf(kind: HookKind, body: Buffer): string | undefined {
  try {
    parseBody(kind, body);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function eventOf(headers: FastifyRequest["headers"]): string {
  const event = headers["x-github-event"] ?? headers["x-gitlab-event"] ?? "";
  return typeof event === "string" && /^[\w -]{1,60}$/.test(event) ? event : "";
}

/** A page of the deliveries of a webhook, the newest first. */
export async function listDeliveries(
  db: Database,
  viewer: RequestViewer,
  hookId: string,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ items: HookDelivery[]; nextCursor: string | null }> {
  await accessHook(db, viewer, hookId);
  const { rows, nextCursor } = await fetchPage(
    page,
    placeInTime,
    (after, count) =>
      db
        .selectFrom("card_hook_deliveries")
        .select(["id", "at", "event", "outcome", "detail", "is_weak"])
        .select(sql<Buffer>`substring(body FOR ${shownBody * 4})`.as("start"))
        .select(exactInstant("at").as("place"))
        .where("hook_id", "=", hookId)
        .$if(after !== undefined, (query) => query.where(isBehind("at", "id", after)))
        .orderBy("at", "desc")
        .orderBy("id", "desc")
        .limit(count)
        .execute(),
    (row) => [row.place, row.id],
  );
  const items = rows.map(({ id, at, event, outcome, detail, is_weak, start }) => ({
    id,
    at: at.toISOString(),
    event,
    outcome,
    detail,
    isWeak: is_weak,
    body: start.toString("utf8").slice(0, shownBody).toWellFormed(),
  }));
  return { items, nextCursor };
}

/**
 * Has a delivery read again.
 * @throws {AppError} `card_hook_not_found`, `forbidden`.
 */
export async function replayDelivery(
  context: SliceContext,
  viewer: RequestViewer,
  { hookId, deliveryId }: { hookId: string; deliveryId: string },
): Promise<void> {
  await transact(context.db, async (tx) => {
    await accessHook(tx, viewer, hookId);
    const row = await tx
      .updateTable("card_hook_deliveries")
      .set({ outcome: "waiting", detail: "", replays: sql<number>`replays + 1` })
      .where("id", "=", deliveryId)
      .where("hook_id", "=", hookId)
      .returning("id")
      .executeTakeFirst();
    if (!row) throw new AppError("card_hook_not_found");
    await context.enqueue(tx, applyDeliveryJob(context), { deliveryId });
  });
}

/** Deletes deliveries that are too old for a replay. */
export async function sweepDeliveries(db: Database): Promise<void> {
  await sql`DELETE FROM card_hook_deliveries WHERE at < now() - make_interval(days => ${hookDays})`.execute(
    db,
  );
}

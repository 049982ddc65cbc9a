import type { outgoingWebhookRoutes } from "@atoll/contract/outgoing-webhooks/routes";
import type { OwnedOutgoingWebhook } from "@atoll/contract/outgoing-webhooks/schemas";
import type { RouteInput } from "@atoll/contract/route";
import { type Selectable, sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { exactInstant, fetchPage, isBehind, placeInTime } from "../../platform/page.ts";
import type { Changer } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import { assertAdministrator, changeAs } from "../identity/public.ts";
import { notify } from "../notifications/public.ts";
import { failWaiting } from "./deliveries.ts";
import { record } from "./manage-outgoing.ts";

interface ListedRow {
  id: string;
  name: string;
  owner_id: string;
  owner: string;
  address: string;
  events: string[];
  is_on: boolean;
  stop_reason: string | null;
  created_at: Date;
  exact_at: string;
  failed_at: Date | null;
  failure: string | null;
}

/**
 * SQL: the host of a webhook's address. A search looks at no more of it: finding a webhook by parts of its path would
 * tell its secret.
 */
const host = sql`lower(substring(w.address from '^[A-Za-z]+://([^/?#\\\\@]+)'))`;

/** Lists a page of everyone's outgoing webhooks, the newest first. */
export async function listAllOutgoing(
  db: Database,
  query: RouteInput<typeof outgoingWebhookRoutes.listAllOutgoingWebhooks>["query"],
): Promise<{ items: OwnedOutgoingWebhook[]; nextCursor: string | null }> {
  const part = query.search.toLowerCase();
  const { rows, nextCursor } = await fetchPage(
    query,
    placeInTime,
    async (after, count) => {
      const { rows } = await sql<ListedRow>`
        WITH page AS (
          SELECT w.*, p.name AS owner FROM outgoing_webhooks w JOIN profiles p ON p.id = w.owner_id
          WHERE (strpos(lower(w.name), ${part}) > 0 OR strpos(lower(p.name), ${part}) > 0 OR strpos(${host}, ${part}) > 0)
            AND ${isBehind("w.created_at", "w.id", after)}
          ORDER BY w.created_at DESC, w.id DESC LIMIT ${sql.lit(count)}
        )
        SELECT w.id, w.name, w.owner_id, w.owner, w.address, w.events, w.is_on, w.stop_reason, w.created_at,
          ${exactInstant("w.created_at")} AS exact_at, f.at AS failed_at, f.failure
        FROM page w LEFT JOIN LATERAL (
          SELECT d.at, d.failure FROM outgoing_deliveries d
          WHERE d.webhook_id = w.id AND d.failure IS NOT NULL AND d.state <> 'dropped'
          ORDER BY d.number DESC LIMIT 1) f ON true
        ORDER BY w.created_at DESC, w.id DESC`.execute(db);
      return rows;
    },
    ({ exact_at, id }) => [exact_at, id] as [string, string],
  );
  return { items: rows.map(presentOwned), nextCursor };
}

function presentOwned(row: ListedRow): OwnedOutgoingWebhook {
  return {
    id: row.id,
    name: row.name,
    owner: { id: row.owner_id, name: row.owner },
    host: new URL(row.address).host,
    events: row.events as OwnedOutgoingWebhook["events"],
    isOn: row.is_on,
    stopReason: row.stop_reason as OwnedOutgoingWebhook["stopReason"],
    createdAt: row.created_at.toISOString(),
    lastFailure: row.failed_at && { at: row.failed_at.toISOString(), text: row.failure ?? "" },
  };
}

/**
 * Switches anyone's webhook off, in the name of an administrator. Its owner is notified, and can switch it on again; what
 * keeps them from that is to take the permission from them.
 * @returns the owner.
 * @throws {AppError} `forbidden`, `outgoing_webhook_not_found`.
 */
export function stopOutgoing(db: Database, viewer: Changer, webhookId: string): Promise<string> {
  return administer(db, viewer, webhookId, async (tx, webhook) => {
    if (!webhook.is_on) return;
    await tx
      .updateTable("outgoing_webhooks")
      .set({ is_on: false, stop_reason: "administrator", version: webhook.version + 1 })
      .where("id", "=", webhookId)
      .execute();
    await failWaiting(tx, webhookId);
    await notifyOwner(tx, viewer, webhook, "administrator");
    await record(tx, viewer, "outgoing-webhook.stopped", webhook);
  });
}

/**
 * Deletes anyone's webhook with its log, in the name of an administrator.
 * @returns the owner, who is told.
 * @throws {AppError} `forbidden`, `outgoing_webhook_not_found`.
 */
export function deleteAnyOutgoing(db: Database, viewer: Changer, webhookId: string): Promise<string> {
  return administer(db, viewer, webhookId, async (tx, webhook) => {
    await tx.deleteFrom("outgoing_webhooks").where("id", "=", webhookId).execute();
    await notifyOwner(tx, viewer, webhook, "deleted");
    await record(tx, viewer, "outgoing-webhook.deleted", webhook);
  });
}

type Webhook = Selectable<Tables["outgoing_webhooks"]>;

/** Locks a webhook for an administrator, who may have lost the right since the request came. */
function administer(
  db: Database,
  viewer: Changer,
  webhookId: string,
  change: (tx: Database, webhook: Webhook) => Promise<void>,
): Promise<string> {
  return changeAs(db, viewer, async (tx, current) => {
    assertAdministrator(current);
    const webhook = await tx
      .selectFrom("outgoing_webhooks")
      .selectAll()
      .where("id", "=", webhookId)
      .forUpdate()
      .executeTakeFirst();
    if (!webhook) throw new AppError("outgoing_webhook_not_found");
    await change(tx, webhook);
    return webhook.owner_id;
  });
}

async function notifyOwner(
  tx: Database,
  { id: actorId, name: actor }: Changer,
  { id: subjectId, owner_id, name: place }: Webhook,
  reason: "administrator" | "deleted",
): Promise<void> {
  await notify(tx, {
    ...{ kind: "webhook.stopped", subjectId, actorId, people: [owner_id] },
    facts: { place, actor, reason },
  });
}

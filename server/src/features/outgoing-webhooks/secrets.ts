import { createHmac, randomBytes } from "node:crypto";
import { formerSecretHours } from "@atoll/contract/outgoing-webhooks/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Database } from "../../tables.ts";
import { sealedColumn } from "../identity/public.ts";

/** The secrets of outgoing webhooks, encrypted: they sign, so that a hash is not enough. */
export const outgoingSecret = sealedColumn("outgoing_webhook_secrets", "outgoing webhook");

const secretPrefix = "whsec_";

/**
 * Returns the signature of a request as Standard Webhooks defines it. Node's HMAC is native; the one of the library is
 * JavaScript, which would sign on the event loop.
 */
export function sign(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: string; body: string },
): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

/** Secrets of 192 bits, in the form that receivers for Standard Webhooks take. */
const secretBytes = 24;

/** Makes the secret of a webhook that has none. */
export async function addSecret(tx: Database, webhookId: string): Promise<string> {
  const secret = `${secretPrefix}${randomBytes(secretBytes).toString("base64")}`;
  const id = uuidv7();
  const sealed = await outgoingSecret.seal(tx, id, secret);
  await tx
    .insertInto("outgoing_webhook_secrets")
    .values({ id, webhook_id: webhookId, ...sealed })
    .execute();
  return secret;
}

/** Ends the current secret: at once, or after the time in which its receiver is changed. One former secret is kept. */
export async function endSecret(tx: Database, webhookId: string, isSeen: boolean): Promise<void> {
  await tx
    .deleteFrom("outgoing_webhook_secrets")
    .where("webhook_id", "=", webhookId)
    .$if(isSeen, (query) => query.where("ends_at", "is not", null))
    .execute();
  if (!isSeen) return;
  await tx
    .updateTable("outgoing_webhook_secrets")
    .set({ ends_at: sql<Date>`now() + make_interval(hours => ${sql.lit(formerSecretHours)})` })
    .where("webhook_id", "=", webhookId)
    .execute();
}

/** Returns the secrets that sign now, the newest first. */
export async function readSecrets(db: Database, webhookId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("outgoing_webhook_secrets")
    .select(["id", "sealed", "key_id"])
    .where("webhook_id", "=", webhookId)
    .where(sql<boolean>`(ends_at IS NULL OR ends_at > now())`)
    .orderBy(sql`ends_at IS NULL`, "desc")
    .execute();
  return Promise.all(rows.map((row) => outgoingSecret.open(db, row)));
}

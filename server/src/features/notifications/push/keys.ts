import { createECDH } from "node:crypto";
import { sql } from "kysely";
import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";

export interface PushKey {
  id: string;
  /** Given to browsers, which accept only messages signed with the private key. */
  publicKey: Buffer;
}

/** Returns the key for new subscriptions. One node creates it if there is none. */
export async function newestPushKey(db: Database): Promise<PushKey> {
  return (await findNewest(db)) ?? db.transaction().execute(makeFirst);
}

/**
 * Creates a new key. Nobody is asked for anything: existing subscriptions use their own key until their browser next
 * starts, finds the new key and subscribes again.
 */
export async function replacePushKey(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockKeys(tx);
    await addKey(tx);
    await recordAct(tx, { action: "push-key.replaced", actor: undefined, address: "" });
  });
}

/** Forgets the keys that nothing is signed with any more. */
export async function forgetPushKeys(db: Database): Promise<void> {
  await sql`DELETE FROM push_keys k WHERE id <> (SELECT id FROM push_keys ORDER BY id DESC LIMIT 1)
    AND NOT EXISTS (SELECT FROM push_subscriptions s WHERE s.key_id = k.id)
    AND created_at < now() - interval '1 day'`.execute(db);
}

async function makeFirst(tx: Database): Promise<PushKey> {
  await lockKeys(tx);
  return (await findNewest(tx)) ?? addKey(tx);
}

async function findNewest(db: Database): Promise<PushKey | undefined> {
  const row = await db
    .selectFrom("push_keys")
    .select(["id", "public_key"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { id: row.id, publicKey: row.public_key };
}

async function lockKeys(tx: Database): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('atoll push key'))`.execute(tx);
}

async function addKey(tx: Database): Promise<PushKey> {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  const secret = pair.getPrivateKey();
  const publicKey = pair.getPublicKey();
  // Leading zeros are left out of a number.
  const privateKey = Buffer.concat([Buffer.alloc(32 - secret.length), secret]);
  const { id } = await tx
    .insertInto("push_keys")
    .values({ public_key: publicKey, private_key: privateKey })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, publicKey };
}

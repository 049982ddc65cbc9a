import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { recordAct } from "../../../platform/audit.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { Database, Tables } from "../../../tables.ts";

/** A key signs for this time before it gets a successor. */
const signsFor = sql.lit("30 days");
/** A key with a successor verifies for this time, far longer than an access token lives. */
const verifiesFor = sql.lit("1 day");

export interface SigningKey {
  id: string;
  secret: Uint8Array;
  /** How long it verifies from now on; undefined while it has no end. */
  secondsLeft: number | undefined;
}

/** The keys that verify, the one that signs first. */
export async function loadSigningKeys(db: Database): Promise<SigningKey[]> {
  const rows = await db
    .selectFrom("signing_keys")
    .select([
      "id",
      "secret",
      sql<number | null>`extract(epoch FROM retired_at - now())::float`.as("seconds_left"),
    ])
    .where((eb) => eb.or([eb("retired_at", "is", null), eb("retired_at", ">", sql<Date>`now()`)]))
    .orderBy(sql`retired_at IS NULL`, "desc")
    .orderBy("created_at", "desc")
    .execute();
  return rows.map(({ id, secret, seconds_left }) => ({ id, secret, secondsLeft: seconds_left ?? undefined }));
}

/** Returns the newest key, for encrypting values in the database. */
export async function newestSealingKey(db: Database): Promise<SealingKey> {
  const [newest] = await loadSigningKeys(db);
  if (!newest) throw new Error("there is no signing key");
  return newest;
}

/** Returns a key by ID, including retired ones: their values must be readable until they are encrypted again. */
export function findSealingKey(db: Database, id: string): Promise<SealingKey> {
  return db
    .selectFrom("signing_keys")
    .select(["id", "secret"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

export type SealingKey = Pick<SigningKey, "id" | "secret">;

/**
 * Creates a key if there is none, and a successor for a signing key older than 30 days, which still verifies for a day.
 * Concurrent nodes create one key together. Call it in a transaction.
 */
export async function renewSigningKey(tx: Database): Promise<void> {
  await lockKeys(tx);
  const fresh = await tx
    .selectFrom("signing_keys")
    .select("id")
    .where("retired_at", "is", null)
    .where("created_at", ">", sql<Date>`now() - ${signsFor}::interval`)
    .executeTakeFirst();
  if (fresh) return;
  await tx
    .updateTable("signing_keys")
    .set({ retired_at: sql<Date>`now() + ${verifiesFor}::interval` })
    .where("retired_at", "is", null)
    .execute();
  await addKey(tx);
}

/** Renews the signing key, if it is due, once a day. The database announces it to every node. */
export function renewalJob(): Job<Tables> {
  return { name: "identity.renew-signing-key", cron: "23 3 * * *", run: ({ tx }) => renewSigningKey(tx) };
}

/**
 * Retires all keys and creates a new one: no access token issued so far verifies any more, on any node. People stay
 * signed in, because refresh tokens are not signed.
 * @returns how many keys were retired.
 */
export async function retireSigningKeys(db: Database): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await lockKeys(tx);
    const { rows } = await sql`UPDATE signing_keys SET retired_at = now()
      WHERE retired_at IS NULL OR retired_at > now() RETURNING id`.execute(tx);
    await addKey(tx);
    const after = { retired: rows.length };
    await recordAct(tx, { action: "signing-keys.replaced", actor: undefined, address: "", after });
    return rows.length;
  });
}

async function lockKeys(tx: Database): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('atoll signing key'))`.execute(tx);
}

async function addKey(tx: Database): Promise<void> {
  await tx
    .insertInto("signing_keys")
    .values({ secret: randomBytes(32), retired_at: null })
    .execute();
}

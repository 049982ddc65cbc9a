import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { recordAct } from "../../platform/audit.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import type { Database, Tables } from "../../tables.ts";

/** A key signs for so long before it gets a successor. */
const signsFor = sql.lit("30 days");
/** A key that has a successor verifies for so long: far longer than an access token lives. */
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

/** The newest key, for what is encrypted in the database. */
export async function newestSealingKey(db: Database): Promise<SealingKey> {
  const [newest] = await loadSigningKeys(db);
  if (!newest) throw new Error("there is no signing key");
  return newest;
}

/** A key by its id, also one that was retired: what it encrypted is still to be read until it is encrypted again. */
export function findSealingKey(db: Database, id: string): Promise<SealingKey> {
  return db
    .selectFrom("signing_keys")
    .select(["id", "secret"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

export type SealingKey = Pick<SigningKey, "id" | "secret">;

/**
 * Makes a key where there is none, and a successor where the one that signs is older than 30 days; that one
 * verifies for another day. Nodes that do this at once make one key together. To be called in a transaction.
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

/** Looks once a day whether the key that signs wants a successor. Every node hears of it from the database. */
export function renewalJob(): Job<Tables> {
  return { name: "identity.renew-signing-key", cron: "23 3 * * *", run: ({ tx }) => renewSigningKey(tx) };
}

/**
 * Retires every key at once and makes a new one: no access token that was given out so far verifies any more, on
 * any node. People stay signed in, since their refresh tokens are not signed.
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

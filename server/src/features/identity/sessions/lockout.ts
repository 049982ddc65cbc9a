import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { Database, Tables } from "../../../tables.ts";
import type { Device } from "./device.ts";
import { isKnownDevice } from "./known-device.ts";

/** How many tries are free, and how long the pause before the next one may grow: it doubles from 1 s. */
interface Bound {
  free: number;
  longestSeconds: number;
}

/**
 * Limit for an account from one network. The account alone has hardly a limit: otherwise anyone could lock a colleague
 * out by guessing.
 */
const pairBound: Bound = { free: 4, longestSeconds: 15 * 60 };
/**
 * Limit for an account from anywhere, which slows down many machines that guess together. Its owner is affected only in
 * browsers that have never signed in.
 */
const accountBound: Bound = { free: 29, longestSeconds: 5 };
/** Limit for a network and all accounts, against one password tried on everybody. A whole office may share it. */
const networkBound: Bound = { free: 99, longestSeconds: 60 };
/**
 * Limit for an account's second factor from anywhere. Only people who know the password get here, so a long block does
 * not let strangers lock out the owner; and a code has only a million values.
 */
const codeBound: Bound = { free: 9, longestSeconds: 15 * 60 };

/** A try that was counted, and is not yet known to have been right. */
export interface Attempt {
  /** It was right: forgets the failures before it. */
  clear(): Promise<void>;
}

/**
 * Counts a sign-in attempt before the proof is checked, so that concurrent guesses get no further than sequential ones.
 * Unknown addresses count the same. All nodes share the counts, by the database's clock. A browser that has signed in
 * to the account before has its own count, so that nobody elsewhere can lock out the owner.
 * @throws {AppError} `rate_limited`, with the seconds to wait, while the account or the network is blocked.
 */
export async function takeAttempt(db: Database, email: string, device: Device): Promise<Attempt> {
  if (await isKnownDevice(db, email, device)) return takeAlone(db, hashOf("device", email, device.token));
  const { pair, account, network } = keysOf(email, device.address);
  // A refusal by a later limit rolls back the counts of the earlier ones. All lock in this order.
  await db.transaction().execute(async (tx) => {
    await count(tx, pair, pairBound);
    await count(tx, account, accountBound);
    await count(tx, network, networkBound);
  });
  return {
    // For the network, only this attempt is removed. Otherwise, signing in to one's own account would allow endless
    // guesses.
    clear: () =>
      db.transaction().execute(async (tx) => {
        await tx.deleteFrom("sign_in_failures").where("key", "=", pair).execute();
        await tx.deleteFrom("sign_in_failures").where("key", "=", account).execute();
        await sql`UPDATE sign_in_failures SET count = greatest(count - 1, 0), held_until = last_at
          WHERE key = ${network}`.execute(tx);
      }),
  };
}

/**
 * Does the same for a signed-in person who confirms their identity. A person with access to another's open session must
 * not be able to guess the password with it. Guesses from elsewhere do not count here.
 * @throws {AppError} `rate_limited`, with the seconds to wait.
 */
export function takeOwnersAttempt(db: Database, sessionId: string): Promise<Attempt> {
  return takeAlone(db, hashOf("session", sessionId));
}

async function takeAlone(db: Database, key: Buffer): Promise<Attempt> {
  await count(db, key, pairBound);
  return {
    async clear() {
      await db.deleteFrom("sign_in_failures").where("key", "=", key).execute();
    },
  };
}

/**
 * Counts an attempt at an account's second factor, in addition to the one that `takeAttempt` has counted.
 * @throws {AppError} `rate_limited`, with the seconds to wait.
 */
export async function takeCodeAttempt(db: Database, email: string): Promise<void> {
  await count(db, codeKeyOf(email), codeBound);
}

/** Forgets the failures at an account's second factor, after a code that was right. */
export async function clearCodeAttempts(db: Database, email: string): Promise<void> {
  await db.deleteFrom("sign_in_failures").where("key", "=", codeKeyOf(email)).execute();
}

/**
 * Counts a request that a network makes without a session, apart from its tries to sign in.
 * @param what names the kind of request.
 * @throws {AppError} `rate_limited`, with the seconds to wait.
 */
export async function takeNetworkAttempt(db: Database, what: string, address: string): Promise<void> {
  await count(db, hashOf(what, networkOf(address)), networkBound);
}

/** Forgets the failures of an account from a network, after its owner has proved to be it in another way. */
export async function forgetAttempts(tx: Database, email: string, address: string): Promise<void> {
  const { pair, account } = keysOf(email, address);
  await sql`DELETE FROM sign_in_failures WHERE key = ANY(${[pair, account]}::bytea[])`.execute(tx);
}

/** Failures count for an hour from the last one. */
const rememberedFor = sql.lit("1 hour");

async function count(db: Database, key: Buffer, { free, longestSeconds }: Bound): Promise<void> {
  const { rows } = await sql`
    INSERT INTO sign_in_failures AS f (key, count, last_at, held_until)
    VALUES (${key}, 1, clock_timestamp(), clock_timestamp())
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN f.last_at < clock_timestamp() - ${rememberedFor}::interval THEN 1 ELSE f.count + 1 END,
      last_at = clock_timestamp(),
      held_until = clock_timestamp() + interval '1 second' * CASE
        WHEN f.last_at < clock_timestamp() - ${rememberedFor}::interval OR f.count < ${free} THEN 0
        ELSE least(power(2, least(f.count - ${free}, 20)), ${longestSeconds}) END
    WHERE f.held_until <= clock_timestamp()
    RETURNING 1`.execute(db);
  if (rows.length > 0) return;
  const held = await sql<{ seconds: number }>`
    SELECT greatest(1, ceil(extract(epoch FROM held_until - clock_timestamp())))::integer AS seconds
    FROM sign_in_failures WHERE key = ${key}`.execute(db);
  throw new AppError("rate_limited", { retryAfterSeconds: held.rows[0]?.seconds ?? 1 });
}

function keysOf(email: string, address: string): { pair: Buffer; account: Buffer; network: Buffer } {
  const account = email.toLowerCase();
  const network = networkOf(address);
  return {
    pair: hashOf("pair", account, network),
    account: hashOf("account", account),
    network: hashOf("network", network),
  };
}

function codeKeyOf(email: string): Buffer {
  return hashOf("code", email.toLowerCase());
}

/** Returns the network of an address: a person with one IPv6 address has the other 2^64 of its network too. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [head = "", tail = ""] = address.split("%")[0]?.toLowerCase().split("::") ?? [];
  const groups = head.split(":").filter(Boolean);
  const last = tail.split(":").filter(Boolean);
  if (address.includes("::")) while (groups.length + last.length < 8) groups.push("0");
  return [...groups, ...last]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

function hashOf(...parts: string[]): Buffer {
  return createHash("sha256").update(parts.join("\0")).digest();
}

/** Forgets the failures that do not count any more, and links to new passwords that have expired. */
export function forgettingJob(): Job<Tables> {
  return {
    name: "identity.forget-failures",
    cron: "*/10 * * * *",
    async run({ tx }) {
      await sql`DELETE FROM sign_in_failures WHERE last_at < clock_timestamp() - ${rememberedFor}::interval`.execute(
        tx,
      );
      await sql`DELETE FROM password_resets WHERE created_at < clock_timestamp() - interval '1 day'`.execute(
        tx,
      );
    },
  };
}

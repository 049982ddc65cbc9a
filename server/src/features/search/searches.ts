import { maxRecentSearches, maxSavedSearches } from "@atoll/contract/search/limits";
import type { SavedSearch, Searches } from "@atoll/contract/search/saved-schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { createOnce, hashSent, insertNew } from "../../platform/create-once.ts";
import { rejectViolation } from "../../platform/database/reject-violation.ts";
import { transact } from "../../platform/database/transact.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { ownRoom } from "../people/public.ts";

/** Returns a person's own searches. */
export async function selectSearches(db: Database, userId: string): Promise<Searches> {
  const recent = await db
    .selectFrom("recent_searches")
    .select(["address", "searched_at"])
    .where("user_id", "=", userId)
    .orderBy("searched_at", "desc")
    .orderBy("id", "desc")
    .limit(maxRecentSearches)
    .execute();
  const saved = await db
    .selectFrom("saved_searches")
    .select(["id", "name", "address"])
    .where("user_id", "=", userId)
    .orderBy(sql`lower(name)`)
    .orderBy("id")
    .execute();
  return {
    recent: recent.map(({ address, searched_at }) => ({ address, at: searched_at.toISOString() })),
    saved,
  };
}

/** Broadcasts a person's searches to all of their devices. Call it after the commit. */
export async function broadcastSearches(
  { db, realtime }: Pick<SliceContext, "db" | "realtime">,
  userId: string,
): Promise<Searches> {
  const searches = await selectSearches(db, userId);
  realtime.send(ownRoom(userId), "searches.changed", searches);
  return searches;
}

/** Adds a search to the recent ones, or moves it to the front. The oldest beyond the limit are deleted. */
export async function noteSearch(db: Database, userId: string, address: string): Promise<void> {
  await sql`
    INSERT INTO recent_searches (user_id, address) VALUES (${userId}, ${address})
    ON CONFLICT (user_id, md5(address)) DO UPDATE SET searched_at = clock_timestamp()`.execute(db);
  await sql`
    DELETE FROM recent_searches WHERE user_id = ${userId} AND id NOT IN (
      SELECT id FROM recent_searches WHERE user_id = ${userId}
      ORDER BY searched_at DESC, id DESC LIMIT ${maxRecentSearches})`.execute(db);
}

/** Deletes a person's recent searches, or the one with an address. */
export async function forgetSearches(
  db: Database,
  userId: string,
  address: string | undefined,
): Promise<void> {
  await db
    .deleteFrom("recent_searches")
    .where("user_id", "=", userId)
    .$if(address !== undefined, (query) => query.where("address", "=", address ?? ""))
    .execute();
}

/**
 * Saves a search under a name. A repeated request gets the same response.
 * @throws {AppError} `saved_search_id_taken`, `saved_search_name_taken`, `too_many_saved_searches`.
 */
export async function saveSearch(db: Database, userId: string, search: SavedSearch): Promise<void> {
  const sent = { byId: userId, hash: hashSent(search.name, search.address) };
  await transact(db, async (tx) => {
    const { isNew } = await createOnce(sent, {
      insert: () =>
        rejectViolation(insert(tx, userId, search, sent.hash), {
          saved_searches_name: "saved_search_name_taken",
        }),
      find: () =>
        tx
          .selectFrom("saved_searches")
          .select(["user_id", "sent_hash"])
          .where("id", "=", search.id)
          .executeTakeFirst(),
      sentOf: (row) => ({ byId: row.user_id, hash: row.sent_hash }),
      taken: "saved_search_id_taken",
    });
    if (isNew) await assertNotTooMany(tx, userId);
  });
}

/** Deletes a saved search of a person. Does nothing if it does not exist or belongs to somebody else. */
export async function deleteSavedSearch(db: Database, userId: string, searchId: string): Promise<void> {
  await db.deleteFrom("saved_searches").where("id", "=", searchId).where("user_id", "=", userId).execute();
}

/** Locks the person's account, so that concurrent requests cannot exceed the limit. */
async function insert(
  tx: Database,
  userId: string,
  { id, name, address }: SavedSearch,
  hash: Buffer,
): Promise<boolean> {
  await tx.selectFrom("accounts").select("id").where("id", "=", userId).forUpdate().execute();
  return insertNew(
    tx.insertInto("saved_searches").values({ id, name, address, user_id: userId, sent_hash: hash }),
  );
}

async function assertNotTooMany(tx: Database, userId: string): Promise<void> {
  const { count } = await tx
    .selectFrom("saved_searches")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  if (count > maxSavedSearches) throw new AppError("too_many_saved_searches");
}

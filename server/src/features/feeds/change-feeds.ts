import type { feedRoutes } from "@atoll/contract/feeds/routes";
import { type Feed, feedPrefix, maxFeeds } from "@atoll/contract/feeds/schemas";
import { longestTokenDays } from "@atoll/contract/personal-tokens/areas";
import type { RouteInput } from "@atoll/contract/route";
import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { assertNotChanged } from "../../platform/assert-not-changed.ts";
import { recordAct } from "../../platform/audit.ts";
import { newProgramSecret } from "../../platform/seals/program-secrets.ts";
import type { Changer } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import {
  addProgramSession,
  assertAdministrator,
  changeAlone,
  changeAs,
  endProgramSessions,
  farAway,
} from "../identity/public.ts";
import { notify } from "../notifications/public.ts";
import { readTokenRules } from "../personal-tokens/public.ts";
import { areasOf, type FeedRow, presentFeed, scopesOf, selectFeeds } from "./feed-list.ts";

const dayMs = 24 * 3600 * 1000;
/** How long the browser that got no answer may ask for the address again. */
const unseenFor = sql.lit("10 minutes");

type NewFeed = Omit<RouteInput<typeof feedRoutes.createFeed>["body"], "currentPassword"> & {
  /** The browser that asks, in words. */
  device: string;
};

/**
 * Creates a feed of the viewer, one at a time with whatever ends all of a person's sessions, and notifies them in every way.
 * It has no end where administrators allow that of tokens, and otherwise ends after a year. The same request again, after
 * its answer was lost, replaces the address that nobody has seen.
 * @returns the feed, and the secret in its address. Only its hash is stored.
 * @throws {AppError} `too_many_feeds`, `feed_id_taken`.
 */
export function createFeed(
  db: Database,
  viewer: Changer,
  { id, name, areas, device }: NewFeed,
): Promise<{ secret: string; feed: Feed }> {
  return changeAlone(db, viewer, async (tx, current) => {
    if (current.way === "token") throw new AppError("token_not_accepted");
    const scopes = scopesOf(areas);
    const { secret, hash, ending } = newProgramSecret(feedPrefix);
    const isRepeated = await replaceUnseen(tx, viewer.id, { id, name, scopes, hash, ending });
    if (!isRepeated) {
      const own = await selectFeeds(tx, sql`s.user_id = ${viewer.id}`, maxFeeds);
      if (own.length >= maxFeeds) throw new AppError("too_many_feeds");
      const { mayBeEndless } = await readTokenRules(tx);
      await addProgramSession(tx, current, {
        ...{ id, userId: viewer.id, address: viewer.address, scopes },
        expiresAt: mayBeEndless ? farAway : new Date(Date.now() + longestTokenDays * dayMs),
      });
      await tx
        .insertInto("feeds")
        .values({ id, name, secret_hash: hash, ending, is_endless: mayBeEndless })
        .execute();
    }
    const feed = await findFeed(tx, id);
    if (!isRepeated) {
      await notify(tx, {
        ...{ kind: "feed.created", subjectId: id, people: [viewer.id] },
        facts: { place: name, device, address: viewer.address },
      });
      await record(tx, viewer, "feed.created", feed, { after: { areas: areasOf(scopes) } });
    }
    return { secret, feed: presentFeed(feed) };
  });
}

/**
 * Gives a new address to the feed with this ID, if it was just created by the same request and never read.
 * @returns false if there is none with this ID.
 * @throws {AppError} `feed_id_taken` for any other thing with this ID.
 */
async function replaceUnseen(
  tx: Database,
  ownerId: string,
  {
    id,
    name,
    scopes,
    hash,
    ending,
  }: { id: string; name: string; scopes: readonly string[]; hash: Buffer; ending: string },
): Promise<boolean> {
  const there = await tx.selectFrom("sessions").select("id").where("id", "=", id).executeTakeFirst();
  if (!there) return false;
  const { rows } = await sql`UPDATE feeds f SET secret_hash = ${hash}, ending = ${ending} FROM sessions s
    WHERE f.id = ${id} AND s.id = f.id AND s.user_id = ${ownerId} AND s.ended_at IS NULL AND f.name = ${name}
      AND s.scopes = ${[...scopes]}::text[] AND s.created_at > now() - ${unseenFor}::interval AND f.used_at IS NULL
    RETURNING f.id`.execute(tx);
  if (rows.length === 0) throw new AppError("feed_id_taken");
  return true;
}

/** @throws {AppError} `feed_not_found` */
async function findFeed(tx: Database, feedId: string, isTheirs = sql<boolean>`true`): Promise<FeedRow> {
  const [row] = await selectFeeds(tx, sql`s.id = ${feedId} AND ${isTheirs}`, 1);
  if (!row) throw new AppError("feed_not_found");
  return row;
}

/** Renames one of the viewer's feeds. @throws {AppError} `feed_not_found`, `changed_meanwhile`. */
export function renameFeed(
  db: Database,
  viewer: Changer,
  feedId: string,
  { name, version }: RouteInput<typeof feedRoutes.renameFeed>["body"],
): Promise<Feed> {
  const own = sql<boolean>`s.user_id = ${viewer.id}`;
  return changeAs(db, viewer, async (tx) => {
    await sql`SELECT FROM feeds WHERE id = ${feedId} FOR UPDATE`.execute(tx);
    const before = await findFeed(tx, feedId, own);
    assertNotChanged(before, version);
    if (before.name === name) return presentFeed(before);
    await tx
      .updateTable("feeds")
      .set({ name, version: version + 1 })
      .where("id", "=", feedId)
      .execute();
    const feed = await findFeed(tx, feedId, own);
    await record(tx, viewer, "feed.renamed", feed, { before: { name: before.name }, after: { name } });
    return presentFeed(feed);
  });
}

/**
 * Revokes one of the viewer's feeds: every node refuses its address from the commit on.
 * @throws {AppError} `feed_not_found` also for one of somebody else.
 */
export function revokeOwnFeed(db: Database, viewer: Changer, feedId: string): Promise<void> {
  return changeAlone(db, viewer, (tx) =>
    revoke(tx, viewer, sql`s.id = ${feedId} AND s.user_id = ${viewer.id}`),
  );
}

/**
 * Revokes anyone's feed, or all feeds of a person, in the name of an administrator.
 * @throws {AppError} `forbidden`, also for a viewer who lost the right after the request arrived; `feed_not_found` if there
 *   is none.
 */
export function revokeAnyFeed(
  db: Database,
  viewer: Changer,
  which: { feedId: string } | { userId: string },
): Promise<void> {
  return changeAlone(db, viewer, (tx, current) => {
    assertAdministrator(current);
    return revoke(
      tx,
      viewer,
      "feedId" in which ? sql`s.id = ${which.feedId}` : sql`s.user_id = ${which.userId}`,
    );
  });
}

async function revoke(tx: Database, viewer: Changer, condition: RawBuilder<unknown>): Promise<void> {
  const rows = await selectFeeds(tx, condition, maxFeeds);
  if (rows.length === 0) throw new AppError("feed_not_found");
  await endProgramSessions(tx, "feed revoked", sql`id = ANY(${rows.map(({ id }) => id)}::uuid[])`);
  for (const row of rows)
    await record(
      tx,
      viewer,
      "feed.revoked",
      row,
      row.user_id === viewer.id ? {} : { before: { owner: row.owner } },
    );
}

async function record(
  tx: Database,
  { id, name, address }: Changer,
  action: "feed.created" | "feed.renamed" | "feed.revoked",
  feed: Pick<FeedRow, "id" | "name">,
  fields: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> {
  await recordAct(tx, {
    action,
    actor: { id, name },
    address,
    subject: { type: "feed", id: feed.id, name: feed.name },
    ...fields,
  });
}

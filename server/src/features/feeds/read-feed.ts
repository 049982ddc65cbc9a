import { Readable } from "node:stream";
import { type FeedArea, feedPrefix, maxFeedEntries } from "@atoll/contract/feeds/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { obstacleOf } from "../../platform/database/availability.ts";
import { isNotModified, tagOf } from "../../platform/http/not-modified.ts";
import type { ByteAnswer } from "../../platform/http/register-route.ts";
import type { NewestEntry, NewestQuery } from "../../platform/kinds/newest-entry.ts";
import { hashLinkToken } from "../../platform/seals/link-tokens.ts";
import { isProgramSecret } from "../../platform/seals/program-secrets.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { newestAnnouncements } from "../announcements/public.ts";
import { newestIdeas } from "../ideas/public.ts";
import { presentViewerOf } from "../identity/public.ts";
import { newestArticles } from "../knowledge/public.ts";
import { readLooks } from "../workspace/public.ts";
import { areasOf } from "./feed-list.ts";
import { type RssEntry, writeRss } from "./rss.ts";

interface FeedRequest {
  secret: string;
  headers: { "if-none-match"?: string | undefined; "if-modified-since"?: string | undefined };
  /** The network address that it comes from. */
  address: string;
  /** The address of this server for people. */
  origin: string;
  /** Counts the request for a feed, once the secret has proved to be one. */
  countFor: (caller: string) => void;
}

const sources: Record<
  FeedArea,
  (db: Database, viewer: RequestViewer, query: NewestQuery) => Promise<NewestEntry[]>
> = { announcements: newestAnnouncements, ideas: newestIdeas, knowledge: newestArticles };

/**
 * Returns a feed with what its owner may read at this moment. A program that has the content already gets 304, for which no
 * text is read.
 * @throws {AppError} `feed_not_found` alike for a secret that is wrong, ended or was revoked, and for an owner who may not
 *   be here or must first do something themselves; `rate_limited`.
 */
export async function readFeed(
  { db, viewers, workspace }: Pick<SliceContext, "db" | "viewers" | "workspace">,
  { secret, headers, address, origin, countFor }: FeedRequest,
): Promise<ByteAnswer> {
  const feed = await findBySecret(db, secret);
  const viewer = feed && (await presentViewerOf(viewers, { userId: feed.user_id, sessionId: feed.id }));
  if (!feed || !viewer) throw new AppError("feed_not_found");
  countFor(feed.id);
  const areas = areasOf(feed.scopes);
  const title = `${(await readLooks(db, workspace)).companyName}: ${feed.name}`;
  const isConditional = headers["if-none-match"] !== undefined || headers["if-modified-since"] !== undefined;
  const found = await newestOf(db, viewer, areas, !isConditional);
  const etag = tagOf(editionOf(title, origin, found));
  const changedAt = await noteRead(db, feed, etag, address).catch((error: unknown) => {
    if (obstacleOf(error)) return undefined;
    throw error;
  });
  const shared = {
    etag,
    ...(changedAt && { "last-modified": changedAt.toUTCString() }),
    // The content depends on rights, which are read for each request.
    "cache-control": "private, no-cache",
    // The address is a secret, also where a browser shows the feed and its person follows a link.
    "referrer-policy": "no-referrer",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  };
  if (isNotModified(headers, { etag, changedAt: changedAt ?? new Date() }))
    return { status: 304, headers: shared };
  const entries = isConditional ? await newestOf(db, viewer, areas, true) : found;
  const content = Buffer.from(await writeRss({ title, origin, entries }));
  return {
    status: 200,
    headers: {
      ...shared,
      "content-type": "application/rss+xml; charset=utf-8",
      "content-length": String(content.length),
    },
    content: Readable.from([content]),
  };
}

interface FoundFeed {
  id: string;
  user_id: string;
  name: string;
  scopes: string[];
  etag: string | null;
  changed_at: Date | null;
  /** Whether the last read that was noted is ten minutes ago. */
  is_due: boolean;
}

async function findBySecret(db: Database, secret: string): Promise<FoundFeed | undefined> {
  if (!isProgramSecret(secret, feedPrefix)) return undefined;
  const { rows } = await sql<FoundFeed>`
    SELECT f.id, s.user_id, f.name, s.scopes, f.etag, f.changed_at,
      (f.used_at IS NULL OR f.used_at < now() - interval '10 minutes') AS is_due
    FROM feeds f JOIN sessions s ON s.id = f.id
    WHERE f.secret_hash = ${hashLinkToken(secret)}`.execute(db);
  return rows[0];
}

async function newestOf(
  db: Database,
  viewer: RequestViewer,
  areas: readonly FeedArea[],
  hasText: boolean,
): Promise<RssEntry[]> {
  const found: RssEntry[] = [];
  for (const area of areas)
    for (const entry of await sources[area](db, viewer, { count: maxFeedEntries, hasText }))
      found.push({ ...entry, area });
  return found.sort((one, other) => other.at.getTime() - one.at.getTime()).slice(0, maxFeedEntries);
}

/** Grows with every change of what `writeRss` makes of the same entries. */
const edition = 1;

function editionOf(title: string, origin: string, entries: readonly RssEntry[]): string {
  const marks = entries.map(({ id, version, at }) => [id, version, at.getTime()]);
  return JSON.stringify([edition, title, origin, marks]);
}

/**
 * Notes that a feed was read, at most every ten minutes, and when its content changed. Otherwise it writes nothing.
 * @returns since when the content is as it is, in whole seconds.
 */
async function noteRead(db: Database, feed: FoundFeed, etag: string, address: string): Promise<Date> {
  if (!feed.is_due && feed.etag === etag && feed.changed_at) return feed.changed_at;
  const { rows } = await sql<{ changed_at: Date }>`
    UPDATE feeds SET used_at = now(), used_address = ${address}, etag = ${etag},
      changed_at = CASE WHEN etag IS DISTINCT FROM ${etag}
        THEN greatest(date_trunc('second', now()), changed_at + interval '1 second') ELSE changed_at END
    WHERE id = ${feed.id}
      AND (etag IS DISTINCT FROM ${etag} OR used_at IS NULL OR used_at < now() - interval '10 minutes')
    RETURNING changed_at`.execute(db);
  return rows[0]?.changed_at ?? feed.changed_at ?? new Date(0);
}

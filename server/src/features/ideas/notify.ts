import { ideaNotificationKinds } from "@atoll/contract/ideas/notification-kinds";
import type { NotificationKind } from "@atoll/contract/notification-kinds";
import { type RawBuilder, sql } from "kysely";
import { refreshNotifications } from "../notifications/public.ts";
import { hasStoppedAsAuthor, hiddenFollowersOf } from "../votes/public.ts";
import { ideaKind } from "./idea-kind.ts";
import { isReadableBy, isReadableByName, writerOf } from "./readable.ts";

type Tx = Parameters<typeof refreshNotifications>[0];

/**
 * SQL: the people who voted for an idea or follow it, each once, as `SELECT … AS id`: of those who may still read it. Its
 * votes and followers include those of every idea that was merged into it.
 */
export function interestedIn(ideaId: string): RawBuilder<unknown> {
  return sql`SELECT p.id FROM ideas i, LATERAL (
      ${interestedByName}
      UNION ${hiddenFollowersOf(ideaKind, ideaId)}
    ) p JOIN accounts a ON a.id = p.id AND a.disabled_at IS NULL
    WHERE i.id = ${ideaId} AND ${isReadableBy(sql<string>`p.id`)}
      AND NOT ${hasStoppedAsAuthor(ideaKind, ideaId, sql<string>`p.id`)}`;
}

/**
 * SQL: the same, of those who voted or follow it under their name. What the timeline counts: with the hidden author, the
 * number would differ by whether a voter is the author.
 */
export function countedAsInterested(ideaId: string): RawBuilder<unknown> {
  return sql`SELECT p.id FROM ideas i, LATERAL (${interestedByName}) p
    JOIN accounts a ON a.id = p.id AND a.disabled_at IS NULL
    WHERE i.id = ${ideaId} AND ${isReadableByName(sql<string>`p.id`)}`;
}

const interestedByName = sql`SELECT v.person_id AS id FROM votes v
    WHERE v.root_id = i.id AND v.subject_kind = ${sql.lit(ideaKind)}
      AND NOT EXISTS (SELECT FROM followers f WHERE f.root_id = i.id AND f.subject_kind = ${sql.lit(ideaKind)}
        AND f.person_id = v.person_id AND NOT f.is_following)
  UNION SELECT f.person_id FROM followers f
    WHERE f.root_id = i.id AND f.subject_kind = ${sql.lit(ideaKind)} AND f.is_following`;

/** SQL: the same of those who follow it alone. */
export function followersOf(ideaId: string): RawBuilder<unknown> {
  return sql`SELECT p.id FROM ideas i, LATERAL (
      SELECT f.person_id AS id FROM followers f
        WHERE f.root_id = i.id AND f.subject_kind = ${sql.lit(ideaKind)} AND f.is_following
      UNION ${hiddenFollowersOf(ideaKind, ideaId)}
    ) p JOIN accounts a ON a.id = p.id AND a.disabled_at IS NULL
    WHERE i.id = ${ideaId} AND ${isReadableBy(sql<string>`p.id`)}
      AND NOT ${hasStoppedAsAuthor(ideaKind, ideaId, sql<string>`p.id`)}`;
}

/** SQL: who wrote an idea, if it still is there. */
export function writerOfIdea(ideaId: string): RawBuilder<unknown> {
  return sql`SELECT ${writerOf} AS id FROM ideas i WHERE i.id = ${ideaId} AND i.merged_into_id IS NULL`;
}

const kindNames = Object.keys(ideaNotificationKinds) as NotificationKind[];

/** Entries about these ideas may read differently now, or be for other people: see `refreshNotifications`. */
export function updateNotifications(tx: Tx, ideaIds: readonly string[]): Promise<void> {
  return refreshNotifications(
    tx,
    ideaIds.flatMap((subjectId) => kindNames.map((kind) => ({ kind, subjectId }))),
  );
}

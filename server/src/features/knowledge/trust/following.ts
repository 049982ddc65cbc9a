import { type RawBuilder, sql } from "kysely";
import type { VotedKind } from "../../../slice.ts";
import { roomsOfEach } from "../model/broadcast.ts";
import { findReaders } from "../model/policy.ts";
import { isFollowedBy } from "../model/queries.ts";
import { isActivePerson, isReachedBy, isReadableTo } from "../model/readable.ts";

/** Articles are followed: new versions reach the inbox. Nobody votes on one by these votes, merges or moderates it. */
export const articleFollowing: VotedKind = {
  kind: "article",
  isMergeable: false,
  showsVoters: false,
  async judge(db, articleId, people) {
    const { readers } = await findReaders(db, articleId, people);
    return new Map(readers.map(({ id }) => [id, { mayVote: false, mayModerate: false }]));
  },
  isReadableBy: (userId, articleId) => sql<boolean>`EXISTS (
    SELECT FROM articles a WHERE a.id = ${articleId} AND ${isReadableTo(userId)} LIMIT 1)`,
  roomsOf: async (db, articleId) => (await roomsOfEach(db, [articleId])).get(articleId) ?? [],
};

/**
 * SQL: those who follow an article or SOP and may read it, as `SELECT … AS id, … AS reason`. Those who are asked to read and
 * confirm its version are notified of that alone.
 */
export function followersOf(articleId: string): RawBuilder<unknown> {
  return sql`SELECT p.id, 'follower' AS reason FROM articles a, LATERAL (
      SELECT a.owner_id AS id
      UNION SELECT unnest(w.editor_ids) FROM article_versions w WHERE w.article_id = a.id
      UNION SELECT f.person_id FROM followers f
        WHERE f.subject_kind = 'article' AND f.root_id = a.id AND f.is_following) one
    JOIN accounts p ON p.id = one.id
    WHERE a.id = ${articleId} AND a.kind <> 'faq' AND ${isFollowedBy(sql`p.id`)} AND ${isReadableTo(sql`p.id`)} AND ${isActivePerson}
      AND NOT (a.must_read_version IS NOT DISTINCT FROM a.version AND ${isReachedBy(sql`p.id`)})`;
}

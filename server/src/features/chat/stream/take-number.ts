import type { ErrorCode } from "@atoll/contract/errors/errors";
import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { isKnownToGuest } from "../../people/public.ts";

/** An action of a member in a channel. Deleting one's own message only requires membership. */
export type Doing = "post" | "reply" | "pin" | "change" | "delete";

export interface Taking {
  doing: Doing;
  /** A reply takes a second number for the message it replies to. */
  howMany?: 1 | 2;
}

export interface Place {
  /** The last of the taken numbers. */
  seq: number;
  /** When the channel's row was locked, so that times have the order of numbers; in milliseconds, as in responses. */
  at: Date;
}

/**
 * SQL for a WITH list that ends in `numbered (id, type, seq, at)`: the channel with its next number, or nothing if the
 * person may not do this there. Every write to a channel uses it. It locks the membership first, so that the member
 * cannot be removed in between, and checks the state of the channel under its own lock. The migration explains this
 * order.
 */
export function takingNumber(userId: string, channelId: string, { doing, howMany = 1 }: Taking) {
  const isRoot = doing === "post";
  const now = sql`date_trunc('milliseconds', clock_timestamp())`;
  return sql`
    m AS (
      SELECT channel_id, user_id, is_owner FROM channel_members
      WHERE channel_id = ${channelId} AND user_id = ${userId} FOR KEY SHARE
    ), numbered AS (
      UPDATE channels c SET head = c.head + ${sql.lit(howMany)}
        ${isRoot ? sql`, last_post_seq = c.head + 1, last_activity = ${now}` : sql``}
      FROM m WHERE c.id = m.channel_id AND NOT ${obstacleTo(doing)}
      RETURNING c.id, c.type, c.head AS seq, ${isRoot ? sql`c.last_activity` : now} AS at
    )`;
}

/** SQL: the member `m` may not do this in the channel `c`. */
export function obstacleTo(doing: Doing): RawBuilder<unknown> {
  const conditions = obstaclesTo(doing).map(({ isThere }) => isThere);
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` OR `)})`;
}

/**
 * Takes the next number of a channel's stream. Its row stays locked until the transaction ends.
 * @throws {AppError} `channel_not_found` if the person is not a member; `channel_archived`, `owners_only`,
 *   `person_left` or `guest_apart` if this may not be done there.
 */
export async function takeNumber(
  tx: Database,
  userId: string,
  channelId: string,
  taking: Taking,
): Promise<Place> {
  const { rows } = await sql<Place>`
    WITH ${takingNumber(userId, channelId, taking)} SELECT seq, at FROM numbered`.execute(tx);
  const place = rows[0];
  if (!place) throw await reasonAgainst(tx, userId, channelId, taking.doing);
  return place;
}

/** Returns why no number was taken. It is only called after that, so that usual writes do not pay for it. */
export async function reasonAgainst(
  db: Database,
  userId: string,
  channelId: string,
  doing: Doing,
): Promise<AppError> {
  const cases = obstaclesTo(doing).map(({ code, isThere }) => sql`WHEN ${isThere} THEN ${sql.lit(code)}`);
  if (cases.length === 0) return new AppError("channel_not_found");
  const { rows } = await sql<{ code: ErrorCode }>`
    SELECT CASE ${sql.join(cases, sql` `)} ELSE 'channel_not_found' END AS code
    FROM channel_members m JOIN channels c ON c.id = m.channel_id
    WHERE m.channel_id = ${channelId} AND m.user_id = ${userId}`.execute(db);
  return new AppError(rows[0]?.code ?? "channel_not_found");
}

/** SQL: a guest of a direct chat shares no other channel with somebody in it. */
function isGuestApart(channelId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`EXISTS (SELECT FROM channel_members g
    JOIN accounts ga ON ga.id = g.user_id AND ga.guest_until IS NOT NULL
    JOIN channel_members o ON o.channel_id = g.channel_id
    WHERE g.channel_id = ${channelId} AND NOT ${isKnownToGuest(sql`g.user_id`, sql`o.user_id`, false)})`;
}

interface Obstacle {
  code: ErrorCode;
  stops: readonly Doing[];
  /** SQL condition on channel `c` and its member `m`. */
  isThere: RawBuilder<unknown>;
}

/** The first matching one is reported. */
const obstacles: readonly Obstacle[] = [
  {
    code: "channel_archived",
    stops: ["post", "reply", "pin", "change"],
    isThere: sql`c.archived_at IS NOT NULL`,
  },
  {
    code: "owners_only",
    stops: ["post", "reply", "pin"],
    isThere: sql`(c.is_owners_only AND NOT m.is_owner)`,
  },
  {
    // Nobody else is left in the chat.
    code: "person_left",
    stops: ["post", "reply"],
    isThere: sql`(c.type = 'DIRECT' AND NOT EXISTS (
      SELECT FROM channel_members o JOIN accounts a ON a.id = o.user_id
      WHERE o.channel_id = c.id AND o.user_id <> m.user_id))`,
  },
  {
    code: "guest_apart",
    // An edit, a reaction and a pin reach the other person, too.
    stops: ["post", "reply", "pin", "change"],
    isThere: sql`(c.type = 'DIRECT' AND ${isGuestApart(sql`c.id`)})`,
  },
];

function obstaclesTo(doing: Doing): readonly Obstacle[] {
  return obstacles.filter(({ stops }) => stops.includes(doing));
}

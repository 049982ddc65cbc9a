import {
  type Message,
  maxListedReactors,
  maxReactionKinds,
  type Reaction,
} from "@atoll/contract/chat/schemas";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { changeMessage, type StreamDependencies, type Target } from "../stream/stream.ts";

/**
 * Adds or removes a person's reaction. Idempotent. Specification, sections 2, 3 and 7. The message stores the totals,
 * so that history reads no other table for them. A change adjusts the totals under the channel's lock, because counting
 * ten thousand rows for each reaction would block other writers.
 * @throws {AppError} `message_not_found`; `channel_archived`; `too_many_reactions` for more kinds of emoji than a
 *   message may have.
 */
export async function reactToMessage(
  deps: StreamDependencies,
  userId: string,
  target: Target,
  { emoji, isOn }: { emoji: string; isOn: boolean },
): Promise<Message> {
  const how = { doing: "change", event: "message.changed" } as const;
  return changeMessage(deps, userId, target, how, async (tx, { reactions }) => {
    const reaction = { message_id: target.id, emoji, user_id: userId };
    const next = isOn ? await add(tx, reactions, reaction) : await remove(tx, reactions, reaction);
    return next && { reactions: JSON.stringify(next) };
  });
}

interface ReactionRow {
  message_id: string;
  emoji: string;
  user_id: string;
}

async function add(tx: Database, reactions: Reaction[], row: ReactionRow): Promise<Reaction[] | undefined> {
  const known = reactions.find(({ emoji }) => emoji === row.emoji);
  if (!known && reactions.length >= maxReactionKinds) throw new AppError("too_many_reactions");
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("message_reactions")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) return undefined;
  if (!known) return [...reactions, { emoji: row.emoji, count: 1, userIds: [row.user_id] }];
  const userIds = [...known.userIds, row.user_id].slice(0, maxListedReactors);
  return replace(reactions, { ...known, count: known.count + 1, userIds });
}

async function remove(
  tx: Database,
  reactions: Reaction[],
  row: ReactionRow,
): Promise<Reaction[] | undefined> {
  const { numDeletedRows } = await tx
    .deleteFrom("message_reactions")
    .where("message_id", "=", row.message_id)
    .where("emoji", "=", row.emoji)
    .where("user_id", "=", row.user_id)
    .executeTakeFirst();
  const known = reactions.find(({ emoji }) => emoji === row.emoji);
  if (numDeletedRows === 0n || !known) return undefined;
  const count = known.count - 1;
  if (count === 0) return reactions.filter((reaction) => reaction !== known);
  const left = known.userIds.filter((id) => id !== row.user_id);
  const isListFull = left.length === Math.min(count, maxListedReactors);
  const userIds = isListFull ? left : await firstReactors(tx, row);
  return replace(reactions, { ...known, count, userIds });
}

function replace(reactions: Reaction[], next: Reaction): Reaction[] {
  return reactions.map((reaction) => (reaction.emoji === next.emoji ? next : reaction));
}

async function firstReactors(tx: Database, { message_id, emoji }: ReactionRow): Promise<string[]> {
  const rows = await tx
    .selectFrom("message_reactions")
    .select("user_id")
    .where("message_id", "=", message_id)
    .where("emoji", "=", emoji)
    .orderBy("created_at")
    .orderBy("user_id")
    .limit(maxListedReactors)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

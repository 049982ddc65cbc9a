import { canManageChannel } from "@atoll/contract/chat/policy";
import { pollRoutes } from "@atoll/contract/chat/poll-routes";
import { type Message, maxListedReactors } from "@atoll/contract/chat/schemas";
import type { RouteInput } from "@atoll/contract/route";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { violatedBy } from "../../../platform/database/reject-violation.ts";
import type { RequestViewer, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { changeAs } from "../../identity/public.ts";
import { findMessage } from "../message-queries.ts";
import { assertMayChat } from "../policy.ts";
import { peopleIn, presentMessage, presentPoll, type StoredPoll } from "../present.ts";
import { accessChannel, accessMessage } from "../public.ts";
import { changeMessage } from "../stream/stream.ts";
import { broadcastPosted, writeAsProgram } from "./post-message.ts";

/** Registers the routes of polls. Votes and closing are changes of the message, in the stream of its channel. */
export function registerPolls(context: SliceContext): void {
  const { routes, db } = context;
  const change = { doing: "change", event: "message.changed" } as const;

  routes.route(pollRoutes.createPoll, async ({ params, body }, { viewer }) => {
    assertMayChat(viewer);
    return { message: await createPoll(context, viewer, params.channelId, body) };
  });

  routes.route(pollRoutes.getPollVote, async ({ params }, { viewer }) => {
    const target = await accessMessage(db, viewer, params.messageId);
    const { poll } = await db
      .selectFrom("messages")
      .select("poll")
      .where("id", "=", target.id)
      .executeTakeFirstOrThrow();
    if (!poll) throw new AppError("poll_not_found");
    return { choices: await findChoices(db, target.id, viewer.id) };
  });

  routes.route(pollRoutes.setPollVote, async ({ params, body }, { viewer }) => {
    // Its owner has a vote already.
    if (viewer.isProgram) throw new AppError("forbidden", { detail: "bots do not vote" });
    const target = await accessMessage(db, viewer, params.messageId);
    const choices = [...new Set(body.choices)].sort((a, b) => a - b);
    const message = await changeMessage(context, viewer.id, target, change, async (tx, { poll }) => {
      if (!poll) throw new AppError("poll_not_found");
      if (poll.isClosed) throw new AppError("poll_closed");
      if ((choices.length > 1 && !poll.isMultiple) || choices.some((choice) => choice >= poll.options.length))
        throw new AppError("poll_choice_wrong");
      const before = await findChoices(tx, target.id, viewer.id);
      if (before.join() === choices.join()) return undefined;
      if (body.seen && before.join() !== body.seen.toSorted((a, b) => a - b).join())
        throw new AppError("poll_vote_changed");
      await saveChoices(tx, { messageId: target.id, userId: viewer.id, choices });
      return {
        poll: JSON.stringify(await count(tx, target.id, { poll, before, choices, userId: viewer.id })),
      };
    });
    return { message };
  });

  routes.route(pollRoutes.closePoll, async ({ params }, { viewer }) => {
    const target = await accessMessage(db, viewer, params.messageId);
    const message = await changeMessage(
      context,
      viewer.id,
      target,
      change,
      async (tx, { poll, author_id }) => {
        if (!poll) throw new AppError("poll_not_found");
        // Its author may have left: those who manage the channel close it too.
        if (author_id !== viewer.id) {
          const { type, is_owner: isOwner } = await accessChannel(tx, viewer, target.channel_id);
          if (!canManageChannel(viewer, { type, isOwner }))
            throw new AppError("forbidden", { detail: "neither the author nor an owner of the channel" });
        }
        return poll.isClosed ? undefined : { poll: JSON.stringify({ ...poll, isClosed: true }) };
      },
    );
    return { message };
  });
}

/** Sends a poll as a message, whose text is the poll in words, for lists, notifications, exports and search. */
async function createPoll(
  context: SliceContext,
  viewer: RequestViewer,
  channelId: string,
  {
    id,
    question,
    options,
    isMultiple,
    isAnonymous,
    parentId,
  }: RouteInput<typeof pollRoutes.createPoll>["body"],
): Promise<Message> {
  const { db, people } = context;
  const poll: StoredPoll = {
    question,
    options: options.map((text) => ({ text, count: 0, userIds: [] })),
    ...{ isMultiple, isAnonymous, voterCount: 0, isClosed: false },
  };
  const content = [`📊 **${question}**`, ...options.map((text) => `- ${text}`)].join("\n");
  try {
    const posted = await changeAs(db, viewer, async (tx, current) => {
      if (isAnonymous) await assertMoreThanTwo(tx, current, channelId);
      const written = await writeAsProgram(
        context,
        tx,
        { author: viewer, owner: current, mayCallAll: false },
        { id, channelId, content, parentId, mentionIds: [] },
      );
      if (!written) return undefined;
      await tx
        .updateTable("messages")
        .set({ poll: JSON.stringify(poll) })
        .where("id", "=", id)
        .execute();
      return { ...written, message: { ...written.message, poll: presentPoll(poll) } };
    });
    if (posted) {
      await broadcastPosted(context, posted);
      return posted.message;
    }
  } catch (error) {
    const violated = violatedBy(error);
    if (violated === "messages_parent_id_fkey") throw new AppError("message_not_found");
    throw violated === "messages_pkey" ? new AppError("message_id_taken") : error;
  }
  // Sent before: the sender did not receive the answer.
  const row = await findMessage(db, id);
  const isSame =
    row?.content === content && row.poll?.isMultiple === isMultiple && row.poll.isAnonymous === isAnonymous;
  if (!isSame || row.author_id !== viewer.id || row.channel_id !== channelId || row.deleted_at)
    throw new AppError("message_id_taken");
  return presentMessage(row, await peopleIn(people, [row]), viewer.id);
}

/**
 * Refuses a chat of two, in which each would know whose vote the other one is.
 * @throws {AppError} as `accessChannel`; `poll_not_anonymous`.
 */
async function assertMoreThanTwo(tx: Database, viewer: RequestViewer, channelId: string): Promise<void> {
  const { type } = await accessChannel(tx, viewer, channelId);
  if (type !== "DIRECT") return;
  const members = await tx
    .selectFrom("channel_members")
    .select("user_id")
    .where("channel_id", "=", channelId)
    .limit(3)
    .execute();
  if (members.length < 3) throw new AppError("poll_not_anonymous");
}

async function findChoices(db: Database, messageId: string, userId: string): Promise<number[]> {
  const row = await db
    .selectFrom("poll_votes")
    .select("choices")
    .where("message_id", "=", messageId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.choices ?? [];
}

async function saveChoices(
  tx: Database,
  { messageId, userId, choices }: { messageId: string; userId: string; choices: readonly number[] },
): Promise<void> {
  if (choices.length === 0)
    await sql`DELETE FROM poll_votes WHERE message_id = ${messageId} AND user_id = ${userId}`.execute(tx);
  else
    await sql`INSERT INTO poll_votes (message_id, user_id, choices) VALUES (${messageId}, ${userId}, ${[...choices]}::smallint[])
      ON CONFLICT (message_id, user_id) DO UPDATE SET choices = excluded.choices`.execute(tx);
}

/** Adjusts the totals by one vote, under the channel's lock. Counting all votes would block other writers. */
async function count(
  tx: Database,
  messageId: string,
  {
    poll,
    before,
    choices,
    userId,
  }: { poll: StoredPoll; before: readonly number[]; choices: readonly number[]; userId: string },
): Promise<StoredPoll> {
  const options: StoredPoll["options"] = [];
  for (const [at, option] of poll.options.entries()) {
    const by = Number(choices.includes(at)) - Number(before.includes(at));
    const total = option.count + by;
    const others = option.userIds.filter((id) => id !== userId);
    const listed =
      by > 0 ? [...others, userId].slice(0, maxListedReactors) : by < 0 ? others : option.userIds;
    const isListFull = listed.length === Math.min(total, maxListedReactors);
    const userIds = poll.isAnonymous ? [] : isListFull ? listed : await firstVoters(tx, messageId, at);
    options.push({ ...option, count: total, userIds });
  }
  const voters = Number(choices.length > 0) - Number(before.length > 0);
  return { ...poll, options, voterCount: poll.voterCount + voters };
}

async function firstVoters(tx: Database, messageId: string, choice: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`SELECT user_id FROM poll_votes
    WHERE message_id = ${messageId} AND ${choice}::smallint = ANY(choices)
    ORDER BY created_at, user_id LIMIT ${sql.lit(maxListedReactors)}`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

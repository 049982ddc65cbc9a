import { isDeepStrictEqual } from "node:util";
import type { Message } from "@atoll/contract/chat/schemas";
import { findCallOfAll, hasLink, type Mention } from "@atoll/contract/mentions";
import type { Selectable } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import { findHere } from "../here/find-here.ts";
import { notifyMentioned, refreshNotificationsOfMessage } from "../notifications/notify-of-message.ts";
import { changeMessage, type StreamDependencies, type Target } from "../stream/stream.ts";
import { sendFollowers } from "../threads/count-reply.ts";
import { dropMentions, indexMentions, resolveMentions } from "./write-mentions.ts";

/**
 * Replaces the text and mentions of a message. Does nothing if they are the same. Specification, section 5.
 * @throws {AppError} `message_not_found` if it was deleted, also at this moment; `channel_archived`.
 */
export async function editMessage(
  deps: StreamDependencies & Pick<SliceContext, "hereElsewhere">,
  userId: string,
  target: Target,
  edit: { content: string; mentionIds: readonly string[] },
): Promise<Message> {
  const { content } = edit;
  const how = { doing: "change", event: "message.edited" } as const;
  let thread: { id: string; calledIds: readonly string[] } | undefined;
  const edited = await changeMessage(deps, userId, target, how, async (tx, current, { at }) => {
    // People have voted on what it says.
    if (current.poll) throw new AppError("forbidden", { detail: "a poll" });
    const mentions = await resolveMentions(tx, target.channel_id, content, edit.mentionIds);
    const mentionsAll = findCallOfAll(content);
    if (current.content === content && isDeepStrictEqual(current.mentions, mentions)) return undefined;
    const hereIds = await hereAfterEdit(tx, deps, current, mentionsAll);
    const calledIds = mentions.map(({ id }) => id);
    const droppedIds = await dropMentions(tx, target.id, calledIds);
    await indexMentions(tx, placeOf(current), mentions);
    await tellNewlyCalled(tx, current, mentions, mentionsAll);
    await refreshNotificationsOfMessage(tx, current);
    const { parent_id: parentId } = current;
    thread = parentId === null ? undefined : { id: parentId, calledIds: [...calledIds, ...droppedIds] };
    return {
      content,
      edited_at: at,
      updated_at: at,
      mentions: JSON.stringify(mentions),
      mentions_all: mentionsAll,
      here_ids: hereIds,
      has_link: hasLink(content),
    };
  });
  if (thread) sendFollowers(deps.realtime, thread.calledIds, thread.id);
  return edited;
}

/** Returns the people that an @here notifies after an edit: the same as before, or those active now if it is new. */
function hereAfterEdit(
  tx: Database,
  deps: Pick<SliceContext, "hereElsewhere">,
  current: Selectable<Tables["messages"]>,
  mentionsAll: "channel" | "here" | null,
): Promise<string[] | null> | null {
  if (mentionsAll !== "here") return null;
  return current.mentions_all === "here"
    ? Promise.resolve(current.here_ids)
    : findHere(tx, deps, current.channel_id);
}

/** Notifies mentioned people who were not notified before. */
async function tellNewlyCalled(
  tx: Database,
  current: Selectable<Tables["messages"]>,
  mentions: readonly Mention[],
  mentionsAll: "channel" | "here" | null,
): Promise<void> {
  const { mentions_all: calledAll, here_ids: hereIds } = current;
  if (calledAll === "channel" || (calledAll === "here" && hereIds === null)) return;
  const told = [current.author_id, ...(current.mentions ?? []).map(({ id }) => id), ...(hereIds ?? [])];
  const named = mentions.map(({ id }) => id).filter((id) => !told.includes(id));
  const isNewCall = mentionsAll !== null && mentionsAll !== calledAll;
  if (named.length === 0 && !isNewCall) return;
  const { id, channel_id: channelId, parent_id: parentId, seq } = current;
  const place = { id, channelId, parentId, seq, author: { id: current.author_id } };
  await notifyMentioned(tx, place, named, isNewCall ? mentionsAll : null, told);
}

function placeOf(row: Selectable<Tables["messages"]>) {
  return {
    id: row.id,
    channelId: row.channel_id,
    parentId: row.parent_id,
    authorId: row.author_id,
    seq: row.seq,
    createdAt: row.created_at.toISOString(),
  };
}

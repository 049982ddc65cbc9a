import { isDeepStrictEqual } from "node:util";
import type { Message } from "@atoll/contract/chat/schemas";
import { findCallOfAll, hasLink } from "@atoll/contract/mentions";
import type { Selectable } from "kysely";
import type { Tables } from "../../../tables.ts";
import { changeMessage, type StreamDependencies, type Target } from "../stream/stream.ts";
import { dropMentions, indexMentions, resolveMentions } from "./write-mentions.ts";

/**
 * Replaces the text of a message and whom it calls. The same again changes nothing. Specification, section 5.
 * @throws {AppError} `message_not_found` when it was deleted, also a moment ago by another device; `channel_archived`.
 */
export async function editMessage(
  deps: StreamDependencies,
  userId: string,
  target: Target,
  edit: { content: string; mentionIds: readonly string[] },
): Promise<Message> {
  const { content } = edit;
  const how = { doing: "change", event: "message.edited" } as const;
  return changeMessage(deps, userId, target, how, async (tx, current, { at }) => {
    const mentions = await resolveMentions(tx, target.channel_id, content, edit.mentionIds);
    if (current.content === content && isDeepStrictEqual(current.mentions, mentions)) return undefined;
    await dropMentions(tx, target.id);
    await indexMentions(tx, placeOf(current), mentions);
    return {
      content,
      edited_at: at,
      updated_at: at,
      mentions: JSON.stringify(mentions),
      mentions_all: findCallOfAll(content),
      has_link: hasLink(content),
    };
  });
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

import type { ReplyTo, SliceContext } from "../../../slice.ts";
import { assertMayChat } from "../policy.ts";
import { accessMessage } from "../public.ts";
import { plainMessageInserts } from "./insert-messages.ts";
import { postMessage } from "./post-message.ts";

/**
 * Posts replies that people write in a notification: in the thread of the message that mentioned them, in the thread
 * that they follow, or in the direct chat.
 */
export function chatReplies(
  context: SliceContext,
): Record<"chat.mention" | "chat.reply" | "chat.direct", ReplyTo> {
  const { db, people, realtime, hereElsewhere } = context;
  const deps = { db, people, realtime, hereElsewhere, insertPlain: plainMessageInserts(db) };

  const post = async (
    viewer: Parameters<ReplyTo>[0],
    { id, text }: Parameters<ReplyTo>[2],
    place: { channelId: string; parentId: string | null },
  ) => {
    assertMayChat(viewer);
    await postMessage(deps, viewer, { id, content: text, ...place, mentionIds: [], attachmentIds: [] });
  };
  const inThread: ReplyTo = async (viewer, messageId, reply) => {
    const message = await accessMessage(db, viewer, messageId);
    await post(viewer, reply, { channelId: message.channel_id, parentId: message.parent_id ?? message.id });
  };
  return {
    "chat.mention": inThread,
    "chat.reply": inThread,
    "chat.direct": (viewer, channelId, reply) => post(viewer, reply, { channelId, parentId: null }),
  };
}

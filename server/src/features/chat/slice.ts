import { type RawBuilder, sql } from "kysely";
import { madeFrom } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { createChatRooms } from "./channel-queries.ts";
import { channelSource } from "./channel-source.ts";
import { registerChannels } from "./channels/channel-routes.ts";
import { ownedChannels } from "./channels/owned-channels.ts";
import { placedChannels } from "./channels/placed-channels.ts";
import { channelExport } from "./export-channel.ts";
import { connectCount } from "./here/count-here.ts";
import { connectTyping } from "./here/typing.ts";
import { connectMembers } from "./members/member-changes.ts";
import { registerMembers } from "./members/member-routes.ts";
import { messageFiles } from "./message-files.ts";
import { mentionEraser, messageEraser } from "./messages/erase-messages.ts";
import { registerMessages } from "./messages/message-routes.ts";
import { registerPolls } from "./messages/polls.ts";
import { chatReplies } from "./messages/reply-from-device.ts";
import { addedKind } from "./notifications/added.ts";
import { mentionKind } from "./notifications/mention.ts";
import { directKind, replyKind } from "./notifications/talk.ts";
import { registerPersonal } from "./personal/personal-routes.ts";
import { recentMessages } from "./recent-activity.ts";
import { connectResume } from "./resume/resume.ts";
import { messageSource } from "./search/message-source.ts";
import { registerSearch } from "./search/search-routes.ts";
import { registerThreads } from "./threads/thread-routes.ts";

/** The slice of team chat. Specification, sections 2, 4, 5, 7 and 8 (chat). */
export const chat: Slice = {
  name: "chat",
  routes: [
    registerChannels,
    registerMembers,
    registerMessages,
    registerPolls,
    registerThreads,
    registerPersonal,
    registerSearch,
  ],
  rooms: ({ db }) => createChatRooms(db),
  guestRooms: ({ db }) => createChatRooms(db),
  live: [connectMembers, connectResume, connectTyping, connectCount],
  owned: [ownedChannels],
  placed: [placedChannels],
  fileKinds: [messageFiles],
  exportKinds: [channelExport],
  recentActivity: recentMessages,
  notificationKinds: [mentionKind, replyKind, directKind, addedKind],
  replies: chatReplies,
  searchSources: [messageSource, channelSource],
  erasers: [messageEraser, mentionEraser],
  personalData: {
    messages: {
      title: "Messages",
      erase: "special",
      of: "author_id",
      columns: [
        "created_at",
        "id",
        "channel_id",
        "parent_id",
        "content",
        "edited_at",
        "deleted_at",
        "mentions_all",
      ],
      more: (personId, isForOwner) => ({
        channel: channelName(sql`t.channel_id`, personId, isForOwner),
        poll_options: sql`(SELECT jsonb_agg(o -> 'text') FROM jsonb_array_elements(t.poll -> 'options') o)`,
      }),
      isOpen: sql<boolean>`EXISTS (SELECT FROM channels c WHERE c.id = t.channel_id AND c.type = 'PUBLIC')`,
    },
    message_reactions: {
      title: "Reactions",
      erase: "stays",
      of: "user_id",
      columns: ["created_at", "message_id", "emoji"],
    },
    message_mentions: {
      title: "Mentions in chat",
      erase: "always",
      of: "user_id",
      columns: ["created_at", "message_id", "channel_id"],
      where: (personId) => sql<boolean>`${channelName(sql`t.channel_id`, personId, true)} IS NOT NULL`,
    },
    // A vote in an anonymous poll belongs to the voter alone.
    poll_votes: {
      title: "Votes in polls",
      erase: "stays",
      of: "user_id",
      isOwn: true,
      columns: ["created_at", "message_id", "choices"],
    },
    channel_members: {
      title: "Memberships in channels",
      erase: "stays",
      of: "user_id",
      columns: ["joined_at", "channel_id", "last_read", "is_owner", "notify", "is_muted"],
      more: (personId, isForOwner) => ({ channel: channelName(sql`t.channel_id`, personId, isForOwner) }),
      isOpen: sql<boolean>`EXISTS (SELECT FROM channels c WHERE c.id = t.channel_id AND c.type = 'PUBLIC')`,
    },
    channels: {
      title: "Channels that they created",
      erase: "stays",
      of: "created_by",
      columns: ["created_at", "id", "type"],
      more: (personId, isForOwner) => ({ name: channelName(sql`t.id`, personId, isForOwner) }),
      isOpen: sql<boolean>`t.type = 'PUBLIC'`,
    },
    saved_messages: {
      title: "Saved messages",
      erase: "account",
      of: "user_id",
      columns: ["saved_at", "message_id"],
    },
    thread_followers: {
      title: "Threads that they follow",
      erase: "always",
      of: "user_id",
      columns: ["message_id", "is_following"],
    },
    user_channel_stars: {
      title: "Starred channels",
      erase: "account",
      of: "user_id",
      columns: ["starred_at", "channel_id"],
    },
    message_search: madeFrom("the messages"),
  },
};

/**
 * SQL: the name of a channel that the person may read now. Direct chats have none. Others get no names of private
 * channels.
 */
const channelName = (
  channelId: RawBuilder<unknown>,
  personId: string,
  isForOwner: boolean,
): RawBuilder<string | null> =>
  sql<string | null>`(SELECT CASE WHEN named.type = 'DIRECT' THEN '' ELSE named.name END FROM channels named
    WHERE named.id = ${channelId} AND (named.type = 'PUBLIC' OR (${isForOwner}::boolean AND EXISTS (
      SELECT FROM channel_members member WHERE member.channel_id = named.id AND member.user_id = ${personId}))))`;

import type { Slice } from "../../slice.ts";
import { createChatRooms } from "./channel-queries.ts";
import { channelSource } from "./channel-source.ts";
import { registerChannels } from "./channels/channel-routes.ts";
import { ownedChannels } from "./channels/owned-channels.ts";
import { placedChannels } from "./channels/placed-channels.ts";
import { connectCount } from "./here/count-here.ts";
import { connectTyping } from "./here/typing.ts";
import { connectMembers } from "./members/member-changes.ts";
import { registerMembers } from "./members/member-routes.ts";
import { messageFiles } from "./message-files.ts";
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
  live: [connectMembers, connectResume, connectTyping, connectCount],
  owned: [ownedChannels],
  placed: [placedChannels],
  fileKinds: [messageFiles],
  recentActivity: recentMessages,
  notificationKinds: [mentionKind, replyKind, directKind, addedKind],
  replies: chatReplies,
  searchSources: [messageSource, channelSource],
};

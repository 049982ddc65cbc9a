import { AppError } from "../../../platform/app-error.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";
import { ownRoom } from "../../people/public.ts";
import { countMembers } from "../member-queries.ts";
import { channelRoom, chatterRoom } from "../rooms.ts";

/**
 * Counts the members of a channel who are online. Those on this node are in its room, which needs no query; the
 * database is queried for those on other nodes, and for members without team chat, who are not in the room.
 */
export function connectCount({ db, realtime, hereElsewhere }: SliceContext): LivePart {
  const withoutChat = new Set<string>();

  function look(userId: string): void {
    if (realtime.isHeard(ownRoom(userId)) && !realtime.isHeard(chatterRoom(userId))) withoutChat.add(userId);
    else withoutChat.delete(userId);
  }
  for (const room of [ownRoom(""), chatterRoom("")]) realtime.watchRooms(room, { entered: look, left: look });

  return {
    commands: {
      async "presence.count"({ channelId }, sender) {
        // Only members may learn how active a channel is.
        if (!sender.isIn(channelRoom(channelId))) throw new AppError("channel_not_found");
        const here = new Set(realtime.socketsIn(channelRoom(channelId)).map(({ userId }) => userId));
        const others = new Set([...withoutChat, ...hereElsewhere.userIds()]);
        for (const userId of here) others.delete(userId);
        return { online: here.size + (await countMembers(db, channelId, [...others])) };
      },
    },
  };
}

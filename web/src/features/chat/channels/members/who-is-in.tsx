import type { Channel } from "@atoll/contract/chat/schemas";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useEffect } from "react";
import { authorName } from "../../../../capabilities/people/author-name.ts";
import { presenceOf } from "../../../../capabilities/people/presence.ts";
import { counted } from "../../../../lib/counted.ts";
import { useSignedIn } from "../../../../lib/use-signed-in.tsx";
import { AvatarGroup } from "../../../../ui/avatar/avatar-group.tsx";
import { PresenceDot } from "../../../../ui/badge/presence-dot.tsx";
import { useChat } from "../../session/chat-provider.tsx";
import { chatKeys } from "../../stream/api.ts";
import { fetchMembers } from "../api.ts";
import { channelKeys } from "../channel-keys.ts";

/** Asked again so often while the channel and the page are in sight. */
const refreshMs = 20_000;
/** Several people come and go together, when a server starts or an office opens. */
const gatherMs = 1000;

/** How many members of a channel are here; undefined while it is unknown. */
function useOnlineCount({ id, memberCount }: Pick<Channel, "id" | "memberCount">): number | undefined {
  const { realtime } = useChat();
  const presence = presenceOf(useSignedIn());
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: chatKeys.online(id),
    queryFn: async () => (await realtime.send("presence.count", { channelId: id })).online,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: "always",
    retry: false,
    gcTime: 0,
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = presence.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey: chatKeys.online(id) });
      }, gatherMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [presence, queryClient, id]);
  // Between a person's leaving and the next answer.
  return data === undefined ? undefined : Math.min(data, memberCount);
}

export interface WhoIsInProps {
  channel: Channel;
  /** How many are here is not known then. */
  isDisconnected: boolean;
  onShow: () => void;
}

const maxFaces = 4;

/** Some faces, how many members there are, and how many of them are here; opens the list of them. */
export function WhoIsIn({ channel, isDisconnected, onShow }: WhoIsInProps) {
  const { data } = useQuery({
    queryKey: channelKeys.members(channel.id, "", maxFaces),
    queryFn: ({ signal }) => fetchMembers(channel.id, { limit: maxFaces }, { signal }),
    staleTime: 5 * 60_000,
  });
  const online = useOnlineCount(channel);
  const people = data?.items.map((member) => ({ id: member.id, name: authorName(member) })) ?? [];
  // If there is not enough space next to the name, the avatars wrap to a hidden second line, and then the number of
  // people online. The name shrinks last: with a smaller factor it would shrink slightly and be truncated.
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onShow}
      className="flex h-7 min-w-min shrink-[999999] flex-row-reverse flex-wrap gap-x-3 overflow-hidden rounded-sm px-1.5 text-muted text-xs [--av-edge:var(--surface)] max-md:hidden hover:bg-surface-hover hover:text-text"
    >
      <span className="flex h-7 flex-wrap justify-end gap-x-3 overflow-hidden whitespace-nowrap">
        <span className="flex h-7 items-center gap-1.5">
          <Users className="size-3.5" aria-hidden="true" />
          {counted(channel.memberCount, "member")}
        </span>
        {online !== undefined && !isDisconnected && (
          <span className="flex h-7 items-center gap-1">
            <PresenceDot presence="online" />
            {`${online} online`}
          </span>
        )}
      </span>
      {people.length > 0 && (
        <AvatarGroup
          people={people}
          total={channel.memberCount}
          max={maxFaces}
          size={20}
          className="h-7 max-xl:hidden"
        />
      )}
    </button>
  );
}

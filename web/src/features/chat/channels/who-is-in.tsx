import type { Channel } from "@atoll/contract/chat/schemas";
import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { AvatarGroup } from "../../../ui/avatar-group.tsx";
import { PresenceDot } from "../../../ui/presence-dot.tsx";
import { authorName } from "../channel-title.ts";
import { useOnlineCount } from "../live/use-online-count.ts";
import { channelKeys, fetchMembers } from "./api.ts";
import { countMembers } from "./count-members.ts";

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
    queryFn: ({ signal }) => fetchMembers(channel.id, "", 0, { signal, limit: maxFaces }),
    staleTime: 5 * 60_000,
  });
  const online = useOnlineCount(channel);
  const people = data?.members.map((member) => ({ id: member.id, name: authorName(member) })) ?? [];
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onShow}
      className="flex h-7 flex-none items-center gap-3 rounded-sm px-1.5 text-muted text-xs [--av-edge:var(--surface)] max-md:hidden hover:bg-surface-hover hover:text-text"
    >
      {people.length > 0 && (
        <AvatarGroup
          people={people}
          total={channel.memberCount}
          max={maxFaces}
          size={20}
          className="max-xl:hidden"
        />
      )}
      <span className="flex items-center gap-1.5">
        <Users className="size-3.5" aria-hidden="true" />
        {countMembers(channel.memberCount)}
      </span>
      {online !== undefined && !isDisconnected && (
        <span className="flex items-center gap-1">
          <PresenceDot presence="online" />
          {`${online} online`}
        </span>
      )}
    </button>
  );
}

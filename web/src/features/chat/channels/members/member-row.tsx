import type { Channel, Member } from "@atoll/contract/chat/schemas";
import { useMutation } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { authorName } from "../../../../capabilities/people/author-name.ts";
import { PersonName } from "../../../../capabilities/people/person-name.tsx";
import { PresentAvatar } from "../../../../capabilities/people/present-avatar.tsx";
import { errorMessage } from "../../../../lib/server/api-client.ts";
import { Badge } from "../../../../ui/badge/badge.tsx";
import { IconButton } from "../../../../ui/button/icon-button.tsx";
import { Menu } from "../../../../ui/popup/menu.tsx";
import type { MenuEntry } from "../../../../ui/popup/menu-entry.ts";
import { useChat } from "../../session/chat-provider.tsx";
import { putOwner, removeMember } from "../api.ts";
import { useChannelCache } from "../use-channel-cache.ts";

export interface MemberRowProps {
  channel: Channel;
  member: Member;
}

/** Somebody in a channel; who manages it takes people out and makes owners. */
export function MemberRow({ channel, member }: MemberRowProps) {
  const { viewer } = useChat();
  const cache = useChannelCache();
  const acting = useMutation({
    mutationFn: (act: () => Promise<void>) => act(),
    onSettled: () => cache.refreshMembers(channel.id),
  });
  const name = authorName(member);
  const isSelf = member.id === viewer.id;
  const ownership: MenuEntry = {
    label: member.isOwner ? "Make an ordinary member" : "Make an owner",
    onSelect: () => acting.mutate(() => putOwner(channel.id, member.id, !member.isOwner)),
  };
  const removal: MenuEntry = {
    label: "Remove from channel",
    danger: true,
    onSelect: () => acting.mutate(() => removeMember(channel.id, member.id)),
  };
  // The viewer leaves by another button; members of a department's channel follow the department.
  const canRemove = !isSelf && !channel.followsDepartment;
  return (
    <li className="flex items-center gap-3 py-1.5">
      <PresentAvatar userId={member.id} picture={member.avatar} name={name} size={28} />
      <div className="min-w-0 flex-1 leading-[18px]">
        <PersonName person={member} />
        <p className="truncate text-muted text-xs">{member.isFormer ? "former colleague" : member.email}</p>
        {acting.error && (
          <p role="alert" className="text-danger-text text-xs">
            {errorMessage(acting.error)}
          </p>
        )}
      </div>
      {member.isOwner && <Badge>Owner</Badge>}
      {channel.canManage && (
        <Menu
          label={`What to do with ${name}`}
          trigger={<IconButton label={`More about ${name}`} icon={Ellipsis} size="xs" />}
          items={canRemove ? [ownership, "separator", removal] : [ownership]}
        />
      )}
    </li>
  );
}

import type { Channel, Member } from "@atoll/contract/chat/schemas";
import { useMutation } from "@tanstack/react-query";
import { Ellipsis, UserPlus } from "lucide-react";
import { useState } from "react";
import { refetch } from "../../../../capabilities/live/follow-query.ts";
import { usePages } from "../../../../capabilities/live/use-pages.ts";
import { authorName } from "../../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../../capabilities/people/person-avatar.tsx";
import { PersonName } from "../../../../capabilities/people/person-name.tsx";
import { PresentAvatar } from "../../../../capabilities/people/present-avatar.tsx";
import { type PeopleSource, usePeopleSearch } from "../../../../capabilities/people/use-people-search.ts";
import { errorMessage } from "../../../../lib/server/api-client.ts";
import { useDebounced } from "../../../../lib/use-debounced.ts";
import { Badge } from "../../../../ui/badge/badge.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { IconButton } from "../../../../ui/button/icon-button.tsx";
import { SearchField } from "../../../../ui/field/search-field.tsx";
import { PagedList } from "../../../../ui/list/paged-list.tsx";
import { SearchList } from "../../../../ui/list/search-list.tsx";
import { Menu } from "../../../../ui/popup/menu.tsx";
import type { MenuEntry } from "../../../../ui/popup/menu-entry.ts";
import { RowSkeletons } from "../../../../ui/progress/row-skeletons.tsx";
import { notify } from "../../../../ui/toast/toast.tsx";
import { useChat } from "../../session/chat-provider.tsx";
import { addMember, fetchMembers, findPeopleAndBots, putOwner, removeMember } from "../api.ts";
import { channelKeys } from "../channel-keys.ts";
import { useChannelCache } from "../use-channel-cache.ts";

const maxResults = 8;

const peopleAndBots: PeopleSource = { key: ["with-bots"], find: findPeopleAndBots };

/** Finds colleagues and bots by name and adds the chosen one immediately. */
function AddMember({ channelId }: { channelId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState("");
  const search = usePeopleSearch(isOpen ? text : "", { max: maxResults, among: peopleAndBots });
  const { name } = search;
  const cache = useChannelCache();
  const adding = useMutation({
    mutationFn: (person: { id: string; name: string }) => addMember(channelId, person.id),
    onSuccess: (_done, person) => {
      setText("");
      notify.success(`${authorName(person)} was added`);
    },
    onSettled: () => cache.refreshMembers(channelId),
  });

  function choose(id: string) {
    const person = search.people.find((one) => one.id === id);
    if (person && !adding.isPending) adding.mutate(person);
  }
  if (!isOpen) {
    return (
      <Button size="sm" icon={UserPlus} className="self-start" onClick={() => setIsOpen(true)}>
        Add people
      </Button>
    );
  }
  return (
    <section aria-label="Add people" className="rounded-md border bg-surface-raised p-3">
      <SearchList
        label="Search people to add"
        listLabel="People"
        text={text}
        onTextChange={(next) => {
          setText(next);
          if (adding.error) adding.reset();
        }}
        query={text}
        isAnswered
        options={search.people.map((person) => ({
          id: person.id,
          title: authorName(person),
          detail: person.isGuest ? `Guest, ${person.email}` : person.email,
          mark: <PersonAvatar person={person} decorative size={28} />,
        }))}
        onChoose={choose}
        loading={search.isSearching || adding.isPending}
        error={adding.error ? errorMessage(adding.error) : search.error}
        // A person who could not be added can be chosen again.
        onRetry={adding.error ? undefined : search.retry}
        empty={name === "" ? "Type a name to search" : `No results found for "${name}"`}
      />
      <Button size="sm" variant="ghost" onClick={() => setIsOpen(false)}>
        Done
      </Button>
    </section>
  );
}

const debounceMs = 300;
const idOf = ({ id }: Member) => id;

/** The members of a chat, one page at a time, with adding and removing. */
export function ChannelMembers({ channel }: { channel: Channel }) {
  const [text, setText] = useState("");
  const search = useDebounced(text.trim(), debounceMs);
  const list = usePages({
    queryKey: channelKeys.members(channel.id, search),
    fetchPage: (cursor, options) => fetchMembers(channel.id, { search, cursor }, options),
    keyOf: idOf,
    on: {
      "channel.counted": (data, { channelId }) => (channelId === channel.id ? refetch() : data),
    },
  });
  const { isGuest } = useChat().viewer;
  const isOpen = !channel.followsDepartment && channel.archivedAt === null;
  const canAdd = channel.type !== "DIRECT" && isOpen && !isGuest;
  return (
    <div className="flex flex-col gap-3">
      {channel.followsDepartment && (
        <p className="text-muted text-xs">Its members follow the department and change with it.</p>
      )}
      {canAdd && <AddMember channelId={channel.id} />}
      <SearchField label="Search members" value={text} maxLength={100} onTextChange={setText} />
      <PagedList
        list={list}
        skeleton={<RowSkeletons label="Loading members" mark={28} rowClassName="py-1.5" />}
        empty={
          <p role="status" className="py-6 text-center text-muted">{`No results found for "${search}"`}</p>
        }
      >
        {(members) => (
          <ul aria-label="Members" className="flex flex-col">
            {members.map((member) => (
              <MemberRow key={member.id} channel={channel} member={member} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}

interface MemberRowProps {
  channel: Channel;
  member: Member;
}

/** Somebody in a channel; who manages it takes people out and makes owners. */
function MemberRow({ channel, member }: MemberRowProps) {
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
      {member.isProgram ? (
        <PersonAvatar person={member} size={28} />
      ) : (
        <PresentAvatar userId={member.id} picture={member.avatar} name={name} size={28} />
      )}
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
          label={`Actions for ${name}`}
          trigger={<IconButton label={`More about ${name}`} icon={Ellipsis} size="xs" />}
          items={[
            // Guests own no channel.
            ...(member.isGuest ? [] : [ownership]),
            ...(canRemove && !member.isGuest ? (["separator"] as const) : []),
            ...(canRemove ? [removal] : []),
          ]}
        />
      )}
    </li>
  );
}

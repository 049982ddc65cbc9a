import type { Channel, Member } from "@atoll/contract/chat/schemas";
import { useState } from "react";
import { lookAgain } from "../../../../capabilities/live/follow-query.ts";
import { usePages } from "../../../../capabilities/live/use-pages.ts";
import { useDebounced } from "../../../../lib/use-debounced.ts";
import { SearchField } from "../../../../ui/field/search-field.tsx";
import { PagedList } from "../../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../../ui/progress/row-skeletons.tsx";
import { fetchMembers } from "../api.ts";
import { channelKeys } from "../channel-keys.ts";
import { AddMember } from "./add-member.tsx";
import { MemberRow } from "./member-row.tsx";

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
      "channel.counted": (data, { channelId }) => (channelId === channel.id ? lookAgain() : data),
    },
  });
  const canAdd = channel.type !== "DIRECT" && !channel.followsDepartment && channel.archivedAt === null;
  return (
    <div className="flex flex-col gap-3">
      {channel.followsDepartment && (
        <p className="text-muted text-xs">Its members follow the department and change with it.</p>
      )}
      {canAdd && <AddMember channelId={channel.id} />}
      <SearchField
        label="Search members"
        value={text}
        maxLength={100}
        onChange={(event) => setText(event.target.value)}
        onClear={() => setText("")}
      />
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

import type { Channel } from "@atoll/contract/chat/schemas";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../../lib/api-client.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { ShowMore } from "../../../ui/button/show-more.tsx";
import { SearchField } from "../../../ui/field/search-field.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { AddMember } from "./add-member.tsx";
import { fetchMembers } from "./api.ts";
import { channelKeys } from "./channel-keys.ts";
import { MemberRow } from "./member-row.tsx";

const debounceMs = 300;

/** Who is in a chat, a page at a time, and the ways in and out of it. */
export function ChannelMembers({ channel }: { channel: Channel }) {
  const [text, setText] = useState("");
  const search = useDebounced(text.trim(), debounceMs);
  const list = useInfiniteQuery({
    queryKey: channelKeys.members(channel.id, search),
    queryFn: ({ pageParam, signal }) => fetchMembers(channel.id, search, pageParam, { signal }),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => {
      const count = pages.reduce((sum, { members }) => sum + members.length, 0);
      return page.members.length > 0 && count < page.total ? count : undefined;
    },
  });
  const members = list.data?.pages.flatMap((page) => page.members);
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
      {members ? (
        <>
          <ul aria-label="Members" className="flex flex-col">
            {members.map((member) => (
              <MemberRow key={member.id} channel={channel} member={member} />
            ))}
          </ul>
          {members.length === 0 && (
            <p role="status" className="py-6 text-center text-muted">{`No results found for "${search}"`}</p>
          )}
          <ShowMore list={list} failure={errorMessage(list.error)} />
        </>
      ) : list.error ? (
        <ErrorState
          message={errorMessage(list.error)}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <RowSkeletons label="Loading members" mark={28} rowClassName="py-1.5" />
      )}
    </div>
  );
}

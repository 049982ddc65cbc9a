import type { Channel } from "@atoll/contract/chat/schemas";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../../lib/api-client.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/skeleton.tsx";
import { AddMember } from "./add-member.tsx";
import { channelKeys, fetchMembers } from "./api.ts";
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
          {list.hasNextPage && (
            <Button
              size="sm"
              className="self-center"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </>
      ) : list.error ? (
        <ErrorState
          message={errorMessage(list.error)}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <SkeletonGroup label="Loading members" className="flex flex-col gap-5 py-2">
          {["46%", "62%", "38%"].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </SkeletonGroup>
      )}
    </div>
  );
}

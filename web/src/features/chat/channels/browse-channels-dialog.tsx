import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../../lib/api-client.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/skeleton.tsx";
import { channelKeys, fetchDirectory } from "./api.ts";
import { DirectoryRow } from "./directory-row.tsx";

export interface BrowseChannelsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onOpen: (channelId: string) => void;
}

const debounceMs = 300;

/** The public channels of the company, to join and to open. */
export function BrowseChannelsDialog({ open, onOpenChange, onOpen }: BrowseChannelsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Browse channels" width={600}>
      <Directory onOpen={onOpen} />
    </Dialog>
  );
}

/** Its own component, so that each opening begins anew. */
function Directory({ onOpen }: { onOpen: (channelId: string) => void }) {
  const [text, setText] = useState("");
  const search = useDebounced(text.trim(), debounceMs);
  const directory = useInfiniteQuery({
    queryKey: channelKeys.directory(search),
    queryFn: ({ pageParam, signal }) => fetchDirectory(search, pageParam, { signal }),
    initialPageParam: 0,
    getNextPageParam: (page, pages) =>
      page.hasMore ? pages.reduce((sum, { channels }) => sum + channels.length, 0) : undefined,
  });
  const channels = directory.data?.pages.flatMap((page) => page.channels);
  return (
    <>
      <SearchField
        label="Search channels"
        value={text}
        maxLength={100}
        loading={directory.isFetching && !directory.isFetchingNextPage}
        onChange={(event) => setText(event.target.value)}
        onClear={() => setText("")}
      />
      <div className="-mx-2 max-h-[min(440px,55vh)] min-h-[200px] overflow-y-auto">
        {channels ? (
          <>
            <ul aria-label="Channels">
              {channels.map((channel) => (
                <DirectoryRow key={channel.id} channel={channel} onOpen={onOpen} />
              ))}
            </ul>
            {channels.length === 0 && (
              <p role="status" className="px-2 py-8 text-center text-muted">
                {search === "" ? "No channels" : `No results found for "${search}"`}
              </p>
            )}
            {directory.hasNextPage && (
              <div className="grid place-items-center p-3">
                <Button
                  size="sm"
                  loading={directory.isFetchingNextPage}
                  onClick={() => void directory.fetchNextPage()}
                >
                  Show more
                </Button>
              </div>
            )}
          </>
        ) : directory.error ? (
          <ErrorState
            message={errorMessage(directory.error, "Failed to fetch channels")}
            retrying={directory.isFetching}
            onRetry={() => void directory.refetch()}
          />
        ) : (
          <SkeletonGroup label="Loading channels" className="flex flex-col gap-5 p-3">
            {["46%", "62%", "38%", "54%"].map((width) => (
              <Skeleton key={width} width={width} />
            ))}
          </SkeletonGroup>
        )}
      </div>
    </>
  );
}

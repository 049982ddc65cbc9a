import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../../lib/api-client.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { ShowMore } from "../../../ui/button/show-more.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { SearchField } from "../../../ui/field/search-field.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { fetchDirectory } from "./api.ts";
import { channelKeys } from "./channel-keys.ts";
import { DirectoryRow } from "./directory-row.tsx";

export interface BrowseChannelsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onOpen: (channelId: string) => void;
}

const debounceMs = 300;
const failure = "Failed to fetch channels";

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
            <ShowMore list={directory} failure={errorMessage(directory.error, failure)} />
          </>
        ) : directory.error ? (
          <ErrorState
            message={errorMessage(directory.error, failure)}
            retrying={directory.isFetching}
            onRetry={() => void directory.refetch()}
          />
        ) : (
          <RowSkeletons label="Loading channels" mark={16} rowClassName="px-2 py-2" />
        )}
      </div>
    </>
  );
}

import { useState } from "react";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { SearchField } from "../../../ui/field/search-field.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { fetchDirectory } from "./api.ts";
import { channelKeys } from "./channel-keys.ts";
import { DirectoryRow } from "./directory-row.tsx";

export interface BrowseChannelsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onOpen: (channelId: string) => void;
}

const debounceMs = 300;
const idOf = ({ id }: { id: string }) => id;

/** The public channels of the company, to join and to open. */
export function BrowseChannelsDialog({ open, onOpenChange, onOpen }: BrowseChannelsDialogProps) {
  return (
    <Dialog open={open} onClose={() => onOpenChange(false)} title="Browse channels" width={600}>
      <Directory onOpen={onOpen} />
    </Dialog>
  );
}

/** A component of its own, so that each opening starts fresh. */
function Directory({ onOpen }: { onOpen: (channelId: string) => void }) {
  const [text, setText] = useState("");
  const search = useDebounced(text.trim(), debounceMs);
  const directory = usePages({
    queryKey: channelKeys.directory(search),
    fetchPage: (cursor, options) => fetchDirectory(search, cursor, options),
    keyOf: idOf,
  });
  return (
    <>
      <SearchField
        label="Search channels"
        value={text}
        maxLength={100}
        loading={directory.isFetching && !directory.isFetchingNextPage}
        onTextChange={setText}
      />
      <div className="-mx-2 max-h-[min(440px,55vh)] min-h-[200px] overflow-y-auto">
        <PagedList
          list={directory}
          failure="Failed to fetch channels"
          skeleton={<RowSkeletons label="Loading channels" mark={16} rowClassName="px-2 py-2" />}
          empty={
            <p role="status" className="px-2 py-8 text-center text-muted">
              {search === "" ? "No channels" : `No results found for "${search}"`}
            </p>
          }
        >
          {(channels) => (
            <ul aria-label="Channels">
              {channels.map((channel) => (
                <DirectoryRow key={channel.id} channel={channel} onOpen={onOpen} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </>
  );
}

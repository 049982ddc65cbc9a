import type { Channel } from "@atoll/contract/chat/schemas";
import { useState } from "react";
import { ChannelMark } from "../../features/chat/channel-list/channel-mark.tsx";
import { channelTitle } from "../../features/chat/channel-list/channel-title.ts";
import { useChannels } from "../../features/chat/session/use-channels.ts";
import { Button } from "../../ui/button/button.tsx";
import { SearchField } from "../../ui/field/search-field.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";

export interface ChatPlacesProps {
  /** The word on each button. */
  verb: string;
  /** The name of a button, for assistive tech. */
  nameOf: (title: string) => string;
  onChoose: (channel: Channel) => void;
}

/** The chats that the viewer may write in, the one written to last first, and a search by name. */
export function ChatPlaces({ verb, nameOf, onChoose }: ChatPlacesProps) {
  const [text, setText] = useState("");
  const { data: channels, error, isFetching, refetch } = useChannels();
  if (!channels)
    return error ? (
      <LoadState query={{ error, isFetching, refetch }} />
    ) : (
      <RowSkeletons label="Loading channels" mark={28} rowClassName="py-2" />
    );
  const wanted = text.trim().toLowerCase();
  const found = channels.filter(
    (channel) => channel.canPost && channelTitle(channel).toLowerCase().includes(wanted),
  );
  return (
    <div className="flex min-h-0 flex-col gap-2">
      <SearchField label="Find a channel or colleague" value={text} onTextChange={setText} />
      <ul aria-label="Channels" className="max-h-64 min-h-32 overflow-y-auto">
        {found.map((channel) => (
          <li key={channel.id} className="flex items-center gap-2.5 py-1.5 pr-1 not-first:border-t">
            <ChannelMark channel={channel} size={28} />
            <span className="min-w-0 flex-1 truncate">{channelTitle(channel)}</span>
            <Button size="sm" aria-label={nameOf(channelTitle(channel))} onClick={() => onChoose(channel)}>
              {verb}
            </Button>
          </li>
        ))}
        {found.length === 0 && <li className="py-2 text-muted">No channel has this name.</li>}
      </ul>
    </div>
  );
}

import type { Channel } from "@atoll/contract/chat/schemas";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ChannelMark } from "../../features/chat/channel-list/channel-mark.tsx";
import { channelTitle } from "../../features/chat/channel-list/channel-title.ts";
import type { ChatSession } from "../../features/chat/session/chat-session.ts";
import { useChannels } from "../../features/chat/session/use-channels.ts";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { SearchField } from "../../ui/field/search-field.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { type SharedThing, shareText } from "./share-text.ts";

interface ShareDialogProps {
  thing: SharedThing;
  chat: ChatSession;
  onClose: () => void;
}

const maxNoteLength = 1000;

/** Chooses a channel or a colleague, and sends a link there, with a note. Without a connection it is sent later. */
export function ShareDialog({ thing, chat, onClose }: ShareDialogProps) {
  const [note, setNote] = useState("");
  const navigate = useNavigate();
  function share(channel: Channel) {
    chat.send(channel.id, shareText(thing, note, location.origin));
    notify.success(`Shared in ${channelTitle(channel)}`, {
      id: `shared/${thing.path}`,
      action: {
        label: "Open",
        onClick: () => void navigate({ to: "/chat/channel/$channelId", params: { channelId: channel.id } }),
      },
    });
    onClose();
  }
  return (
    <Dialog onClose={onClose} title={`Share this ${thing.kind}`} width={480}>
      {thing.isPrivate && (
        <InlineAlert tone="info">
          Only people who can see this {thing.kind} can open the link. The message does not show its title.
        </InlineAlert>
      )}
      <TextArea
        label="Note"
        rows={2}
        value={note}
        maxLength={maxNoteLength}
        placeholder="Optional"
        onChange={({ target }) => setNote(target.value)}
      />
      <Places onShare={share} />
    </Dialog>
  );
}

function Places({ onShare }: { onShare: (channel: Channel) => void }) {
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
            <Button
              size="sm"
              aria-label={`Share in ${channelTitle(channel)}`}
              onClick={() => onShare(channel)}
            >
              Share
            </Button>
          </li>
        ))}
        {found.length === 0 && <li className="py-2 text-muted">No channel has this name.</li>}
      </ul>
    </div>
  );
}

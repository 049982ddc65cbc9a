import type { Channel } from "@atoll/contract/chat/schemas";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { channelTitle } from "../../features/chat/channel-list/channel-title.ts";
import type { ChatSession } from "../../features/chat/session/chat-session.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { ChatPlaces } from "./chat-places.tsx";
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
      <ChatPlaces verb="Share" nameOf={(title) => `Share in ${title}`} onChoose={share} />
    </Dialog>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useDesk } from "../canvas/canvas-layout.tsx";
import { summariseBoard } from "../data/api.ts";

export interface OutcomeDialogProps {
  onClose: () => void;
  /** Channels of the viewer's. */
  channels: readonly { id: string; name: string }[];
  onPost: (channelId: string, text: string) => Promise<void>;
}

/** Posts what came out of a board to a channel. */
export function OutcomeDialog({ onClose, channels, onPost }: OutcomeDialogProps) {
  const { board } = useDesk();
  const [channelId, setChannelId] = useState<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [failure, setFailure] = useState("");
  const [isSending, setSending] = useState(false);
  const query = useQuery({
    queryKey: ["brainstorm", "outcome", board.id],
    queryFn: () => summariseBoard(board.id),
    staleTime: 0,
    gcTime: 0,
  });
  const text = typed ?? query.data?.text ?? "";
  async function post(): Promise<void> {
    if (channelId === null) return setFailure("Choose a channel.");
    setSending(true);
    try {
      await onPost(channelId, text);
      notify.success("Outcome posted");
      onClose();
    } catch (error) {
      setFailure(errorMessage(error, "Failed to post the outcome"));
    } finally {
      setSending(false);
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onSubmit={(event) => {
        event.preventDefault();
        void post();
      }}
      title="Post the Outcome"
      description="Readers of the channel see this text. The board itself stays with those it is shared with."
      width={560}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={isSending} disabled={text.trim() === ""}>
            Post
          </Button>
        </>
      }
    >
      {failure !== "" && <InlineAlert tone="error">{failure}</InlineAlert>}
      {query.error && <InlineAlert tone="error">{errorMessage(query.error)}</InlineAlert>}
      <Select
        label="Channel"
        value={channelId}
        onValueChange={setChannelId}
        options={channels.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextArea label="Text" rows={10} value={text} onChange={({ target }) => setTyped(target.value)} />
    </Dialog>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { SpokenError } from "../../../lib/request/api-error.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useBoardStore } from "../canvas/board-store.tsx";
import { summariseBoard } from "../data/api.ts";

export interface OutcomeDialogProps {
  onClose: () => void;
  /** Channels of the viewer's. */
  channels: readonly { id: string; name: string }[];
  onPost: (channelId: string, text: string) => Promise<void>;
}

/** Posts what came out of a board to a channel. */
export function OutcomeDialog({ onClose, channels, onPost }: OutcomeDialogProps) {
  const { board } = useBoardStore();
  const query = useQuery({
    queryKey: ["brainstorm", "outcome", board.id],
    queryFn: () => summariseBoard(board.id),
    staleTime: 0,
    gcTime: 0,
  });
  const form = useForm({
    values: { channelId: null as string | null, typed: null as string | null },
    async send({ channelId }) {
      if (channelId === null) throw new SpokenError("Choose a channel.");
      await onPost(channelId, text);
      notify.success("Outcome posted");
      onClose();
    },
    fallback: "Failed to post the outcome",
  });
  const typed = useChoice(form, "typed");
  const text = typed.value ?? query.data?.text ?? "";
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Post the outcome"
      description="Readers of the channel see this text. The board itself stays with those it is shared with."
      width={560}
      verb="Post"
      isDisabled={text.trim() === ""}
    >
      {query.error && <InlineAlert tone="error">{errorMessage(query.error)}</InlineAlert>}
      <Select
        {...useChoice(form, "channelId")}
        label="Channel"
        options={channels.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextArea
        label="Text"
        rows={10}
        value={text}
        onChange={({ target }) => typed.onValueChange(target.value)}
      />
    </FormDialog>
  );
}

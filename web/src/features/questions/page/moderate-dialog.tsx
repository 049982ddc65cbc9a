import { hiddenReasonMaxLength } from "@atoll/contract/votes/limits";
import { moderationSchema, type VotedSubject } from "@atoll/contract/votes/schemas";
import { z } from "zod";
import { moderate } from "../../../capabilities/votes/wire.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";

interface HideDialogProps {
  subject: VotedSubject;
  isLocked: boolean;
  /** "question" or "answer". */
  what: string;
  onClose: () => void;
  onDone: () => void;
}

const schema = z.object({ reason: moderationSchema.shape.hiddenReason.unwrap() });

/** Hides a question or an answer, with the reason that its author reads. */
export function HideDialog({ subject, isLocked, what, onClose, onDone }: HideDialogProps) {
  const form = useForm({
    values: { reason: "" },
    schema,
    send: async ({ reason }) => {
      await moderate(subject, { isLocked, hiddenReason: reason });
      onDone();
    },
    fallback: `Failed to hide this ${what}`,
  });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Hide this ${what}?`}
      description="Only its author and moderators will see it. You can restore it later."
      onSubmit={form.submit}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" type="submit" loading={form.isSending}>
            Hide
          </Button>
        </>
      }
    >
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <TextField
        {...form.field("reason")}
        label="Reason"
        maxLength={hiddenReasonMaxLength}
        autoComplete="off"
      />
    </Dialog>
  );
}

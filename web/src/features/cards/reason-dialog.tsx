import { maxStageReason } from "@atoll/contract/cards/limits";
import { z } from "zod";
import { useForm } from "../../lib/form/use-form.ts";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";

const schema = z.object({ reason: z.string().trim().min(1, "Give a reason").max(maxStageReason) });

/** Asks why something is lost before it is moved there. */
export function ReasonDialog({
  title,
  stage,
  onReason,
  onClose,
}: {
  title: string;
  stage: string;
  onReason: (reason: string) => void;
  onClose: () => void;
}) {
  const form = useForm({
    values: { reason: "" },
    schema,
    send({ reason }) {
      onReason(reason);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Move ${title} to ${stage}`}
      onSubmit={form.submit}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary">
            Move to {stage}
          </Button>
        </>
      }
    >
      <TextArea
        {...form.field("reason")}
        label="Reason"
        help="What would have won it?"
        maxLength={maxStageReason}
      />
    </Dialog>
  );
}

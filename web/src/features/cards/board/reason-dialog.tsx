import { maxStageReason } from "@atoll/contract/cards/limits";
import { z } from "zod";
import { useForm } from "../../../lib/form/use-form.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";

const schema = z.object({ reason: z.string().trim().min(1, "Give a reason").max(maxStageReason) });

/** Asks for one text before something is done, such as why a deal is lost. */
export function ReasonDialog({
  heading,
  label = "Reason",
  verb,
  onReason,
  onClose,
}: {
  heading: string;
  label?: string;
  verb: string;
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
      title={heading}
      onSubmit={form.submit}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary">
            {verb}
          </Button>
        </>
      }
    >
      <TextArea {...form.field("reason")} label={label} maxLength={maxStageReason} />
    </Dialog>
  );
}

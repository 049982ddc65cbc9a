import { hiddenReasonMaxLength } from "@atoll/contract/votes/limits";
import { useForm } from "../../lib/form/use-form.ts";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { TextField } from "../../ui/field/text-field.tsx";

interface HideDialogProps {
  /** Names what is hidden, by its kind and ID. */
  subject: string;
  title: string;
  description: string;
  /** Says what failed when the server gives no reason. */
  fallback: string;
  onHide: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Hides what people vote on, with the reason that its author reads. */
export function HideDialog({ subject, title, description, fallback, onHide, onClose }: HideDialogProps) {
  const form = useForm({
    values: { reason: "" },
    schema: async () => (await import("@atoll/contract/votes/schemas")).hidingSchema,
    send: async ({ reason }) => {
      await onHide(reason);
      onClose();
    },
    fallback,
  });
  return (
    <FormDialog
      form={form}
      keptAs={`hide/${subject}`}
      title={title}
      description={description}
      verb="Hide"
      tone="danger"
      onClose={onClose}
    >
      <TextField
        {...form.field("reason")}
        label="Reason"
        help="For its author and the audit log"
        maxLength={hiddenReasonMaxLength}
        autoComplete="off"
      />
    </FormDialog>
  );
}

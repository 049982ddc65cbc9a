import type { FieldValues } from "react-hook-form";
import type { Form } from "../../../lib/form/use-form.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import type { DialogProps } from "../../../ui/dialog/dialog-props.ts";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";

interface FormDialogProps<Values extends FieldValues>
  extends Pick<DialogProps, "title" | "description" | "width" | "children"> {
  form: Pick<Form<Values>, "submit" | "failure" | "isSending">;
  /** The label of the button that sends the form. */
  verb: string;
  isDisabled?: boolean;
  /** Goes back to an earlier step in place of closing. */
  onBack?: (() => void) | undefined;
  onClose: () => void;
}

/** A dialog that is one form: its failure above the fields, then Cancel and the verb. */
export function FormDialog<Values extends FieldValues>({
  form,
  verb,
  isDisabled = false,
  onBack,
  onClose,
  children,
  ...dialog
}: FormDialogProps<Values>) {
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={onClose}
      onSubmit={form.submit}
      footer={
        <>
          <Button variant="ghost" onClick={onBack ?? onClose}>
            {onBack ? "Back" : "Cancel"}
          </Button>
          <Button type="submit" variant="primary" loading={form.isSending} disabled={isDisabled}>
            {verb}
          </Button>
        </>
      }
    >
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      {children}
    </Dialog>
  );
}

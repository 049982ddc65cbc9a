import type { FieldValues } from "react-hook-form";
import type { Form } from "../../lib/form/use-form.ts";
import { Button } from "../button/button.tsx";
import { InlineAlert } from "../state/inline-alert.tsx";
import { Dialog } from "./dialog.tsx";
import type { DialogProps } from "./dialog-props.ts";

interface FormDialogProps<Values extends FieldValues>
  extends Pick<DialogProps, "title" | "description" | "width" | "children"> {
  form: Pick<Form<Values>, "submit" | "failure" | "isSending">;
  /** The label of the button that sends the form. */
  verb: string;
  tone?: "primary" | "danger";
  isDisabled?: boolean;
  /** Goes back to an earlier step in place of closing. */
  onBack?: (() => void) | undefined;
  onClose: () => void;
}

/** A dialog that is one form: its failure above the fields, then Cancel and the verb. */
export function FormDialog<Values extends FieldValues>({
  form,
  verb,
  tone = "primary",
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
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onSubmit={form.submit}
      footer={
        <>
          <Button variant="ghost" onClick={onBack ?? onClose}>
            {onBack ? "Back" : "Cancel"}
          </Button>
          <Button type="submit" variant={tone} loading={form.isSending} disabled={isDisabled}>
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

import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { Form } from "../../lib/form/use-form.ts";
import { Button } from "../button/button.tsx";
import { InlineAlert } from "../state/inline-alert.tsx";
import { Dialog } from "./dialog.tsx";
import type { DialogProps } from "./dialog-props.ts";
import { FormWords, forgetWords, type KeepableForm, keepable } from "./form-words.tsx";

type Passed = "title" | "description" | "width" | "children" | "keepsWords" | "initialFocus";

interface FormDialogProps<Values extends FieldValues> extends Pick<DialogProps, Passed> {
  form: Pick<Form<Values>, "submit" | "failure" | "isSending"> & Partial<KeepableForm<Values>>;
  /**
   * Names the form and its subject, such as `incident-report/<id>`: what is typed is kept in this tab under this name, and
   * shown when the form is opened again. Without it, it returns to a form with the same title and values on the same page,
   * so give it where one page opens the same form for several things. Fields of passwords, codes and tokens are never kept.
   */
  keptAs?: string;
  /** The form is about a secret: nothing of it is stored in the browser. */
  isSecret?: boolean;
  /** The label of the button that sends the form. */
  verb: string;
  tone?: "primary" | "danger";
  /** Something that the form needs is missing. No key sends it then either. */
  isDisabled?: boolean;
  /** For a dialog that is rendered while it is closed, too. */
  open?: boolean;
  /** Stands left of the buttons, which stay together then; `mr-auto` moves it to the other end. */
  aside?: ReactNode;
  /** Stands above the fields in place of the form's failure. */
  alert?: ReactNode;
  /** The label of the button that closes it without sending. */
  cancel?: string;
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
  open = true,
  aside,
  alert = form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>,
  cancel = "Cancel",
  onBack,
  onClose,
  keptAs,
  isSecret = false,
  children,
  ...dialog
}: FormDialogProps<Values>) {
  const kept = isSecret || dialog.keepsWords ? undefined : keepable(form);
  function cancelForm(): void {
    if (kept) forgetWords(kept);
    onClose();
  }
  const buttons = (
    <>
      <Button variant="ghost" onClick={onBack ?? cancelForm}>
        {onBack ? "Back" : cancel}
      </Button>
      <Button type="submit" variant={tone} loading={form.isSending} disabled={isDisabled}>
        {verb}
      </Button>
    </>
  );
  return (
    <Dialog
      {...dialog}
      open={open}
      onClose={onClose}
      onSubmit={(event) => !isDisabled && form.submit(event)}
      footer={
        aside ? (
          <>
            {aside}
            <div className="flex items-center gap-2">{buttons}</div>
          </>
        ) : (
          buttons
        )
      }
    >
      {kept && <FormWords form={kept} keptAs={keptAs} title={dialog.title} />}
      {alert}
      {children}
    </Dialog>
  );
}

import { type ReactNode, useRef } from "react";
import { Button } from "../button/button.tsx";
import { InlineAlert } from "../state/inline-alert.tsx";
import { Dialog } from "./dialog.tsx";

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The consequences, and whether they can be undone. */
  children: ReactNode;
  /** Something more to decide before it happens. */
  choice?: ReactNode;
  /** For what takes nothing away. */
  tone?: "danger" | "primary";
  /** The word on the button: "Delete message". */
  verb: string;
  onConfirm: () => void;
  /** Something has to be chosen first. */
  disabled?: boolean;
  loading?: boolean;
  /** Why it did not work; the dialog stays open. */
  error?: string;
  /** Why there is nothing left to confirm. */
  outdated?: string | undefined;
}

/** Asks before something that cannot be undone. Cancel has the focus, so Enter alone destroys nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, children, choice, verb, onConfirm, loading, error, outdated } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      role="alertdialog"
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={children}
      width={420}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} variant="ghost" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            variant={props.tone ?? "danger"}
            disabled={props.disabled || outdated !== undefined}
            loading={loading}
            onClick={onConfirm}
          >
            {verb}
          </Button>
        </>
      }
    >
      {choice}
      {(outdated ?? error) && <InlineAlert tone="error">{outdated ?? error}</InlineAlert>}
    </Dialog>
  );
}

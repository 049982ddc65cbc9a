import { type ReactNode, useRef } from "react";
import { errorMessage } from "../../lib/request/api-error.ts";
import { Button } from "../button/button.tsx";
import { InlineAlert } from "../state/inline-alert.tsx";
import { Dialog } from "./dialog.tsx";

export interface ConfirmDialogProps {
  /** False for one that is rendered while it is closed, too. */
  open?: boolean | undefined;
  onClose: () => void;
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
  /** The error thrown, or a text about it: the dialog stays open and shows it. */
  error?: unknown;
  /** Says what failed when the server gives no reason. */
  failure?: string | undefined;
  /** Why there is nothing left to confirm. */
  outdated?: string | undefined;
}

/** Asks before something that cannot be undone. Cancel has the focus, so Enter alone destroys nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, children, choice, verb, onConfirm, loading, outdated } = props;
  const alert = outdated ?? (props.error ? textOf(props.error, props.failure) : undefined);
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      role="alertdialog"
      open={open}
      onClose={onClose}
      title={title}
      description={children}
      width={420}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} variant="ghost" onClick={onClose}>
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
      {alert && <InlineAlert tone="error">{alert}</InlineAlert>}
    </Dialog>
  );
}

function textOf(error: unknown, failure: string | undefined): string {
  return typeof error === "string" ? error : errorMessage(error, failure);
}

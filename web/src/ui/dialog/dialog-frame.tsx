import { X } from "lucide-react";
import type { FormEvent, KeyboardEvent, ReactNode } from "react";
import { IconButton } from "../button/icon-button.tsx";
import type { DialogProps } from "./dialog-props.ts";

export interface DialogFrameProps {
  /** The heading element, already in its place for assistive tech. */
  heading: ReactNode;
  onClose: () => void;
  onSubmit?: DialogProps["onSubmit"];
  footer?: ReactNode;
  isOnlyText?: boolean | undefined;
  children?: ReactNode;
}

/** The inside of a modal: title and cross, a body that scrolls, a footer on shell. */
export function DialogFrame({ heading, onClose, onSubmit, footer, isOnlyText, children }: DialogFrameProps) {
  return (
    <>
      <header className="flex flex-none items-start gap-2 pt-4 pr-3 pb-1 pl-5">
        <div className="min-w-0 flex-1 pt-0.5">{heading}</div>
        <IconButton label="Close" icon={X} size="sm" onClick={onClose} />
      </header>
      <Content onSubmit={onSubmit}>
        <div
          // A scrollable area must be reachable by keyboard.
          tabIndex={isOnlyText ? 0 : undefined}
          className="flex min-h-0 flex-1 flex-col gap-4 overflow-x-hidden overflow-y-auto px-5 pt-2 pb-5"
        >
          {children}
        </div>
        {footer && (
          <footer
            data-clear-of-toasts
            className="flex flex-none flex-wrap items-center justify-end gap-2 border-t bg-surface px-5 py-3"
          >
            {footer}
          </footer>
        )}
      </Content>
    </>
  );
}

/** The box around the frame; the panel adds the place and the motion. */
export const dialogBox =
  "flex flex-col overflow-hidden rounded-xl border bg-surface-raised text-text shadow-4 outline-none";

function Content({ onSubmit, children }: { onSubmit: DialogProps["onSubmit"]; children: ReactNode }) {
  const look = "flex min-h-0 flex-1 flex-col";
  if (!onSubmit) return <div className={look}>{children}</div>;
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A dialog opened from inside a form must not submit that form too.
    event.stopPropagation();
    if (focusTooLong(event.currentTarget)) return;
    onSubmit?.(event);
  }
  // Enter breaks the line in a text of several lines: with Ctrl or Cmd it sends from anywhere.
  function sendByKeys(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.requestSubmit();
  }
  return (
    <form noValidate className={look} onKeyDown={sendByKeys} onSubmit={submit}>
      {children}
    </form>
  );
}

/**
 * Focuses the first text of a form that is too long.
 * @returns whether there is one, so that the form is not sent.
 */
function focusTooLong(form: HTMLElement): boolean {
  const field = form.querySelector<HTMLElement>("[data-too-long]");
  field?.focus();
  return field !== null;
}

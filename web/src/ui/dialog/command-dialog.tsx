import { Dialog as Base } from "@base-ui/react/dialog";
import { Search, X } from "lucide-react";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { Kbd } from "../badge/kbd.tsx";
import { useCloseByBack } from "../base/close-by-back.ts";
import { cx } from "../base/cx.ts";
import { overlayBackdrop } from "../base/floating.ts";
import { IconButton } from "../button/icon-button.tsx";
import { Spinner } from "../progress/spinner.tsx";
import { dialogBox } from "./dialog-frame.tsx";

export interface CommandDialogProps {
  /** False for one that is rendered while it is closed, too. */
  open?: boolean | undefined;
  onClose: () => void;
  /** The name of the dialog and of its field, and what the field says while it is empty. */
  label: string;
  /** The text, and what useOptionList gives for a field. */
  field: ComponentProps<"input">;
  loading: boolean;
  footer: ReactNode;
  /** The results. */
  children: ReactNode;
}

/** A field at the top of the window with what it finds under it. Escape and a press outside close it. */
export function CommandDialog(props: CommandDialogProps) {
  const { open = true, onClose, label, field, loading, footer, children } = props;
  const input = useRef<HTMLInputElement>(null);
  useCloseByBack(open, onClose);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={overlayBackdrop} />
        <Base.Viewport className="fixed inset-0 z-modal flex items-start justify-center overflow-hidden px-2 pt-[12vh] max-md:pt-2">
          <Base.Popup
            initialFocus={input}
            className={cx("float-motion max-h-[min(520px,76vh)] w-full max-w-[600px]", dialogBox)}
          >
            <Base.Title className="sr-only">{label}</Base.Title>
            <div className="flex flex-none items-center gap-3 border-b px-4">
              <Search className="size-[18px] flex-none text-faint" aria-hidden="true" />
              <input
                {...field}
                ref={input}
                type="text"
                aria-label={label}
                placeholder={label}
                autoComplete="off"
                className="h-13 min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-faint"
              />
              {loading && <Spinner size={14} />}
              <span className="max-md:hidden" aria-hidden="true">
                <Kbd>Esc</Kbd>
              </span>
              <IconButton label="Close" icon={X} size="sm" className="md:hidden" onClick={onClose} />
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">{children}</div>
            <footer
              aria-hidden="true"
              className="flex flex-none items-center gap-4 border-t bg-surface px-4 py-2.5 text-muted text-xs max-md:hidden"
            >
              {footer}
            </footer>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

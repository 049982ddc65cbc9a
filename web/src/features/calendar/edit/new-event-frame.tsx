import { X } from "lucide-react";
import type { FormEvent, KeyboardEvent, ReactNode } from "react";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { AnchoredPopover } from "../../../ui/popup/anchored-popover.tsx";
import { useSlotSpot } from "./use-slot-spot.ts";

interface NewEventFrameProps {
  /** All fields are shown. */
  isFull: boolean;
  /** Changes when the times do. */
  times: string;
  /** The slot is as wide as the grid. */
  isWide: boolean;
  /** The grid draws slots. */
  hasSlots: boolean;
  footer: ReactNode;
  onClose: () => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** The frame of a new event: a popover next to its slot in the grid, or a dialog for all fields and where no slot is drawn. */
export function NewEventFrame(props: NewEventFrameProps) {
  const { isFull, times, isWide, hasSlots, footer, onClose, onSubmit, children } = props;
  const isPhone = useIsPhone();
  const { spot, isDrawn } = useSlotSpot(times, hasSlots);
  if (isFull || isPhone || isDrawn === false)
    return (
      <Dialog
        keepsWords
        footer={footer}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        onSubmit={onSubmit}
        open
        title="New Event"
        width={isFull ? 920 : 440}
      >
        {children}
      </Dialog>
    );
  return (
    <>
      <div aria-hidden="true" className="pointer-events-none fixed" ref={spot} />
      {isDrawn && (
        <AnchoredPopover
          align="start"
          anchor={spot}
          className="w-[404px] p-0!"
          label="New Event"
          onClose={onClose}
          side={isWide ? "bottom" : "right"}
        >
          <form noValidate onKeyDown={submitByKeys} onSubmit={onSubmit}>
            <div className="flex items-center gap-2 pt-2.5 pr-2.5 pl-4">
              <h2 className="flex-1 font-semibold">New Event</h2>
              <IconButton icon={X} label="Close" onClick={onClose} size="sm" />
            </div>
            <div className="px-4 pt-1 pb-4">{children}</div>
            <div
              className="sticky bottom-0 flex flex-wrap items-center justify-end gap-2 border-t bg-surface px-4 py-2.5"
              data-clear-of-toasts
            >
              {footer}
            </div>
          </form>
        </AnchoredPopover>
      )}
    </>
  );
}

/** As in a dialog: Ctrl or Cmd with Enter sends from every field. */
function submitByKeys(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

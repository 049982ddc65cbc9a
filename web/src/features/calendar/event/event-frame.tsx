import { X } from "lucide-react";
import { type ReactNode, type RefObject, useState } from "react";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Drawer } from "../../../ui/dialog/drawer.tsx";
import { AnchoredPopover } from "../../../ui/popup/anchored-popover.tsx";

interface EventFrameProps {
  title: string;
  /** The buttons in the head. */
  actions: ReactNode;
  /** The key of the item in the grid that the popover is anchored to, if there is one. */
  besideKey: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of an open event: a popover anchored to its item, or a drawer. */
export function EventFrame({ title, actions, besideKey, onClose, children }: EventFrameProps) {
  // Once it is open it stays what it is.
  const [anchor] = useState(() => (besideKey === undefined ? undefined : anchorOf(besideKey)));
  if (anchor)
    return (
      <AnchoredPopover
        align="start"
        anchor={anchor}
        className="w-[344px] p-0!"
        drawer="event"
        label={title}
        onClose={onClose}
        side="right"
      >
        <div className="-mb-4 flex justify-end gap-1 px-3 pt-2">
          {actions}
          <IconButton icon={X} label="Close" onClick={onClose} size="sm" />
        </div>
        {children}
      </AnchoredPopover>
    );
  return (
    <Drawer
      head={
        <div className="flex min-w-0 flex-1 items-center gap-1">
          <span className="flex-1" />
          {actions}
        </div>
      }
      onOpenChange={(isOpen) => !isOpen && onClose()}
      open
      title={title}
      width={420}
    >
      {children}
    </Drawer>
  );
}

/** The item wherever it is drawn at the moment; undefined: it is not drawn. */
function anchorOf(key: string): RefObject<HTMLElement | null> | undefined {
  const find = () => document.querySelector<HTMLElement>(`[data-cal-item="${CSS.escape(key)}"]`);
  if (!find()) return undefined;
  return {
    get current() {
      return find();
    },
  };
}

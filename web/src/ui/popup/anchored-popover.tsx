import type { ReactNode, RefObject } from "react";
import type { FloatingPlace } from "../base/floating.ts";
import { lazyPart, useLazyPart } from "../base/lazy-part.ts";

const popupPart = lazyPart(() => import("./popover-popup.tsx"), "soon");

interface AnchoredPopoverProps extends FloatingPlace {
  /** The name of the popover, for assistive tech. */
  label: string;
  /** The element it is positioned at, which need not be its trigger. */
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  /** It shows a part of the page as a drawer does, and takes the shortcuts of one; the sort of drawer. */
  drawer?: string;
  className?: string;
  children: ReactNode;
}

/** A popover that is open as long as it is drawn, for what an address opens, and not a press alone. */
export function AnchoredPopover({ onClose, ...popup }: AnchoredPopoverProps) {
  const part = useLazyPart(popupPart, true, onClose);
  return part && <part.PopoverPopup {...popup} onOpenChange={(isOpen) => !isOpen && onClose()} open />;
}

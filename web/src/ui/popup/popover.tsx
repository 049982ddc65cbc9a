import { cloneElement } from "react";
import { lazyPart, useLazyPart } from "../base/lazy-part.ts";
import type { PopoverProps } from "./popover-props.ts";
import { useLazyPopup } from "./use-lazy-popup.ts";

const popupPart = lazyPart(() => import("./popover-popup.tsx"), "soon");

/** A small non-modal surface next to the button that opens it. */
export function Popover({ trigger, children, ...popup }: PopoverProps) {
  const { anchor, isOpen, isWanted, setOpen, triggerProps } = useLazyPopup("dialog");
  const part = useLazyPart(popupPart, isWanted, () => setOpen(false));
  return (
    <>
      {cloneElement(trigger, triggerProps(trigger.props))}
      {part && (
        <part.PopoverPopup {...popup} anchor={anchor} open={isOpen} onOpenChange={setOpen}>
          {typeof children === "function" ? children(() => setOpen(false)) : children}
        </part.PopoverPopup>
      )}
    </>
  );
}

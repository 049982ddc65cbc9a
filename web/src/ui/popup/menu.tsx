import { cloneElement } from "react";
import { lazyPart, useLazyPart } from "../base/lazy-part.ts";
import type { MenuProps } from "./menu-entry.ts";
import { useLazyPopup } from "./use-lazy-popup.ts";

const popupPart = lazyPart(() => import("./menu-popup.tsx"), "soon");

/** A list of actions behind a button. Arrows, Home, End and typing move; Escape and a press outside close. */
export function Menu({ trigger, ...popup }: MenuProps) {
  const { anchor, isOpen, isWanted, startAt, setOpen, triggerProps } = useLazyPopup("menu");
  const part = useLazyPart(popupPart, isWanted, () => setOpen(false));
  return (
    <>
      {cloneElement(trigger, triggerProps(trigger.props))}
      {part && (
        <part.MenuPopup {...popup} anchor={anchor} startAt={startAt} open={isOpen} onOpenChange={setOpen} />
      )}
    </>
  );
}

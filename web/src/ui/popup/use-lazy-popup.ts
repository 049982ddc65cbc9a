import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from "react";

/** The element an opened menu focuses: a row if it was opened by keyboard, the menu itself if by pointer. */
export type MenuStart = "popup" | "first" | "last";

/** The props a trigger receives; Button and IconButton pass them on to their element. */
export interface PopupTriggerProps {
  ref?: RefObject<HTMLButtonElement | null>;
  "aria-haspopup"?: "menu" | "dialog";
  "aria-expanded"?: boolean;
  "data-popup-open"?: "" | undefined;
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLButtonElement>) => void;
}

/**
 * The state behind a trigger whose popup is loaded when it is first wanted: the library's positioning
 * and list code is half of the first load's budget, and nobody needs it before the first press.
 */
export function useLazyPopup(kind: "menu" | "dialog") {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [startAt, setStartAt] = useState<MenuStart>("popup");
  /** Stays true after the first opening, so that closing can be animated. */
  const [isWanted, setIsWanted] = useState(false);

  function setOpen(open: boolean, start: MenuStart = "popup") {
    if (open) setIsWanted(true);
    setIsOpen(open);
    setStartAt(start);
  }
  function triggerProps(own: PopupTriggerProps): PopupTriggerProps {
    return {
      ref: anchor,
      "aria-haspopup": kind,
      "aria-expanded": isOpen,
      "data-popup-open": isOpen ? "" : undefined,
      onClick: (event) => {
        own.onClick?.(event);
        // A press by Enter or Space has no clicks to count.
        if (!event.defaultPrevented) setOpen(!isOpen, event.detail === 0 ? "first" : "popup");
      },
      onKeyDown: (event) => {
        own.onKeyDown?.(event);
        if (kind !== "menu" || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
        event.preventDefault();
        setOpen(true, event.key === "ArrowDown" ? "first" : "last");
      },
    };
  }
  return { anchor, isOpen, isWanted, startAt, setOpen, triggerProps };
}

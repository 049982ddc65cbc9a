import { Popover as Base } from "@base-ui/react/popover";
import { type ReactNode, type RefObject, useRef } from "react";
import { useCloseByBack } from "../base/close-by-back.ts";
import { cx } from "../base/cx.ts";
import { finalFocus } from "../base/final-focus.ts";
import { floatingAt, floatingSurface } from "../base/floating.ts";
import type { PopoverProps } from "./popover-props.ts";

export interface PopoverPopupProps extends Omit<PopoverProps, "trigger" | "children"> {
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  drawer?: string;
  children: ReactNode;
}

/** The part of Popover that floats; loaded at the first opening. */
export function PopoverPopup(props: PopoverPopupProps) {
  const { anchor, open, onOpenChange, label, side, align, className, drawer, children } = props;
  const popup = useRef<HTMLDivElement>(null);
  useCloseByBack(open, () => onOpenChange(false));
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        // A press on our own trigger is no press outside: the trigger's click closes by itself.
        const target = details.event.target;
        if (!next && target instanceof Node && anchor.current?.contains(target)) details.cancel();
        else onOpenChange(next);
      }}
    >
      <Base.Portal>
        <Base.Positioner {...floatingAt({ anchor, side, align })}>
          <Base.Popup
            ref={popup}
            aria-label={label}
            data-drawer={drawer}
            // Without such a part the first control gets the focus.
            initialFocus={() => popup.current?.querySelector<HTMLElement>("[data-first-focus]") ?? true}
            finalFocus={finalFocus(popup, anchor)}
            className={cx(
              floatingSurface,
              "max-h-(--available-height) max-w-[90vw] overflow-auto p-3",
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

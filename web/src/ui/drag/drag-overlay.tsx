import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { cx } from "../base/cx.ts";
import type { CarriedBy } from "./carry.ts";

export interface DragOverlayProps {
  drag: {
    dragged?:
      | { by: CarriedBy; box: { left: number; top: number; width: number; height: number } }
      | undefined;
    control: { overlay: HTMLElement | null };
    spoken: string;
  };
  /** Says how it is done; the items name it as what describes them. */
  hintId: string;
  hint: string;
  /** The dragged thing as it looks, unchanged during the drag. Nothing floats if it is left out. */
  children: ReactNode;
  /** Stands under it: what dropping it would do. */
  below?: ReactNode;
}

/** The element under the pointer, above everything, and the drag's announcements for screen readers. */
export function DragOverlay({
  drag: { dragged, control, spoken },
  hintId,
  hint,
  children,
  below,
}: DragOverlayProps) {
  return (
    <>
      <p aria-live="assertive" className="sr-only">
        {spoken}
      </p>
      <p hidden id={hintId}>
        {hint}
      </p>
      {dragged &&
        children &&
        dragged.by !== "keys" &&
        createPortal(
          <div
            aria-hidden="true"
            className="pointer-events-none fixed z-toast will-change-transform"
            data-drag-overlay=""
            ref={(element) => {
              control.overlay = element;
            }}
            style={{ ...dragged.box }}
          >
            <div
              className={cx(
                "transition-[rotate] duration-fast",
                dragged.by === "pointer" && "rotate-[1.6deg] cursor-grabbing",
              )}
            >
              {children}
            </div>
            {below}
          </div>,
          document.body,
        )}
    </>
  );
}

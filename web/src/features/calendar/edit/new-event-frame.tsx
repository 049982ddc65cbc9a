import { X } from "lucide-react";
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { AnchoredPopover } from "../../../ui/popup/anchored-popover.tsx";

const slots = "[data-drag-slot][data-ghost], [data-cal-item=new]";
/** The grid may first have to load the week of the item. */
const patienceMs = 1500;

/**
 * Keeps an element over the place where the grid draws a new item, so that a popover can be anchored to it. It keeps its
 * last place while the grid does not draw the item.
 * @param key changes when the item's times do.
 * @param hasSlots the grid draws items at all.
 * @returns the element, and whether the grid draws the item; undefined before it is known.
 */
function useSlotSpot(
  key: string,
  hasSlots: boolean,
): { spot: RefObject<HTMLDivElement | null>; isDrawn?: boolean } {
  const spot = useRef<HTMLDivElement>(null);
  const [isDrawn, setDrawn] = useState(hasSlots ? undefined : false);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn((before) => before ?? false), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the times change
  useLayoutEffect(() => {
    let last: Element | null = null;
    const follow = () => {
      const slot = document.querySelector(slots);
      if (slot && slot !== last) slot.scrollIntoView({ block: "nearest" });
      last = slot;
      if (!slot) return;
      setDrawn((before) => before ?? true);
      const { left, top, width, height } = slot.getBoundingClientRect();
      if (!spot.current) return;
      Object.assign(spot.current.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`,
        height: `${height}px`,
      });
    };
    // The grid knows new times a frame later; another week appears once it is loaded.
    const frame = requestAnimationFrame(follow);
    const redrawn = new MutationObserver(follow);
    redrawn.observe(document.querySelector("main") ?? document.body, { childList: true, subtree: true });
    addEventListener("scroll", follow, { capture: true, passive: true });
    addEventListener("resize", follow);
    return () => {
      cancelAnimationFrame(frame);
      redrawn.disconnect();
      removeEventListener("scroll", follow, { capture: true });
      removeEventListener("resize", follow);
    };
  }, [key, isDrawn]);
  return isDrawn === undefined ? { spot } : { spot, isDrawn };
}

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
        onClose={onClose}
        onSubmit={onSubmit}
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

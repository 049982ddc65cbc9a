import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { lazyPart, useLazyPart } from "../base/lazy-part.ts";
import type { Side } from "../base/place.ts";

const bubblePart = lazyPart(() => import("./tooltip-bubble.tsx"), "soon");

const openDelayMs = 500;
const closeDelayMs = 100;
/** Within this time after one tooltip closed the next opens at once: a row of buttons reads fluently. */
const warmMs = 300;
let closedAt = -warmMs;

/** Timers behind hover: opens late, closes with a grace in which the pointer may cross to the bubble. */
function useHoverIntent(show: (anchor: HTMLElement | null) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOpen = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  function open(anchor: HTMLElement) {
    clearTimeout(timer.current);
    isOpen.current = true;
    show(anchor);
  }
  function close() {
    clearTimeout(timer.current);
    if (isOpen.current) closedAt = performance.now();
    isOpen.current = false;
    show(null);
  }
  return {
    open,
    close,
    enter(anchor: HTMLElement) {
      clearTimeout(timer.current);
      const warm = performance.now() - closedAt < warmMs;
      timer.current = setTimeout(() => open(anchor), warm ? 0 : openDelayMs);
    },
    leave() {
      clearTimeout(timer.current);
      timer.current = setTimeout(close, closeDelayMs);
    },
    stay() {
      clearTimeout(timer.current);
    },
  };
}

interface TriggerProps {
  "aria-describedby"?: string;
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
}

export interface TooltipProps {
  /** One short line. */
  label: string;
  /** A key that does the same, shown behind the label. */
  shortcut?: string;
  side?: Side;
  /** True where the text adds to the name of the control; false where it only repeats it. */
  describes?: boolean;
  /** The control; it must pass pointer and focus handlers on to its element. */
  children: ReactElement<TriggerProps>;
}

/**
 * A one-line tooltip next to a control, shown after a short hover and immediately on keyboard focus. Escape hides it.
 * It is our own, because every icon button has one and the library's adds 28 kB to the first load.
 */
export function Tooltip({ label, shortcut, side = "top", describes = false, children }: TooltipProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const hover = useHoverIntent(setAnchor);
  const part = useLazyPart(bubblePart, anchor !== null, () => undefined);
  const own = children.props;
  const trigger = cloneElement(children, {
    "aria-describedby": describes && part ? id : own["aria-describedby"],
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event);
      if (event.pointerType === "mouse") hover.enter(event.currentTarget);
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event);
      hover.leave();
    },
    onPointerDown: (event) => {
      own.onPointerDown?.(event);
      hover.close();
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      if (event.currentTarget.matches(":focus-visible")) hover.open(event.currentTarget);
    },
    onBlur: (event) => {
      own.onBlur?.(event);
      hover.close();
    },
  });
  return (
    <>
      {trigger}
      {part && anchor && (
        <part.TooltipBubble
          id={id}
          anchor={anchor}
          side={side}
          label={label}
          shortcut={shortcut}
          onHover={hover.stay}
          onLeave={hover.leave}
          onClose={hover.close}
        />
      )}
    </>
  );
}

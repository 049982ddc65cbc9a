import type { Point } from "./geometry.ts";

export interface PointerLift {
  /** Returns the element to lift for a press. Undefined for none. */
  take: (pressed: Element) => HTMLElement | undefined;
  onLift: (element: HTMLElement, start: Point) => void;
  /** Where the pointer is; asked for as often as wanted until the end. */
  onMove: (point: Point) => void;
  /** It was let go, or else the drag was broken off. */
  onEnd: (isDropped: boolean) => void;
}

/** A mouse that moves less is a hand that trembles at a click. */
const mousePx = 5;
/** A finger that stays so long lifts; one that moves further before scrolls. */
const pressMs = 300;
const touchPx = 8;

/**
 * Lets a mouse, a pen or a finger lift what is in an element and carry it about, by pointer events: the browser's own
 * drag and drop does not exist on phones. A finger has to rest first, so that the page still scrolls under it.
 * Escape and whatever takes the pointer away break the drag off.
 * @returns stops listening.
 */
export function followPointer(root: HTMLElement, lift: PointerLift): () => void {
  const always = new AbortController();
  let press: Press | undefined;

  root.addEventListener("pointerdown", onPress, { signal: always.signal });
  // There before a finger comes, or the browser has decided to scroll without asking.
  root.addEventListener("touchmove", holdPage, { signal: always.signal, passive: false });

  function onPress(event: PointerEvent): void {
    if (press || !event.isPrimary || event.button !== 0) return;
    // With a key held, a click means something else.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const element = event.target instanceof Element ? lift.take(event.target) : undefined;
    if (element) press = begin(event, element);
  }

  function begin(event: PointerEvent, element: HTMLElement): Press {
    const ending = new AbortController();
    const { pointerId, pointerType, clientX: x, clientY: y } = event;
    const isTouch = pointerType === "touch";
    const started: Press = { element, pointerId, start: { x, y }, last: { x, y }, isLifted: false, ending };
    const { signal } = ending;
    const on = <Name extends keyof WindowEventMap>(
      name: Name,
      listener: (event: WindowEventMap[Name]) => void,
      options?: AddEventListenerOptions,
    ) => addEventListener(name, listener, { signal, capture: true, ...options });

    if (isTouch) started.timer = setTimeout(() => raise(started), pressMs);
    on("pointermove", (moved) => {
      if (moved.pointerId !== pointerId) return;
      started.last = { x: moved.clientX, y: moved.clientY };
      if (started.isLifted) lift.onMove(started.last);
      else if (distance(started) > (isTouch ? touchPx : mousePx)) {
        if (isTouch) end(false);
        else raise(started);
      }
    });
    on("pointerup", (up) => up.pointerId === pointerId && end(true));
    on("pointercancel", (gone) => gone.pointerId === pointerId && end(false));
    on("blur", (left) => left.target === window && end(false));
    on("keydown", (pressed) => {
      if (!started.isLifted || pressed.key !== "Escape") return;
      pressed.preventDefault();
      pressed.stopPropagation();
      end(false);
    });
    // A link would be dragged by itself, a long press would open its menu, and a text would be selected.
    for (const name of ["dragstart", "contextmenu", "selectstart"] as const) {
      on(name, (own) => (started.isLifted || name !== "selectstart") && own.preventDefault());
    }
    // The pressed element may be removed from the page during the drag, and touch events continue on it alone.
    const { target } = event;
    target?.addEventListener("touchmove", holdPage, { signal, passive: false });
    return started;
  }

  function raise(lifted: Press): void {
    clearTimeout(lifted.timer);
    lifted.isLifted = true;
    try {
      root.setPointerCapture(lifted.pointerId);
    } catch {
      // The pointer is gone already; its end is on the way.
    }
    lift.onLift(lifted.element, lifted.start);
    lift.onMove(lifted.last);
  }

  function end(isDropped: boolean): void {
    if (!press) return;
    const ended = press;
    press = undefined;
    clearTimeout(ended.timer);
    ended.ending.abort();
    if (!ended.isLifted) return;
    if (isDropped) swallowClick();
    lift.onEnd(isDropped);
  }

  function holdPage(event: Event): void {
    if (press?.isLifted && event.cancelable) event.preventDefault();
  }

  return () => {
    end(false);
    always.abort();
  };
}

interface Press {
  element: HTMLElement;
  pointerId: number;
  start: Point;
  last: Point;
  isLifted: boolean;
  ending: AbortController;
  timer?: ReturnType<typeof setTimeout>;
}

function distance({ start, last }: Press): number {
  return Math.hypot(last.x - start.x, last.y - start.y);
}

/** Letting go is no click on what lies there. Whether a click follows differs; the next press is a new one in any case. */
function swallowClick(): void {
  const over = new AbortController();
  const { signal } = over;
  addEventListener("pointerdown", () => over.abort(), { signal, capture: true });
  addEventListener("keydown", () => over.abort(), { signal, capture: true });
  addEventListener(
    "click",
    (event) => {
      over.abort();
      event.preventDefault();
      event.stopPropagation();
    },
    { signal, capture: true },
  );
}

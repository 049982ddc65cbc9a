import { createAutoScroll } from "./auto-scroll.ts";
import type { CarriedBy, Carry, DragGround, Grip, KeyStep } from "./carry.ts";
import { draggedByKeys } from "./drag-keys.ts";
import { followPointer } from "./follow-pointer.ts";
import type { Point } from "./geometry.ts";
import { land } from "./land.ts";

export type Dragged<What extends object> = What & {
  by: CarriedBy;
  /** As it lay when it was lifted. */
  box: Box;
};

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface DragState<What extends object, Place extends object> {
  dragged?: Dragged<What>;
  /** Where it would be dropped; none: outside of everything. */
  place?: Place | undefined;
  /** That is where it lies anyway. */
  isHome: boolean;
  spoken: string;
}

/**
 * A drag in progress on one screen, by pointer or keyboard: the dragged thing, and its target place. The screen's
 * ground knows what can be lifted and where it can go. Listeners are called only when the place changes, not with every
 * frame.
 */
export class DragEngine<What extends object, Place extends object> {
  /** The element under the pointer. */
  overlay: HTMLElement | null = null;
  readonly #ground: DragGround<What, Place>;
  #state: DragState<What, Place> = { isHome: true, spoken: "" };
  readonly #listeners = new Set<() => void>();
  #carry: Carry<What, Place> | undefined;
  #home: Place | undefined;
  #point: Point = { x: 0, y: 0 };
  #frame = 0;
  #keys: AbortController | undefined;

  constructor(ground: DragGround<What, Place>) {
    this.#ground = ground;
  }

  readonly getState = (): DragState<What, Place> => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Begins to listen in an element; answers how to stop. */
  readonly attach = (root: HTMLElement | null): (() => void) | undefined => {
    if (!root) return undefined;
    let pressed: Element = root;
    const stop = followPointer(root, {
      take: (element) => {
        pressed = element;
        return this.#ground.take(element, "pointer", root);
      },
      onLift: (element, start) => this.#lift(element, { root, pressed, start, by: "pointer" }),
      onMove: (point) => {
        this.#point = point;
      },
      onEnd: (isDropped) => {
        if (isDropped) this.#catchUp();
        this.#end(isDropped);
      },
    });
    const byKeys = (event: KeyboardEvent) => this.#grab(event, root);
    root.addEventListener("keydown", byKeys);
    return () => {
      stop();
      this.cancel();
      root.removeEventListener("keydown", byKeys);
    };
  };

  /** Puts back what is dragged, if anything is. */
  cancel(): void {
    this.#end(false);
  }

  #lift(element: HTMLElement, grip: Grip): void {
    const { start } = grip;
    this.#point = start;
    const carry = this.#hold(element, grip);
    if (!carry) return;
    const scroll = createAutoScroll();
    const tick = (now: number) => {
      if (!this.#state.dragged) return;
      const { place, scrolls } = carry.at(this.#point);
      this.#goTo(carry, place);
      if (scrolls) scroll(scrolls, this.#point, now);
      if (this.overlay) {
        const x = this.#point.x - start.x;
        const y =
          this.#point.y - start.y + besideTarget(this.#state.dragged.box, this.#point.y - start.y, scrolls);
        this.overlay.style.transform = `translate3d(${x}px, ${y}px, 0)`;
      }
      this.#frame = requestAnimationFrame(tick);
    };
    this.#frame = requestAnimationFrame(tick);
  }

  /** Goes to the last place of the pointer, because a quick drag, or one on a busy machine, ends between two frames. */
  #catchUp(): void {
    const carry = this.#carry;
    if (carry && this.#state.dragged?.by === "pointer") this.#goTo(carry, carry.at(this.#point).place);
  }

  #grab(event: KeyboardEvent, root: HTMLElement): void {
    const { target } = event;
    if (event.key !== " " || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof Element) || this.#state.dragged) return;
    const element = this.#ground.take(target, "keys", root);
    if (!element) return;
    const { left: x, top: y } = element.getBoundingClientRect();
    const carry = this.#hold(element, { root, pressed: target, start: { x, y }, by: "keys" });
    if (!carry) return;
    event.preventDefault();
    this.#keys = draggedByKeys(
      (step) => this.#step(carry, step),
      (isDropped) => this.#end(isDropped),
    );
    showSlot();
  }

  #step(carry: Carry<What, Place>, step: KeyStep): void {
    const { place } = this.#state;
    const next = place && carry.step(place, step);
    if (!next) return;
    this.#goTo(carry, next);
    this.#set({ ...this.#state, spoken: carry.say("moved", next) });
    showSlot();
  }

  #hold(element: HTMLElement, grip: Grip): Carry<What, Place> | undefined {
    const carry = this.#ground.lift(element, grip);
    if (!carry) return undefined;
    const { left, top, width, height } = element.getBoundingClientRect();
    this.#carry = carry;
    this.#home = carry.home();
    const spoken = grip.by === "keys" ? carry.say("lifted", carry.begin) : "";
    const dragged = { ...carry.what, by: grip.by, box: { left, top, width, height } };
    this.#set({ dragged, place: carry.begin, isHome: this.#isHome(carry, carry.begin), spoken });
    carry.onAim?.(carry.begin);
    return carry;
  }

  #goTo(carry: Carry<What, Place>, place: Place | undefined): void {
    if (isSame(carry, place, this.#state.place)) return;
    // Other people's changes may have given its original place other neighbours.
    this.#home = carry.home() ?? this.#home;
    this.#set({ ...this.#state, place, isHome: this.#isHome(carry, place) });
    carry.onAim?.(place);
  }

  #isHome(carry: Carry<What, Place>, place: Place | undefined): boolean {
    return place !== undefined && isSame(carry, place, this.#home);
  }

  #end(isDropped: boolean): void {
    const { dragged, place, isHome } = this.#state;
    const carry = this.#carry;
    cancelAnimationFrame(this.#frame);
    this.#keys?.abort();
    if (!dragged || !carry || dragged.by === "landing") return;
    carry.onAim?.(undefined);
    const isMoved = isDropped && place !== undefined && !isHome;
    const spoken = carry.say(isMoved ? "dropped" : "cancelled", place);
    const landing: Dragged<What> = { ...dragged, by: "landing" };
    this.#set({ isHome: true, spoken, dragged: landing });
    if (isMoved) carry.onDrop(place);
    else if (isDropped && place) carry.onStay?.(place, dragged.by);
    const isByKeys = dragged.by === "keys";
    requestAnimationFrame(() => {
      const element = carry.element();
      if (isByKeys && element) focusIn(element);
      void land(isByKeys ? null : this.overlay, element, dragged.box).then(() => {
        if (this.#state.dragged === landing) this.#set({ isHome: true, spoken });
      });
    });
  }

  #set(state: DragState<What, Place>): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function isSame<What extends object, Place extends object>(
  carry: Carry<What, Place>,
  one: Place | undefined,
  other: Place | undefined,
): boolean {
  return one && other ? carry.isSame(one, other) : one === other;
}

const gapPx = 8;

/**
 * Returns how much further down the overlay goes, so that it leaves its target in view. Only a target smaller than the
 * overlay, such as a tab, would be covered by it.
 */
function besideTarget(box: Box, movedPx: number, target: Element | undefined): number {
  if (!target) return 0;
  const { top, bottom, height } = target.getBoundingClientRect();
  const overlayTop = box.top + movedPx;
  const isCovered = height < box.height && overlayTop < bottom && overlayTop + box.height > top;
  return isCovered ? bottom + gapPx - overlayTop : 0;
}

/** Focuses the moved element, unless dropping it has opened a dialog. */
function focusIn(element: HTMLElement): void {
  if (document.activeElement?.closest("[role=dialog], [role=alertdialog]")) return;
  const focusable = element.matches("a, button")
    ? element
    : (element.querySelector<HTMLElement>("a") ?? element.querySelector<HTMLElement>("button"));
  focusable?.focus();
}

/** Scrolls to where it would be dropped, a `data-drag-slot`. */
function showSlot(): void {
  requestAnimationFrame(() => {
    document.querySelector("[data-drag-slot]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
}

import { createAutoScroll } from "./auto-scroll.ts";
import { followPointer } from "./follow-pointer.ts";
import { isDirection, type Point } from "./geometry.ts";
import { land } from "./land.ts";
import { type Carried, type DragPlace, DragPlaces, type DragSpot, isSamePlace } from "./places.ts";

export interface DragOptions {
  /** It was let go at another place than its own. */
  onDrop: (id: string, place: DragPlace) => void;
  /** What goes along with it, as what is chosen with it does. Left out: nothing. */
  along?: (id: string) => Iterable<string>;
  /** Somebody tried to give it another place in its own zone, which has no order of theirs. */
  onStay?: (id: string) => void;
  /** What is said of it to who does not see it. */
  say: {
    lifted: (id: string, spot: DragSpot) => string;
    moved: (id: string, spot: DragSpot) => string;
    dropped: (id: string, spot: DragSpot) => string;
    cancelled: (id: string) => string;
  };
}

export interface Held {
  id: string;
  /** With what goes along. */
  carried: Carried;
  /** Landing: it was let go, and is on its way to its place. */
  by: "pointer" | "keys" | "landing";
  /** As it lay when it was lifted. */
  box: { left: number; top: number; width: number; height: number };
}

export interface DragState {
  held?: Held;
  /** Where it would be dropped; none: outside of everything. */
  place?: DragPlace | undefined;
  /** That is where it lies anyway. */
  isHome: boolean;
  spoken: string;
}

const atRest: DragState = { isHome: true, spoken: "" };

/**
 * A drag under way on one screen, by pointer or keys: what is held, and where it would go. What a frame costs does not
 * grow with what the screen shows; whoever listens hears only when the place is another one.
 */
export class DragControl {
  options: DragOptions;
  /** What floats under the pointer. */
  overlay: HTMLElement | null = null;
  #state = atRest;
  readonly #listeners = new Set<() => void>();
  #places: DragPlaces | undefined;
  #home: DragPlace | undefined;
  #point: Point = { x: 0, y: 0 };
  #frame = 0;
  #keys: AbortController | undefined;
  #isTried = false;

  constructor(options: DragOptions) {
    this.options = options;
  }

  readonly getState = (): DragState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Begins to listen in an element; answers how to stop. */
  readonly attach = (root: HTMLElement | null): (() => void) | undefined => {
    if (!root) return undefined;
    this.#places = new DragPlaces(root);
    const stop = followPointer(root, {
      take: itemAt,
      onLift: (element, start) => this.#lift(element, start, root),
      onMove: (point) => {
        this.#point = point;
      },
      onEnd: (isDropped) => this.#end(isDropped),
    });
    const byKeys = (event: KeyboardEvent) => this.#grab(event);
    root.addEventListener("keydown", byKeys);
    return () => {
      stop();
      this.cancel();
      root.removeEventListener("keydown", byKeys);
    };
  };

  /** Puts back what is held, if anything is. */
  cancel(): void {
    if (this.#state.held && this.#state.held.by !== "landing") this.#end(false);
  }

  #lift(element: HTMLElement, start: Point, root: HTMLElement): void {
    this.#point = start;
    this.#hold(element, "pointer");
    const scroll = createAutoScroll();
    const tick = (now: number) => {
      const { held } = this.#state;
      if (!held) return;
      const found = this.#places?.at(this.#point, held.carried);
      this.#goTo(found?.place);
      scroll(found?.element ?? root, this.#point, now);
      if (this.overlay) {
        this.overlay.style.transform = `translate3d(${this.#point.x - start.x}px, ${this.#point.y - start.y}px, 0)`;
      }
      this.#frame = requestAnimationFrame(tick);
    };
    this.#frame = requestAnimationFrame(tick);
  }

  #grab(event: KeyboardEvent): void {
    const { target } = event;
    if (event.key !== " " || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const element = target instanceof Element ? itemAt(target) : undefined;
    if (!element || this.#state.held) return;
    event.preventDefault();
    this.#hold(element, "keys");
    this.#keys = new AbortController();
    const { signal } = this.#keys;
    // On the window: what is held may lose the focus to a change that comes from elsewhere.
    addEventListener("keydown", (pressed) => this.#carry(pressed), { signal, capture: true });
    addEventListener("pointerdown", () => this.cancel(), { signal, capture: true });
    addEventListener("blur", (left) => left.target === window && this.cancel(), { signal });
  }

  #carry(event: KeyboardEvent): void {
    const { held, place } = this.#state;
    if (!held || !this.#places || !place) return;
    const { key } = event;
    if (key !== "Tab") {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
    }
    if (key === "Escape" || key === "Tab") {
      this.cancel();
      return;
    }
    if (key === " " || key === "Enter") {
      if (!event.repeat) this.#end(true);
      return;
    }
    const isEnd = key === "Home" || key === "End";
    const next = isDirection(key)
      ? this.#places.next(place, held.carried, key)
      : isEnd && this.#places.end(place, held.carried, key === "End");
    if (!next) {
      this.#isTried ||= this.#places.isUnordered(place.zone) && (key === "ArrowUp" || key === "ArrowDown");
      return;
    }
    this.#goTo(next);
    this.#speak(this.options.say.moved(held.id, this.#places.spot(next, held.carried)));
    requestAnimationFrame(() => this.#places?.showSlot());
  }

  #hold(element: HTMLElement, by: "pointer" | "keys"): void {
    const id = element.dataset.dragItem ?? "";
    const { left, top, width, height } = element.getBoundingClientRect();
    const carried = new Set([id, ...(this.options.along?.(id) ?? [])]);
    this.#isTried = false;
    this.#home = this.#places?.home(id, carried);
    this.#set({
      held: { id, carried, by, box: { left, top, width, height } },
      place: this.#home,
      isHome: true,
      spoken: "",
    });
    if (by === "keys" && this.#home && this.#places) {
      this.#speak(this.options.say.lifted(id, this.#places.spot(this.#home, carried)));
    }
    this.#places?.mark(this.#home?.zone);
  }

  #goTo(place: DragPlace | undefined): void {
    if (isSamePlace(place, this.#state.place)) return;
    // What others do meanwhile may have given its own place other neighbours.
    const { held } = this.#state;
    this.#home = (held && this.#places?.home(held.id, held.carried)) ?? this.#home;
    this.#set({ ...this.#state, place, isHome: isSamePlace(place, this.#home) });
    this.#places?.mark(place?.zone);
  }

  #end(isDropped: boolean): void {
    const { held, place, isHome } = this.#state;
    cancelAnimationFrame(this.#frame);
    this.#keys?.abort();
    this.#places?.mark(undefined);
    if (!held || !this.#places) {
      this.#set(atRest);
      return;
    }
    const places = this.#places;
    const isMoved = isDropped && place !== undefined && !isHome;
    const spoken = isMoved
      ? this.options.say.dropped(held.id, places.spot(place, held.carried))
      : this.options.say.cancelled(held.id);
    this.#set({ ...atRest, spoken, held: { ...held, by: "landing" } });
    if (isMoved) this.options.onDrop(held.id, place);
    else if (isDropped && place && places.isUnordered(place.zone) && this.#isElsewhere(held))
      this.options.onStay?.(held.id);
    const isByKeys = held.by === "keys";
    requestAnimationFrame(() => {
      const element = places.item(held.id);
      if (isByKeys) element?.querySelector<HTMLElement>("a, button")?.focus();
      void land(isByKeys ? null : this.overlay, element, held.box).then(() => {
        if (this.#state.held?.id === held.id && this.#state.held.by === "landing")
          this.#set({ ...atRest, spoken });
      });
    });
  }

  /** Beside where it lay, or that was tried by keys. */
  #isElsewhere({ by, box }: Held): boolean {
    const { x, y } = this.#point;
    const isBeside = x < box.left || x > box.left + box.width || y < box.top || y > box.top + box.height;
    return by === "keys" ? this.#isTried : isBeside;
  }

  #speak(spoken: string): void {
    this.#set({ ...this.#state, spoken });
  }

  #set(state: DragState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** What is pressed there is lifted, unless it has a use of its own. */
function itemAt(pressed: Element): HTMLElement | undefined {
  if (pressed.closest("[data-no-drag], button, input, textarea, select, [contenteditable=true]"))
    return undefined;
  return pressed.closest<HTMLElement>("[data-drag-item]") ?? undefined;
}

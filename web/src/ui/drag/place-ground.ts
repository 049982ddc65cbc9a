import type { CarriedBy, Carry, DragGround, Grip } from "./carry.ts";
import { isDirection, type Point } from "./geometry.ts";
import { type Carried, type DragPlace, DragPlaces, type DragSpot, isSamePlace } from "./places.ts";

export interface DragOptions {
  /** It was let go at another place than its own. */
  onDrop: (id: string, place: DragPlace) => void;
  /** Returns what moves with it, such as the rest of the selection. Defaults to nothing. */
  along?: (id: string) => Iterable<string>;
  /** Somebody tried to give it another place in its own zone, which has no order of theirs. */
  onStay?: (id: string) => void;
  /** The announcements for screen readers. */
  say: {
    lifted: (id: string, spot: DragSpot) => string;
    moved: (id: string, spot: DragSpot) => string;
    dropped: (id: string, spot: DragSpot) => string;
    cancelled: (id: string) => string;
  };
}

export interface Lifted {
  id: string;
  /** With what goes along. */
  carried: Carried;
}

/** A ground of zones, in which what is dropped comes to lie between neighbours: a board, a matrix. */
export class PlaceGround implements DragGround<Lifted, DragPlace> {
  options: DragOptions;

  constructor(options: DragOptions) {
    this.options = options;
  }

  /** Lifts the pressed element, unless it handles presses itself. */
  readonly take = (pressed: Element): HTMLElement | undefined => {
    if (pressed.closest("[data-no-drag], button, input, textarea, select, [contenteditable=true]"))
      return undefined;
    return pressed.closest<HTMLElement>("[data-drag-item]") ?? undefined;
  };

  readonly lift = (element: HTMLElement, { root, start }: Grip): Carry<Lifted, DragPlace> => {
    const places = new DragPlaces(root);
    const id = element.dataset.dragItem ?? "";
    const carried = new Set([id, ...(this.options.along?.(id) ?? [])]);
    const box = element.getBoundingClientRect();
    const home = () => places.home(id, carried);
    let last: Point = start;
    let isTried = false;
    /** Returns whether it is away from its original place, or the keyboard has tried to move it. */
    const isElsewhere = (by: CarriedBy) =>
      by === "keys"
        ? isTried
        : last.x < box.left || last.x > box.right || last.y < box.top || last.y > box.bottom;
    return {
      what: { id, carried },
      home,
      begin: home(),
      isSame: isSamePlace,
      at: (point) => {
        last = point;
        const found = places.at(point, carried);
        return { place: found?.place, scrolls: found?.element ?? root };
      },
      step: (place, { key }) => {
        const next = isDirection(key)
          ? places.next(place, carried, key)
          : places.end(place, carried, key === "End");
        if (!next) isTried ||= places.isUnordered(place.zone) && (key === "ArrowUp" || key === "ArrowDown");
        return next;
      },
      say: (said, place) => {
        const { say } = this.options;
        return said === "cancelled" || !place
          ? said === "lifted"
            ? ""
            : say.cancelled(id)
          : say[said](id, places.spot(place, carried));
      },
      onDrop: (place) => this.options.onDrop(id, place),
      onStay: (place, by) => {
        if (places.isUnordered(place.zone) && isElsewhere(by)) this.options.onStay?.(id);
      },
      onAim: (place) => places.mark(place?.zone),
      element: () => places.item(id),
    };
  };
}

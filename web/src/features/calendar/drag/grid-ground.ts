import type { Carry, DragGround, Grip, Said } from "../../../ui/drag/carry.ts";
import { nearest, type Point } from "../../../ui/drag/geometry.ts";
import type { GridItem } from "../layout/item.ts";
import { dayMinutes, type Wall, type WallSpan } from "../time/wall.ts";
import { changed, isSameSpan, made, stepMinutes, stepped } from "./spans.ts";

/** The drag in progress on a grid of days. */
export interface GridLifted {
  /** "place": the item comes from outside the grid and is created where it is dropped. */
  kind: "move" | "resize" | "make" | "place";
  /** The item that is moved or placed. Undefined while an item is being made. */
  item?: GridItem;
  isAllDay: boolean;
}

export interface GridGroundOptions {
  find: (key: string) => GridItem | undefined;
  /** The initial place of an item that is lifted by keyboard from outside the grid. */
  placeAt: () => Wall;
  onChange: (item: GridItem, span: WallSpan) => void;
  onMake: (span: WallSpan, isAllDay: boolean) => void;
  onPlace: (item: GridItem, span: WallSpan, isAllDay: boolean) => void;
  say: (lifted: GridLifted, span: WallSpan | undefined, said: Said) => string;
}

/** The initial duration of a placed item. */
const placedMinutes = 60;

const surfaces = "[data-cal-surface]";
const days = "[data-cal-day]";
const placeable = "[data-cal-task]";

/**
 * A grid of days with items at their times. Items are made by pointer, and moved, resized and placed by pointer and keys.
 * Days are `data-cal-day="{day}"` in a `data-cal-surface`, which is "hours" if the height of a day stands for its hours,
 * else "days". Items are `data-cal-item="{key}"` with a `data-cal-handle` at their end. Items to be placed from outside the
 * grid are `data-cal-task="{key}"` and contain a button that takes the keys.
 */
export class GridGround implements DragGround<GridLifted, WallSpan> {
  options: GridGroundOptions;

  constructor(options: GridGroundOptions) {
    this.options = options;
  }

  readonly take = (pressed: Element, by: "pointer" | "keys", root: HTMLElement): HTMLElement | undefined => {
    if (pressed.closest("[data-no-drag]")) return undefined;
    const placed = pressed.closest<HTMLElement>(placeable);
    if (placed) return surfaceIn(root) ? placed : undefined;
    const item = pressed.closest<HTMLElement>("[data-cal-item]");
    if (item) return this.options.find(item.dataset.calItem ?? "")?.mayMove ? item : undefined;
    if (by === "keys" || pressed.closest("button, a, input")) return undefined;
    return pressed.closest<HTMLElement>(days) ?? undefined;
  };

  readonly lift = (element: HTMLElement, grip: Grip): Carry<GridLifted, WallSpan> | undefined => {
    const { calTask, calItem } = element.dataset;
    const item = this.options.find(calTask ?? calItem ?? "");
    if (calTask !== undefined) return item && this.#place(item, element, grip);
    // In a list of days, items can be moved by keys only.
    const surface = element.closest<HTMLElement>(surfaces) ?? (grip.by === "keys" ? grip.root : undefined);
    const origin = surface && (wallUnder(surface, grip.start) ?? item?.span.from);
    if (!surface || !origin) return undefined;
    const isHours = hasHours(surface);
    if (!item) {
      const follow = (to: Wall) => made(origin, to, !isHours, stepMinutes);
      return {
        ...this.#carry({ kind: "make", isAllDay: !isHours }, surface, follow),
        begin: follow(origin),
        onDrop: (span) => this.options.onMake(span, !isHours),
      };
    }
    const kind = grip.pressed.closest("[data-cal-handle]") ? "resize" : "move";
    return {
      ...this.#carry({ kind, item, isAllDay: item.isAllDay }, surface, (to) =>
        changed(item, kind, origin, to, !isHours),
      ),
      begin: item.span,
      home: () => item.span,
      onDrop: (span) => this.options.onChange(item, span),
      element: () => itemIn(grip.root, item.key),
    };
  };

  #place(item: GridItem, element: HTMLElement, { root, by }: Grip): Carry<GridLifted, WallSpan> | undefined {
    const surface = surfaceIn(root);
    if (!surface) return undefined;
    const isAllDay = !hasHours(surface);
    const follow = (to: Wall) => made(to, to, isAllDay, placedMinutes);
    const carry = this.#carry({ kind: "place", item, isAllDay }, surface, follow);
    let isPlaced = false;
    return {
      ...carry,
      begin: by === "keys" ? follow(this.options.placeAt()) : undefined,
      at: (point) => (isOver(surface, point) ? carry.at(point) : { place: undefined, scrolls: undefined }),
      onDrop: (span) => {
        isPlaced = true;
        this.options.onPlace(item, span, isAllDay);
      },
      // By pointer it does not fly back to where it came from.
      element: () => (isPlaced && by === "pointer" ? undefined : element),
    };
  }

  #carry(what: GridLifted, surface: HTMLElement, follow: (to: Wall) => WallSpan) {
    return {
      what,
      home: (): WallSpan | undefined => undefined,
      isSame: isSameSpan,
      at: (point: Point) => {
        const wall = wallUnder(surface, point);
        return { place: wall && follow(wall), scrolls: surface };
      },
      step: (span, step) => stepped(span, step, hasHours(surface)),
      say: (said, span) => this.options.say(what, span, said),
      element: () => undefined,
    } satisfies Partial<Carry<GridLifted, WallSpan>>;
  }
}

/** Where something is placed: among hours where there are some. */
function surfaceIn(root: HTMLElement): HTMLElement | null {
  return (
    root.querySelector<HTMLElement>('[data-cal-surface="hours"]') ?? root.querySelector<HTMLElement>(surfaces)
  );
}

function hasHours(surface: HTMLElement): boolean {
  return surface.dataset.calSurface === "hours";
}

function isOver(surface: HTMLElement, { x, y }: Point): boolean {
  return document.elementFromPoint(x, y)?.closest(surfaces) === surface;
}

function itemIn(root: HTMLElement, key: string): HTMLElement | undefined {
  const all = [...root.querySelectorAll<HTMLElement>("[data-cal-item]")];
  return all.find(({ dataset }) => dataset.calItem === key);
}

/** The day under a point, or the nearest one, and where its height is the day's the minute. */
function wallUnder(surface: HTMLElement, point: Point): Wall | undefined {
  const all = [...surface.querySelectorAll<HTMLElement>(days)];
  const boxes = all.map((element) => element.getBoundingClientRect());
  const index = nearest(boxes, point, Number.POSITIVE_INFINITY);
  const [element, box] = [all[index], boxes[index]];
  if (!element || !box) return undefined;
  const day = element.dataset.calDay ?? "";
  if (!hasHours(surface)) return { day, minute: 0 };
  const share = (point.y - box.top) / box.height;
  return { day, minute: Math.round(Math.max(0, Math.min(1, share)) * dayMinutes) };
}

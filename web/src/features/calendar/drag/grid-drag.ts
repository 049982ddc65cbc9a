import { daysFrom } from "@atoll/contract/zones";
import { createAutoScroll } from "../../../ui/drag/auto-scroll.ts";
import { followPointer } from "../../../ui/drag/follow-pointer.ts";
import { nearest, type Point } from "../../../ui/drag/geometry.ts";
import type { GridItem } from "../layout/item.ts";
import {
  dayMinutes,
  minutesBetween,
  shiftSpan,
  shiftWall,
  snap,
  type Wall,
  type WallSpan,
} from "../time/wall.ts";
import { heldByKeys, stepMinutes } from "./keys.ts";

export interface HeldSpan {
  /** "place": it comes from beside the grid, and is made where it is dropped. */
  kind: "move" | "resize" | "make" | "place";
  /** What is moved or placed; nothing while something is made. */
  item?: GridItem;
  /** It is placed, and is not over the grid. */
  isOut?: boolean;
  isAllDay: boolean;
  span: WallSpan;
  by: "pointer" | "keys";
}

export interface GridDragOptions {
  find: (key: string) => GridItem | undefined;
  onChange: (item: GridItem, span: WallSpan) => void;
  onMake: (span: WallSpan, isAllDay: boolean) => void;
  onPlace: (item: GridItem, span: WallSpan, isAllDay: boolean) => void;
  say: (held: HeldSpan, what: "lifted" | "moved" | "dropped" | "cancelled") => string;
}

export interface GridDragState {
  held?: HeldSpan | undefined;
  spoken: string;
}

/** What is placed takes so long at first. */
const placedMinutes = 60;

interface Lifted {
  root: HTMLElement;
  pressed: Element;
  start: Point;
}

const surfaces = "[data-cal-surface]";
const days = "[data-cal-day]";

/**
 * A drag on a grid of days: makes, moves and resizes by pointer, and by keys moves and resizes. Days are
 * `data-cal-day="{day}"` in a `data-cal-surface`, of "hours" where their height is the day's, else of "days"; items are
 * `data-cal-item="{key}"`, with a `data-cal-handle` at their end; what is placed from beside the grid is
 * `data-cal-task="{key}"`. Who listens hears only when the time is another one.
 */
export class GridDrag {
  options: GridDragOptions;
  #state: GridDragState = { spoken: "" };
  readonly #listeners = new Set<() => void>();
  #point: Point = { x: 0, y: 0 };
  #frame = 0;
  #keys: AbortController | undefined;

  constructor(options: GridDragOptions) {
    this.options = options;
  }

  readonly getState = (): GridDragState => this.#state;

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
        return this.#taken(element);
      },
      onLift: (element, start) => this.#lift(element, { root, pressed, start }),
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
    if (this.#state.held) this.#end(false);
  }

  #taken(pressed: Element): HTMLElement | undefined {
    const placed = pressed.closest<HTMLElement>("[data-cal-task]");
    if (placed) return pressed.closest("button, a") ? undefined : placed;
    const item = pressed.closest<HTMLElement>("[data-cal-item]");
    if (item) return this.options.find(item.dataset.calItem ?? "")?.mayMove ? item : undefined;
    if (pressed.closest("button, a, input, [data-no-drag]")) return undefined;
    return pressed.closest<HTMLElement>(days) ?? undefined;
  }

  #lift(element: HTMLElement, { root, pressed, start }: Lifted): void {
    const isPlaced = element.dataset.calTask !== undefined;
    const surface = isPlaced ? surfaceIn(root) : element.closest<HTMLElement>(surfaces);
    const begun = surface && wallUnder(surface, start);
    if (!surface || !begun) return;
    const item = this.options.find(element.dataset.calTask ?? element.dataset.calItem ?? "");
    if (isPlaced && !item) return;
    const isAllDay = surface.dataset.calSurface !== "hours";
    const kind = isPlaced
      ? "place"
      : item
        ? pressed.closest("[data-cal-handle]")
          ? "resize"
          : "move"
        : "make";
    const follow = (to: Wall): WallSpan =>
      kind === "place" || !item
        ? made(kind === "place" ? to : begun, to, isAllDay, kind === "place" ? placedMinutes : stepMinutes)
        : changed(item, kind, begun, to, isAllDay);
    this.#point = start;
    this.#hold({
      kind,
      ...(item && { item }),
      isAllDay: isPlaced ? isAllDay : (item?.isAllDay ?? isAllDay),
      isOut: isPlaced,
      span: follow(begun),
      by: "pointer",
    });
    const scroll = createAutoScroll();
    const tick = (now: number) => {
      if (!this.#state.held) return;
      const wall = wallUnder(surface, this.#point);
      if (wall) this.#goTo(follow(wall), isPlaced && !isOver(surface, this.#point));
      scroll(surface, this.#point, now);
      this.#frame = requestAnimationFrame(tick);
    };
    this.#frame = requestAnimationFrame(tick);
  }

  #grab(event: KeyboardEvent): void {
    const { target } = event;
    if (event.key !== " " || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const element = target instanceof Element ? target.closest<HTMLElement>("[data-cal-item]") : null;
    const item = this.options.find(element?.dataset.calItem ?? "");
    if (!element || !item?.mayMove || this.#state.held) return;
    event.preventDefault();
    const isHours = element.closest<HTMLElement>(surfaces)?.dataset.calSurface === "hours";
    this.#hold({ kind: "move", item, isAllDay: item.isAllDay, span: item.span, by: "keys" });
    this.#keys = heldByKeys({
      isHours,
      onStep: (step) => {
        const { held } = this.#state;
        if (!held) return;
        const span = step.isResize
          ? longer(held.span, step.minutes, isHours)
          : shiftSpan(held.span, step.minutes);
        this.#goTo(span);
        this.#speak("moved");
      },
      onEnd: (isDropped) => this.#end(isDropped),
    });
  }

  #hold(held: HeldSpan): void {
    this.#set({ held, spoken: "" });
    if (held.by === "keys") this.#speak("lifted");
  }

  #goTo(span: WallSpan, isOut = false): void {
    const { held } = this.#state;
    if (!held || (isSame(held.span, span) && isOut === (held.isOut ?? false))) return;
    this.#set({ ...this.#state, held: { ...held, span, isOut } });
  }

  #end(isDropped: boolean): void {
    const { held } = this.#state;
    cancelAnimationFrame(this.#frame);
    this.#keys?.abort();
    if (!held) return;
    const isMoved = isDropped && !held.isOut && (!held.item || !isSame(held.span, held.item.span));
    const spoken = held.kind === "make" ? "" : this.options.say(held, isMoved ? "dropped" : "cancelled");
    this.#set({ spoken });
    if (!isMoved) return;
    if (held.item && held.kind === "place") this.options.onPlace(held.item, held.span, held.isAllDay);
    else if (held.item) this.options.onChange(held.item, held.span);
    else this.options.onMake(held.span, held.isAllDay);
  }

  #speak(what: "lifted" | "moved"): void {
    const { held } = this.#state;
    if (held) this.#set({ ...this.#state, spoken: this.options.say(held, what) });
  }

  #set(state: GridDragState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function changed(item: GridItem, kind: HeldSpan["kind"], begun: Wall, to: Wall, isAllDay: boolean): WallSpan {
  const { span } = item;
  if (isAllDay) {
    const moved = daysFrom(begun.day, to.day) * dayMinutes;
    return kind === "resize" ? longer(span, moved, false) : shiftSpan(span, moved);
  }
  if (kind === "move") {
    const from = shiftWall(span.from, minutesBetween(begun, to));
    return shiftSpan(span, minutesBetween(span.from, { ...from, minute: snap(from.minute, stepMinutes) }));
  }
  return longer(span, minutesBetween(span.to, { ...to, minute: snap(to.minute, stepMinutes) }), true);
}

/** Ends so much later, or earlier, and never before it has begun. */
function longer({ from, to }: WallSpan, byMinutes: number, isHours: boolean): WallSpan {
  const shortest = isHours ? stepMinutes : Math.min(dayMinutes, minutesBetween(from, to));
  return { from, to: shiftWall(from, Math.max(shortest, minutesBetween(from, to) + byMinutes)) };
}

function made(begun: Wall, to: Wall, isAllDay: boolean, shortest: number): WallSpan {
  const [first, last] = minutesBetween(begun, to) < 0 ? [to, begun] : [begun, to];
  if (isAllDay)
    return { from: { day: first.day, minute: 0 }, to: shiftWall({ day: last.day, minute: 0 }, dayMinutes) };
  const from = { day: first.day, minute: Math.floor(first.minute / stepMinutes) * stepMinutes };
  const end = { day: last.day, minute: Math.ceil(last.minute / stepMinutes) * stepMinutes };
  return { from, to: shiftWall(from, Math.max(shortest, minutesBetween(from, end))) };
}

function isSame(one: WallSpan, other: WallSpan): boolean {
  return minutesBetween(one.from, other.from) === 0 && minutesBetween(one.to, other.to) === 0;
}

/** Where something is placed: among hours where there are some. */
function surfaceIn(root: HTMLElement): HTMLElement | null {
  return (
    root.querySelector<HTMLElement>('[data-cal-surface="hours"]') ?? root.querySelector<HTMLElement>(surfaces)
  );
}

function isOver(surface: HTMLElement, { x, y }: Point): boolean {
  return document.elementFromPoint(x, y)?.closest(surfaces) === surface;
}

/** The day under a point, or the nearest one, and where its height is the day's the minute. */
function wallUnder(surface: HTMLElement, point: Point): Wall | undefined {
  const all = [...surface.querySelectorAll<HTMLElement>(days)];
  const boxes = all.map((element) => element.getBoundingClientRect());
  const index = nearest(boxes, point, Number.POSITIVE_INFINITY);
  const [element, box] = [all[index], boxes[index]];
  if (!element || !box) return undefined;
  const day = element.dataset.calDay ?? "";
  if (surface.dataset.calSurface !== "hours") return { day, minute: 0 };
  const share = (point.y - box.top) / box.height;
  return { day, minute: Math.round(Math.max(0, Math.min(1, share)) * dayMinutes) };
}

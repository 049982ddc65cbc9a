import { type Box, type Direction, indexAt, nearest, neighbour, type Point } from "./geometry.ts";

/** Where something is dropped: in a zone, behind one of what it shows and before another. */
export interface DragPlace {
  zone: string;
  after: string | null;
  before: string | null;
}

/** A place as it is spoken: the how manieth of how many. */
export interface DragSpot extends DragPlace {
  position: number;
  total: number;
}

/** The dragged things, including those that move along. */
export type Carried = ReadonlySet<string>;

/** Beyond this, a drop is meant for nothing. */
const reachPx = 48;

/**
 * The places of a screen, read from its elements: zones are `data-drag-zone="{key}"`, what lies in them is
 * `data-drag-item="{id}"`. A zone with `data-drag-unordered` has one place only. Several elements may be one zone.
 */
export class DragPlaces {
  readonly #root: HTMLElement;

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  item(id: string): HTMLElement | undefined {
    return this.#all("[data-drag-item]").find((element) => element.dataset.dragItem === id);
  }

  /** The place under a point, among all that is not carried, and its element. */
  at(point: Point, carried: Carried): { place: DragPlace; element: HTMLElement } | undefined {
    const zones = this.#zones();
    const element = zones[nearest(zones.map(boxOf), point, reachPx)];
    if (!element) return undefined;
    const items = itemsOf(element, carried);
    const index = isOrdered(element)
      ? indexAt(items.length, (at) => boxOf(items[at] ?? element), point.y)
      : 0;
    return { place: placeAt(element, items, index), element };
  }

  /** Where something lies now. */
  home(draggedId: string, carried: Carried): DragPlace | undefined {
    const zone = this.item(draggedId)?.closest<HTMLElement>("[data-drag-zone]");
    if (!zone) return undefined;
    const all = itemsOf(zone);
    const at = all.findIndex(({ dataset }) => dataset.dragItem === draggedId);
    const index = all.slice(0, at).filter((element) => !isCarried(element, carried)).length;
    return placeAt(zone, itemsOf(zone, carried), index);
  }

  /** The next place in a direction, as arrow keys go. */
  next(from: DragPlace, carried: Carried, direction: Direction): DragPlace | undefined {
    const zones = this.#zones();
    const here = zones.find((zone) => keyOf(zone) === from.zone && zone.querySelector("[data-drag-item]"));
    const current = here ?? zones.find((zone) => keyOf(zone) === from.zone);
    if (!current) return undefined;
    const items = itemsOf(current, carried);
    const index = this.#indexIn(items, from);
    const isAlong = direction === "ArrowUp" || direction === "ArrowDown";
    const along = index + (direction === "ArrowUp" ? -1 : 1);
    if (isAlong && isOrdered(current)) {
      return along < 0 || along > items.length ? undefined : placeAt(current, items, along);
    }
    const others = zones.filter((zone) => keyOf(zone) !== from.zone);
    const next = others[neighbour(others.map(boxOf), boxOf(current), direction)];
    if (!next) return undefined;
    const theirs = itemsOf(next, carried);
    return placeAt(next, theirs, isOrdered(next) ? Math.min(index, theirs.length) : 0);
  }

  /** The first or the last place of the zone. */
  end(from: DragPlace, carried: Carried, isLast: boolean): DragPlace | undefined {
    const zone = this.#zones().find((one) => keyOf(one) === from.zone && isOrdered(one));
    if (!zone) return undefined;
    const items = itemsOf(zone, carried);
    return placeAt(zone, items, isLast ? items.length : 0);
  }

  spot(place: DragPlace, carried: Carried): DragSpot {
    const zone = this.#zones().filter((one) => keyOf(one) === place.zone);
    const items = zone.flatMap((one) => itemsOf(one, carried));
    return { ...place, position: this.#indexIn(items, place) + 1, total: items.length + 1 };
  }

  /** Whether a zone has no order of its own: where in it something is dropped makes no difference. */
  isUnordered(zone: string): boolean {
    return this.#zones().every((one) => keyOf(one) !== zone || !isOrdered(one));
  }

  /** Marks the zone that something is dragged over, for its looks: `data-drag-over`. */
  mark(zone: string | undefined): void {
    for (const one of this.#zones()) one.toggleAttribute("data-drag-over", keyOf(one) === zone);
  }

  #indexIn(items: readonly HTMLElement[], { after, before }: DragPlace): number {
    const behind = items.findIndex(({ dataset }) => dataset.dragItem === after);
    if (behind >= 0) return behind + 1;
    const ahead = items.findIndex(({ dataset }) => dataset.dragItem === before);
    return Math.max(0, ahead);
  }

  #zones(): HTMLElement[] {
    return this.#all("[data-drag-zone]");
  }

  #all(selector: string): HTMLElement[] {
    return [...this.#root.querySelectorAll<HTMLElement>(selector)];
  }
}

export function isSamePlace(one: DragPlace | undefined, other: DragPlace | undefined): boolean {
  return one?.zone === other?.zone && one?.after === other?.after && one?.before === other?.before;
}

function placeAt(zone: HTMLElement, items: readonly HTMLElement[], index: number): DragPlace {
  if (!isOrdered(zone)) return { zone: keyOf(zone), after: null, before: null };
  return {
    zone: keyOf(zone),
    after: items[index - 1]?.dataset.dragItem ?? null,
    before: items[index]?.dataset.dragItem ?? null,
  };
}

function itemsOf(zone: HTMLElement, except: Carried = nothing): HTMLElement[] {
  const items = [...zone.querySelectorAll<HTMLElement>("[data-drag-item]")];
  return except.size === 0 ? items : items.filter((element) => !isCarried(element, except));
}

const nothing: Carried = new Set();

function isCarried({ dataset }: HTMLElement, carried: Carried): boolean {
  return carried.has(dataset.dragItem ?? "");
}

function keyOf(zone: HTMLElement): string {
  return zone.dataset.dragZone ?? "";
}

function isOrdered(zone: HTMLElement): boolean {
  return zone.dataset.dragUnordered === undefined;
}

function boxOf(element: HTMLElement): Box {
  return element.getBoundingClientRect();
}

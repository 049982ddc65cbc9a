/** One time of a series as a person reads it, by the clock of one zone. */
export interface ModelTime {
  start: string;
  end: string;
  title: string;
  /** It was moved, named or cancelled by itself. */
  isMoved: boolean;
  hasOwnTitle: boolean;
  isCancelled: boolean;
}

/** An event as the list of its times, in the order of their names. */
export interface ModelEvent {
  id: string;
  /** It does not repeat any more, so that whatever is changed is changed as a whole. */
  isSingle: boolean;
  times: ModelTime[];
}

export interface ModelEdit {
  scope: "this" | "following" | "all";
  /** Which of the times that take place, counted from the first. */
  at: number;
  title?: string;
  /** How far the opened time goes, and how long it lasts then. */
  moves?: { hours: number; lastsHours: number };
}

const hourMs = 3600_000;

export function later(wall: string, hours: number): string {
  return new Date(Date.parse(`${wall}Z`) + hours * hourMs).toISOString().slice(0, 16);
}

/** An event every third day. */
export function modelOf(id: string, start: string, title: string, count: number): ModelEvent {
  const times = Array.from({ length: count }, (_, place) => {
    const begin = later(start, place * 72);
    return {
      start: begin,
      end: later(begin, 1),
      title,
      isMoved: false,
      hasOwnTitle: false,
      isCancelled: false,
    };
  });
  return { id, isSingle: false, times };
}

export function visible({ times }: ModelEvent): ModelTime[] {
  return times.filter(({ isCancelled }) => !isCancelled);
}

/**
 * Applies an edit. "all" and "following" move every occurrence by the same amount as the opened one, except those that
 * were moved individually. The opened one gets what was typed, wherever it was.
 * @param tailId of the event that "following" creates.
 */
export function editModel(event: ModelEvent, edit: ModelEdit, tailId: string): ModelEvent[] {
  const place = placeOf(event, edit.at);
  const scope = event.isSingle ? "all" : edit.scope;
  if (scope === "this") {
    const times = event.times.map((time, one) => (one === place ? changedAlone(time, edit) : time));
    return [{ ...event, times }];
  }
  if (scope === "all") return [{ ...event, times: changedAll(event.times, place, edit) }];
  const [head, tail] = cut(event, place);
  if (!head) return [{ ...event, times: changedAll(event.times.slice(place), 0, edit) }];
  return [head, { id: tailId, isSingle: false, times: changedAll(tail, 0, edit) }];
}

/** Applies a deletion. Undefined if nothing is left. */
export function deleteFromModel(
  event: ModelEvent,
  { scope, at }: Pick<ModelEdit, "scope" | "at">,
): ModelEvent | undefined {
  if (event.isSingle || scope === "all") return undefined;
  const place = placeOf(event, at);
  if (scope === "following") return cut(event, place)[0];
  const times = event.times.map((time, one) => (one === place ? { ...time, isCancelled: true } : time));
  return { ...event, times };
}

function placeOf({ times }: ModelEvent, at: number): number {
  return times.indexOf(visible({ id: "", isSingle: false, times })[at]!);
}

function cut(event: ModelEvent, place: number): [ModelEvent | undefined, ModelTime[]] {
  const before = event.times.slice(0, place);
  const tail = event.times.slice(place);
  if (before.every(({ isCancelled }) => isCancelled)) return [undefined, tail];
  const isSingle = before.length === 1;
  // For a single event, its exceptions become the event's own values.
  const times = isSingle ? before.map((time) => ({ ...time, isMoved: false, hasOwnTitle: false })) : before;
  return [{ ...event, isSingle, times }, tail];
}

function changedAlone(time: ModelTime, { title, moves }: ModelEdit): ModelTime {
  return {
    ...time,
    ...(title === undefined ? {} : { title, hasOwnTitle: true }),
    ...(moves ? { ...movedBy(time, moves), isMoved: true } : {}),
  };
}

function changedAll(times: readonly ModelTime[], place: number, { title, moves }: ModelEdit): ModelTime[] {
  return times.map((time, one) => {
    const isOpened = one === place;
    const isTitled = title !== undefined && (isOpened || !time.hasOwnTitle);
    return {
      ...time,
      ...(isTitled ? { title, hasOwnTitle: false } : {}),
      ...(moves && (isOpened || !time.isMoved) ? movedBy(time, moves) : {}),
    };
  });
}

function movedBy({ start }: ModelTime, { hours, lastsHours }: { hours: number; lastsHours: number }) {
  const begin = later(start, hours);
  return { start: begin, end: later(begin, lastsHours) };
}

import { addDays, clampInstant, dayIn, daysFrom, instantIn, weekdayOf } from "@atoll/contract/zones";

/** Members in turn. Everything about it is computed from these values, so that nothing has to be planned ahead. */
export interface TurnRota {
  /** The first one has the shift that begins on `anchorOn`. Empty when all of them have left. */
  members: readonly string[];
  lengthDays: number;
  /** Wall-clock time in the zone, as "09:00". */
  handOver: string;
  zone: string;
  anchorOn: string;
  /** Nobody is on call before. */
  startsAt: Date;
  /** The shift of the anchor began at this instant instead, because the times were changed during it. */
  turnFrom?: Date | undefined;
}

export interface PlannedShift {
  personId: string;
  startsAt: Date;
  endsAt: Date;
  /** Null for a shift of the rota. */
  overrideId: string | null;
}

/** A time that a member takes over, whatever the rota says. */
export interface TurnOverride extends PlannedShift {
  overrideId: string;
}

const dayMs = 86_400_000;

/** The first day of the first shift: the start itself, or for whole weeks the day of the handover on or before it. */
export function anchorOf(input: { startsOn: string; lengthDays: number; weekday: number }): string {
  const { startsOn, lengthDays, weekday } = input;
  if (lengthDays % 7 !== 0) return startsOn;
  return addDays(startsOn, -((weekdayOf(startsOn) - weekday + 7) % 7));
}

/**
 * Returns who is on call between two instants, in order and without overlaps. Later overrides replace earlier ones. Shifts
 * have their whole length, also where they begin before or end after the two.
 */
export function planShifts(
  rota: TurnRota | undefined,
  overrides: readonly TurnOverride[],
  from: Date,
  until: Date,
): PlannedShift[] {
  let planned = rota ? shiftsOf(rota, from, until) : [];
  for (const override of overrides) {
    const others = planned.flatMap((shift) => without(shift, override));
    planned = [...others, { ...override }];
  }
  return planned
    .filter(({ startsAt, endsAt }) => endsAt > from && startsAt < until)
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}

/** The shift of an instant; undefined when nobody is on call. */
export function shiftAt(
  rota: TurnRota | undefined,
  overrides: readonly TurnOverride[],
  at: Date,
): PlannedShift | undefined {
  return planShifts(rota, overrides, at, new Date(at.getTime() + 1))[0];
}

/** The next instant at which someone else may be on call; null if there is none. */
export function nextHandover(
  rota: TurnRota | undefined,
  overrides: readonly TurnOverride[],
  at: Date,
): Date | null {
  const ofRota =
    !rota || rota.members.length === 0
      ? []
      : [at < rota.startsAt ? rota.startsAt : startOf(rota, indexAt(rota, at) + 1)];
  const times = [...ofRota, ...overrides.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])]
    .map((time) => time.getTime())
    .filter((time) => time > at.getTime());
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/**
 * Takes members out of the turn from now on: the others keep their order, and the one on call stays so until the end of
 * the shift. If that member is out, the next one takes over the rest of the shift.
 */
export function keepMembers(rota: TurnRota, isKept: (personId: string) => boolean, now: Date): TurnRota {
  if (rota.members.every(isKept)) return rota;
  return { ...turned(rota, now), members: turned(rota, now).members.filter(isKept) };
}

/**
 * The rota after its members or times were changed. The member on call stays so, and the turn goes on from there: with a
 * new order or length, no turn is skipped. With other times, the turn of the member on call ends at the handover
 * that comes nearest to a whole turn.
 */
export function continueTurn(old: TurnRota, next: TurnRota, now: Date): TurnRota {
  if (now < old.startsAt || now < next.startsAt) return next;
  const order = turned(old, now).members;
  const current = order.find((id) => next.members.includes(id));
  if (current === undefined) return next;
  const isStaying = current === order[0];
  const extra = isStaying ? missingShifts(old, next, now) : 0;
  const place = next.members.indexOf(current) + (extra < 0 ? 1 : 0);
  const index = indexAt(next, now) + Math.max(0, extra);
  return {
    ...next,
    anchorOn: addDays(next.anchorOn, index * next.lengthDays),
    members: rotate(next.members, place),
    turnFrom: isStaying && extra >= 0 ? beginOf(old, indexAt(old, now)) : now,
  };
}

/**
 * How many shifts the member on call has after the one of now: one more when the next handover would come too soon, and
 * not even this one when it would come too late.
 */
function missingShifts(old: TurnRota, next: TurnRota, now: Date): -1 | 0 | 1 {
  const [oldIndex, index] = [indexAt(old, now), indexAt(next, now)];
  const begin = beginOf(old, oldIndex).getTime();
  const oldEnd = startOf(old, oldIndex + 1).getTime();
  const end = startOf(next, index + 1).getTime();
  const length = startOf(next, index + 2).getTime() - end;
  const offBy = (until: number) => Math.abs(until - begin - length);
  if (end < oldEnd) return offBy(end + length) < offBy(end) ? 1 : 0;
  // The next member gets half a turn at least.
  const isLong = end > oldEnd && end - now.getTime() >= length / 2;
  return isLong && offBy(now.getTime()) < offBy(end) ? -1 : 0;
}

/** The same turn, written from the shift of now. */
export function turned(rota: TurnRota, now: Date): TurnRota {
  const index = now < rota.startsAt ? 0 : indexAt(rota, now);
  return {
    ...rota,
    anchorOn: addDays(rota.anchorOn, index * rota.lengthDays),
    members: rotate(rota.members, index),
    turnFrom: index === 0 ? rota.turnFrom : undefined,
  };
}

function shiftsOf(rota: TurnRota, from: Date, until: Date): PlannedShift[] {
  const { members, startsAt } = rota;
  const shifts: PlannedShift[] = [];
  if (members.length === 0) return shifts;
  for (let index = indexAt(rota, from < startsAt ? startsAt : from); ; index += 1) {
    const [begin, end] = [beginOf(rota, index), startOf(rota, index + 1)];
    if (begin >= until) return shifts;
    const [personId] = rotate(members, index);
    if (personId !== undefined && begin < end)
      shifts.push({ personId, startsAt: begin, endsAt: end, overrideId: null });
  }
}

function startOf({ zone, anchorOn, lengthDays, handOver }: TurnRota, index: number): Date {
  return clampInstant(instantIn(zone, addDays(anchorOn, index * lengthDays), handOver));
}

/** When a shift begins: at its handover, apart from the first ones after a start or a change of the times. */
function beginOf(rota: TurnRota, index: number): Date {
  const begin = (index === 0 ? rota.turnFrom : undefined) ?? startOf(rota, index);
  return new Date(Math.max(begin.getTime(), rota.startsAt.getTime()));
}

/** The number of the shift of an instant, from the anchor. */
function indexAt(rota: TurnRota, at: Date): number {
  const days = daysFrom(rota.anchorOn, dayIn(rota.zone, at));
  let index = Math.floor(days / rota.lengthDays);
  // The handover of that day may not have come yet. Clocks that change move it by less than a day.
  while (startOf(rota, index) > at) index -= 1;
  while (startOf(rota, index + 1) <= at) index += 1;
  return Math.max(0, index);
}

function rotate<T>(list: readonly T[], by: number): T[] {
  const at = ((by % list.length) + list.length) % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}

/** Returns the parts of a shift before and after an override. */
function without(shift: PlannedShift, { startsAt, endsAt }: TurnOverride): PlannedShift[] {
  return [
    { ...shift, endsAt: shift.endsAt < startsAt ? shift.endsAt : startsAt },
    { ...shift, startsAt: shift.startsAt > endsAt ? shift.startsAt : endsAt },
  ].filter((part) => part.startsAt < part.endsAt);
}

/** The instant so many days later. */
export const daysLater = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs);

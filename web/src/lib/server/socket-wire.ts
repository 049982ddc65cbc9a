import type { CommandAnswer, CommandName, EventName, EventPayload } from "@atoll/contract/events";

// The code that only a connection needs: the library, and the shapes of its events. No page needs it to render, so it is
// loaded when the connection is opened.
export { io } from "socket.io-client";

/** The shape of a value in an event, made from the contract's schemas by `event-shapes.ts`. */
export interface ValueShape {
  /** The name of a shape that several have. */
  ref?: string;
  anyOf?: readonly ValueShape[];
  /** The only values there are. */
  values?: readonly unknown[];
  /** Any of these, as JSON Schema names them. */
  types?: readonly string[];
  fields?: Readonly<Record<string, ValueShape>>;
  required?: readonly string[] | undefined;
  /** The shape of fields under any other name. */
  others?: ValueShape;
  /** The shapes of the first values of a list, one by one, and the shape of the values after them. */
  first?: readonly ValueShape[];
  items?: ValueShape;
  /** Stands in for a field that is missing. */
  otherwise?: unknown;
}

export interface EventShapes {
  events: Readonly<Record<string, ValueShape>>;
  answers: Readonly<Record<string, ValueShape>>;
  shared: Readonly<Record<string, ValueShape>>;
}

type Read<T> = { success: true; data: T } | { success: false; problem: string };

let table: EventShapes | undefined;

/** Reads the table with the first event: until then nobody needs it. */
function shapes(): EventShapes {
  table ??= JSON.parse(__ATOLL_EVENT_SHAPES__) as EventShapes;
  return table;
}

export function parseEvent<Name extends EventName>(name: Name, payload: unknown) {
  return read<EventPayload<Name>>(shapes().events[name], payload);
}

export function parseAnswer<Name extends CommandName>(name: Name, answer: unknown) {
  return read<CommandAnswer<Name>>(shapes().answers[name], answer);
}

function read<T>(shape: ValueShape | undefined, value: unknown): Read<T> {
  const problem = shape ? problemOf(shape, value, "") : "there is no such event";
  return problem === undefined ? { success: true, data: value as T } : { success: false, problem };
}

/** Returns where a value has another shape, or undefined. Fills in what may be missing. */
function problemOf(given: ValueShape, value: unknown, at: string): string | undefined {
  const shape = itself(given);
  const { anyOf, values, types } = shape;
  if (anyOf)
    return anyOf.some((one) => problemOf(one, value, at) === undefined) ? undefined : `no choice fits ${at}`;
  if (values) return values.includes(value) ? undefined : `an unknown value at ${at}`;
  if (types && !types.some((type) => isOfType(value, type))) return `no ${types.join(" or ")} at ${at}`;
  if (Array.isArray(value)) return problemInList(shape, value, at);
  return isRecord(value) ? problemInFields(shape, value, at) : undefined;
}

/** A shared shape may be another shared one that may be missing, or that has a value then. */
function itself({ ref, ...own }: ValueShape): ValueShape {
  const shared = ref === undefined ? undefined : shapes().shared[ref];
  return shared ? { ...itself(shared), ...own } : own;
}

function problemInFields(shape: ValueShape, value: Record<string, unknown>, at: string): string | undefined {
  const { fields = {}, required = [], others } = shape;
  for (const [name, field] of Object.entries(fields)) {
    const { otherwise } = itself(field);
    if (value[name] === undefined && otherwise !== undefined) value[name] = structuredClone(otherwise);
    if (value[name] === undefined && !required.includes(name)) continue;
    const problem = problemOf(field, value[name], `${at}.${name}`);
    if (problem !== undefined) return problem;
  }
  if (!others) return undefined;
  const unnamed = Object.entries(value).filter(([name]) => !Object.hasOwn(fields, name));
  return firstOf(unnamed, ([name, one]) => problemOf(others, one, `${at}.${name}`));
}

function problemInList({ first = [], items }: ValueShape, list: unknown[], at: string): string | undefined {
  if (list.length < first.length) return `too few values at ${at}`;
  return firstOf([...list.entries()], ([index, one]) => {
    const shape = first[index] ?? items;
    return shape && problemOf(shape, one, `${at}.${index}`);
  });
}

function firstOf<T>(list: readonly T[], find: (one: T) => string | undefined): string | undefined {
  for (const one of list) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isOfType(value: unknown, type: string): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  return typeof value === type && (type !== "object" || (value !== null && !Array.isArray(value)));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

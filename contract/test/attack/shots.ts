import type { Route } from "../../src/route.ts";
import { hostileGroups } from "./hostile-groups.ts";
import { type HostileValue, hostileValues } from "./hostile-values.ts";
import { type Place, placesOf, putAt } from "./places.ts";
import { isAmount } from "./sample.ts";

/** The request to a route. */
export interface Call {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** One request: a call that would succeed, with something else in one place of it. */
export interface Shot {
  what: string;
  into(call: Call): Call;
  /** Must be refused. What a variant ignores is not. */
  isRefused: boolean;
}

const parts = ["params", "query", "body"] as const;
/** Node takes no longer head of a request. */
const longestInAddress = 12_000;
const lengthOfFile = 100_000;

/**
 * Every hostile value in every place of a route, the call as it is, and the call among what an attacker wrote before.
 * Each asks for as much as the route gives.
 * @param seeded what stands for a key of this name, such as `channelId`.
 */
export function shotsAt(route: Route, seeded: Readonly<Record<string, string>>): Shot[] {
  const places = parts.flatMap((part) => {
    const schema = route[part];
    return schema ? placesOf(schema).map((place) => ({ part, place })) : [];
  });
  const widest = (call: Call) =>
    places.reduce((wide, { part, place }) => {
      return isAmount(String(place.path.at(-1))) && place.maximum !== undefined
        ? put(wide, part, place, place.maximum)
        : wide;
    }, call);
  const among = (call: Call) =>
    places.reduce((inside, { part, place }) => {
      const id = seeded[String(place.path.at(-1))];
      return id === undefined ? inside : put(inside, part, place, id);
    }, widest(call));
  return [
    { what: "as it is", into: widest, isRefused: false },
    { what: "among texts that grow", into: among, isRefused: false },
    ...places.flatMap(({ part, place }) =>
      valuesFor(part, place).map(({ name, value, isRefused }) => ({
        what: `${name} as ${part}.${place.path.join(".")}`,
        into: (call: Call) => put(widest(call), part, place, behindBeginning(call[part], place, value)),
        isRefused: isRefused && !place.isOfVariant,
      })),
    ),
    ...parts.flatMap((part) =>
      groupsIn(places.filter((one) => one.part === part).map(({ place }) => place)).map(
        ({ name, inside, values }) => ({
          what: `${name} as ${[part, ...inside].join(".")}`,
          into: (call: Call) => {
            const wide = widest(call);
            return { ...wide, [part]: putAll(wide[part], inside, values) };
          },
          isRefused: false,
        }),
      ),
    ),
  ];
}

/** The objects among these places whose fields are hostile together. */
function groupsIn(places: readonly Place[]) {
  const objects = new Map<string, { inside: Place["path"]; keys: Set<string> }>();
  for (const { path } of places) {
    for (const [depth, key] of path.entries()) {
      const inside = path.slice(0, depth);
      const name = JSON.stringify(inside);
      const object = objects.get(name) ?? { inside, keys: new Set() };
      object.keys.add(String(key));
      objects.set(name, object);
    }
  }
  return [...objects.values()].flatMap(({ inside, keys }) =>
    hostileGroups(keys).map((group) => ({ ...group, inside })),
  );
}

function putAll(value: unknown, inside: Place["path"], values: Readonly<Record<string, unknown>>): unknown {
  let made = value;
  for (const [key, put] of Object.entries(values)) made = putAt(made, [...inside, key], put);
  return made;
}

function put(call: Call, part: (typeof parts)[number], place: Place, value: unknown): Call {
  return { ...call, [part]: putAt(call[part], place.path, value) };
}

/** Keeps the beginning of a whole file, because it is parsed first, so that the parser reaches the rest. */
function behindBeginning(input: unknown, { path, maxLength = 0 }: Place, value: unknown): unknown {
  const [key = ""] = path;
  const before = typeof input === "object" && input !== null ? Reflect.get(input, key) : undefined;
  if (maxLength < lengthOfFile || typeof before !== "string" || typeof value !== "string") return value;
  return `${before}\n${value}`.slice(0, maxLength);
}

function valuesFor(part: (typeof parts)[number], place: Place): HostileValue[] {
  const values = hostileValues(place);
  if (part === "body") return values;
  // An address holds text, in UTF-8, which has no half characters.
  return values.flatMap(({ value, ...rest }) => {
    if (typeof value === "object" || (typeof value === "string" && !value.isWellFormed())) return [];
    return [{ ...rest, value: typeof value === "string" ? fitIntoAddress(value) : value }];
  });
}

function fitIntoAddress(text: string): string {
  const encoded = encodeURIComponent(text).length;
  if (encoded <= longestInAddress) return text;
  return text.slice(0, Math.floor((text.length * longestInAddress) / encoded)).toWellFormed();
}

/**
 * Returns the part of a value that a page still understands. Undefined if nothing is left of it; empty if it is the
 * value that the page has without it.
 */
export type ViewParameter = (value: string) => string | undefined;

/** The parameters of a page's address that a saved view stores. */
export type ViewRules = Readonly<Record<string, ViewParameter>>;

/** A query without the parts that its page does not understand, and the names of those parts. */
export interface CleanQuery {
  query: string;
  dropped: string[];
}

/** Pure: removes everything from a query that its page does not understand. */
export function cleanViewQuery(query: string, rules: ViewRules): CleanQuery {
  const kept: [name: string, value: string][] = [];
  const dropped = new Set<string>();
  for (const [name, value] of parseViewQuery(query)) {
    if (value === "") continue;
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    const clean = rule?.(value);
    const isFirst = kept.every(([other]) => other !== name);
    if (clean && isFirst) kept.push([name, clean]);
    if ((clean !== value && clean !== "") || !isFirst) dropped.add(name);
  }
  return { query: writeViewQuery(kept), dropped: [...dropped] };
}

/** Pure: the part of a page's address that a view stores, as a query. */
export function viewQueryOf(search: Readonly<Record<string, unknown>>, rules: ViewRules): string {
  const said = Object.keys(rules).map((name): [string, string] => {
    const value = search[name];
    return [name, typeof value === "string" ? value : ""];
  });
  return cleanViewQuery(writeViewQuery(said), rules).query;
}

/** Pure: the parameters of an address that opens a view. Those that it does not contain are undefined. */
export function searchOfView<Name extends string>(
  query: string,
  rules: Readonly<Record<Name, ViewParameter>>,
): Partial<Record<Name, string | undefined>> {
  const said = new Map(parseViewQuery(cleanViewQuery(query, rules).query));
  const search: Partial<Record<Name, string | undefined>> = {};
  for (const name in rules) search[name] = said.get(name);
  return search;
}

/** Pure: whether two queries contain the same parameters, in any order. */
export function isSameViewQuery(one: string, other: string): boolean {
  const sorted = (query: string) =>
    JSON.stringify(
      parseViewQuery(query)
        .filter(([, value]) => value !== "")
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
  return sorted(one) === sorted(other);
}

/** Pure: the query that contains these parameters, in their order, without the empty ones. */
export function writeViewQuery(parameters: readonly (readonly [string, string | undefined])[]): string {
  return parameters.flatMap(([name, value]) => (value ? `${encode(name)}=${encode(value)}` : [])).join("&");
}

/** A shortened text can end in half a character, which cannot be encoded. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed());

/** Pure: the parameters of a query. Parts that are not correctly encoded stay as they are. */
export function parseViewQuery(query: string): [name: string, value: string][] {
  return query
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      const at = part.indexOf("=");
      return at < 0 ? [decode(part), ""] : [decode(part.slice(0, at)), decode(part.slice(at + 1))];
    });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

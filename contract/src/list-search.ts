import type { ViewParameter } from "./saved-views/rules.ts";
import { isUuid, uuidPattern } from "./uuid.ts";

/** One parameter of the address of a list: how its text is read, written and checked. */
export interface SearchField<Value> {
  /** Used when the address has no valid value. Addresses leave it out. */
  usual: Value;
  /** Undefined: the text is unknown. */
  parse: (text: string) => Value | undefined;
  /** Empty for the usual value. */
  serialize: (value: Value) => string;
  /** The part of the text that a saved view keeps. */
  keep: ViewParameter;
  /** Its name in the address, if it differs from the name of the value. */
  param?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: fields of any values
type Fields = Readonly<Record<string, SearchField<any>>>;
type Values<Given extends Fields> = {
  [Name in keyof Given]: Given[Name] extends SearchField<infer Value> ? Value : never;
};
type ParamOf<Given extends Fields, Name extends keyof Given> = Given[Name] extends { param: infer Param }
  ? Extract<Param, string>
  : Extract<Name, string>;
type Params<Given extends Fields> = { [Name in keyof Given as ParamOf<Given, Name>]?: string | undefined };

/** The address of a list: everything that reads, writes and checks its parameters follows from its fields. */
export interface ListSearch<Given extends Fields> {
  /** Reads an untrusted address. Unknown values are ignored. */
  read: (search: Readonly<Record<string, unknown>>) => Values<Given>;
  /** The parameters that show these values, without the usual ones. Values left out are the usual ones. */
  write: (values: Partial<Values<Given>>) => Params<Given>;
  /** The values for the query of a route, lists with commas between their items. */
  query: <Some extends Partial<Values<Given>>>(values: Some) => QueryOf<Some>;
  /** The rule by which saved views keep each parameter. */
  rules: { readonly [Name in keyof Given as ParamOf<Given, Name>]: ViewParameter };
}

type QueryOf<Some> = { [Name in keyof Some]: Some[Name] extends readonly string[] ? string : Some[Name] };

/** The values that a list shows, by its definition. */
export type SearchValues<Search> = Search extends ListSearch<infer Given> ? Values<Given> : never;
/** The parameters in the address of a list, by its definition. */
export type SearchParams<Search> = Search extends ListSearch<infer Given> ? Params<Given> : never;

/** Defines the address of a list. Pure: the one place that names its parameters, their values and the usual ones. */
export function defineListSearch<const Given extends Fields>(fields: Given): ListSearch<Given> {
  const entries = Object.entries(fields).map(([name, field]) => ({
    ...field,
    name,
    param: field.param ?? name,
  }));
  return {
    read: (search) =>
      Object.fromEntries(
        entries.map(({ name, param, parse, usual }) => {
          const text = search[param];
          return [name, typeof text === "string" && text !== "" ? (parse(text) ?? usual) : usual];
        }),
      ) as Values<Given>,
    write: (values) =>
      Object.fromEntries(
        entries.map(({ name, param, serialize, usual }) => [
          param,
          serialize(values[name] ?? usual) || undefined,
        ]),
      ) as Params<Given>,
    query: <Some extends Partial<Values<Given>>>(values: Some) =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.join() : value]),
      ) as QueryOf<Some>,
    rules: Object.fromEntries(entries.map(({ param, keep }) => [param, keep])) as ListSearch<Given>["rules"],
  };
}

/** The same field, by another name in the address. */
export const named = <const Param extends string, Field>(param: Param, field: Field) => ({ ...field, param });

/** One of these values. The first one is the usual one. */
export function oneOf<const Value extends string>(values: readonly [Value, ...Value[]]): SearchField<Value> {
  const [usual] = values;
  const known = optionOf(values);
  return {
    usual,
    parse: known.parse,
    serialize: (value) => (value === usual ? "" : value),
    keep: (text) => (text === usual ? "" : known.keep(text)),
  };
}

/** One of these values, or none. */
export const optionOf = <const Value extends string>(
  values: readonly Value[],
): SearchField<Value | undefined> => ({
  usual: undefined,
  parse: (text) => values.find((value) => value === text),
  serialize: (value) => value ?? "",
  keep: (text) => (values.some((value) => value === text) ? text : undefined),
});

/** Reads no more of a list: routes refuse longer ones. */
const maxItems = 50;

/** Several of these values, in their order. */
export function listOf<const Value extends string>(
  values: readonly Value[],
  {
    usual = [],
    every,
    ifUnknown = usual,
  }: {
    usual?: readonly Value[];
    /** Stands for all of them. */
    every?: string;
    /** Used if all values of the address are unknown. */
    ifUnknown?: readonly Value[];
  } = {},
): SearchField<readonly Value[]> {
  const isUsual = (chosen: readonly Value[]) =>
    chosen.length === usual.length && usual.every((value) => chosen.includes(value));
  const isEvery = (chosen: readonly Value[]) => chosen.length === 0 || chosen.length === values.length;
  return {
    usual,
    parse(text) {
      if (text === every) return values;
      const parts = text.split(",");
      const chosen = values.filter((value) => parts.includes(value));
      return chosen.length > 0 ? chosen : ifUnknown;
    },
    serialize: (chosen) =>
      isUsual(chosen) ? "" : every !== undefined && isEvery(chosen) ? every : chosen.join(),
    keep: keepItems((part) => part === every || values.some((value) => value === part)),
  };
}

/** Several texts. */
export const textsOf = (isKnown: (text: string) => boolean): SearchField<readonly string[]> => ({
  usual: [],
  parse: (text) => text.split(",").filter(Boolean).slice(0, maxItems).filter(isKnown),
  serialize: (chosen) => chosen.join(),
  keep: keepItems(isKnown),
});

/** Several UUIDs. */
export const ids = textsOf(isUuid);

/** Several UUIDs; "none" stands for things without one. */
export const idsOrNone = textsOf((text) => text === "none" || isUuid(text));

function keepItems(isKnown: (text: string) => boolean): ViewParameter {
  return (text) =>
    text
      .split(",")
      .filter((part) => part !== "" && isKnown(part))
      .join() || undefined;
}

/** Any text, shortened to a length in UTF-16 code units, as fields limit it. */
export const text = (maxLength: number, usual = ""): SearchField<string> => {
  // Half a character cannot be part of an address.
  const parse = (given: string) => given.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "");
  return {
    usual,
    parse,
    serialize: (value) => (value === usual ? "" : value),
    keep: (given) => parse(given) || undefined,
  };
};

/** The same without spaces around it. */
export const trimmedText = (maxLength: number): SearchField<string> => {
  const { parse, ...field } = text(maxLength);
  return { ...field, parse: (given) => parse(given.trim())?.trimEnd() };
};

/** A text of this shape, or none. */
export const matching = (pattern: RegExp): SearchField<string | undefined> => ({
  usual: undefined,
  parse: (text) => (pattern.test(text) ? text : undefined),
  serialize: (value) => value ?? "",
  keep: (text) => (pattern.test(text) ? text : undefined),
});

/** A UUID, or none. */
export const id = matching(uuidPattern);

/** A day such as `2026-11-20`, or none. */
export const day = matching(/^\d{4}-\d\d-\d\d$/);

/** True if the address has exactly this text. */
export const flag = (set: string): SearchField<boolean> => ({
  usual: false,
  parse: (text) => text === set,
  serialize: (value) => (value ? set : ""),
  keep: (text) => (text === set ? text : undefined),
});

/** A whole number in this range, or none. */
export const wholeNumber = (least: number, most: number): SearchField<number | undefined> => {
  const parse = (text: string) => {
    const number = Number(text);
    return Number.isInteger(number) && number >= least && number <= most ? number : undefined;
  };
  return {
    usual: undefined,
    parse,
    serialize: (value) => (value === undefined ? "" : String(value)),
    keep: (text) => parse(text)?.toString(),
  };
};

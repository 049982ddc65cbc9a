import type { ErrorCode } from "@atoll/contract/errors/errors";
import type { ChoiceColour, Field, FieldKind } from "@atoll/contract/fields/field-schemas";
import { maxFieldAliases } from "@atoll/contract/fields/limits";
import { hasOptions } from "@atoll/contract/fields/settings-schemas";
import { AppError } from "../app-error.ts";

interface NewField<Kind extends FieldKind> {
  label: string;
  kind: Kind;
  options?: string[] | undefined;
  colours?: Record<string, ChoiceColour> | undefined;
}

/** A field as its area stores it. Its name never is one that a later version of Atoll brings. */
export function makeField<Kind extends FieldKind>(
  { label, kind, options, colours }: NewField<Kind>,
  taken: ReadonlySet<string>,
): Field<Kind> {
  const words = wordsOf(label).join("_").slice(0, 30).replace(/_+$/, "");
  // A label in another script has no Latin words.
  const wanted = `own_${words || "field"}`;
  const name = freeName(wanted, (one) => !taken.has(one), "_");
  return {
    name,
    label,
    kind,
    isAdded: true,
    ...(hasOptions(kind) && { options, ...(colours && { colours: coloursOf(options ?? [], colours) }) }),
  };
}

/** The first of `wanted`, `wanted_2` and so on that is free. */
export function freeName(wanted: string, isFree: (one: string) => boolean, sign: string): string {
  if (isFree(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    if (isFree(`${wanted}${sign}${number}`)) return `${wanted}${sign}${number}`;
  }
}

/** The Latin words of a name, in lower case and without accents. */
export function wordsOf(name: string): string[] {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.match(/[a-z0-9]+/g) ?? [];
}

/** @throws {AppError} `tooMany` when as many fields are shown as there can be, or too many are retired. */
export function assertRoom(fields: readonly Field[], most: number, tooMany: ErrorCode): void {
  const shown = fields.filter(({ isRetired }) => !isRetired).length;
  if (shown >= most || fields.length >= 2 * most) throw new AppError(tooMany);
}

export interface WantedOptions {
  wanted: readonly { was?: string | undefined; name: string }[];
  moves: readonly { from: string; to: string }[];
}

/** The result of a change of a field's options, before the area writes its values. */
export interface ChangedOptions {
  options: string[];
  aliases: { from: string; to: string }[];
  /** New names of options by the former ones, with those that move to another option. */
  renames: Readonly<Record<string, string>>;
  /** Options that are removed. Those without an entry in `renames` must not be used. */
  removed: string[];
}

/**
 * Pure: changes the options of a field.
 * @throws {AppError} `errors.wrong` for options that the field does not have; `errors.used` for a new name that another
 *   option had: one name for two options would mix up their values.
 */
export function changeOptions(
  field: Field,
  { wanted, moves }: WantedOptions,
  errors: { wrong: ErrorCode; used: ErrorCode },
): ChangedOptions {
  const before = field.options ?? [];
  const kept = wanted.flatMap(({ was }) => was ?? []);
  const names = wanted.map(({ name }) => name);
  const removed = before.filter((one) => !kept.includes(one));
  const isWrong = !hasOptions(field.kind) || kept.some((one) => !before.includes(one));
  if (isWrong || new Set(kept).size !== kept.length) throw new AppError(errors.wrong);
  if (moves.some(({ from, to }) => !removed.includes(from) || !names.includes(to)))
    throw new AppError(errors.wrong);
  const renamed = Object.fromEntries(
    wanted.flatMap(({ was, name }) => (was !== undefined && was !== name ? [[was, name]] : [])),
  );
  if (Object.values(renamed).some((name) => before.includes(name))) throw new AppError(errors.used);
  const renames = { ...renamed, ...Object.fromEntries(moves.map(({ from, to }) => [from, to])) };
  return { options: names, aliases: aliasesAfter(field, { names, removed, renames }), renames, removed };
}

/**
 * Other names follow their option, and go with one that is removed. The former name of an option becomes one of them:
 * systems and links that still use it mean the same option.
 */
function aliasesAfter(
  field: Field,
  { names, removed, renames }: { names: readonly string[] } & Pick<ChangedOptions, "removed" | "renames">,
): ChangedOptions["aliases"] {
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const kept = (field.aliases ?? [])
    .map((alias) => ({ ...alias, to: renames[alias.to] ?? alias.to }))
    .filter(({ from, to }) => !removed.includes(to) && !names.some((name) => isSame(name, from)));
  const former = Object.entries(renames)
    .map(([from, to]) => ({ from, to }))
    // As another name, a `*` stands for any text: it would take in the names of other options.
    .filter(({ from }) => !from.includes("*"))
    .filter(({ from }) => ![...names, ...kept.map((alias) => alias.from)].some((name) => isSame(name, from)));
  return [...kept, ...former].slice(0, maxFieldAliases);
}

/** Pure: the colours of these options, of those that are given for them. */
export function coloursOf(
  options: readonly string[],
  given: Readonly<Record<string, ChoiceColour>>,
): Record<string, ChoiceColour> {
  return Object.fromEntries(options.flatMap((name) => (given[name] ? [[name, given[name]]] : [])));
}

/** Pure: the colours of a field whose options were renamed and are given no other colours. */
export function coloursAfter(
  { colours = {} }: Pick<Field, "colours">,
  options: readonly string[],
  renames: Readonly<Record<string, string>>,
): Record<string, ChoiceColour> {
  const renamed = Object.entries(colours).map(([name, colour]) => [renames[name] ?? name, colour] as const);
  return coloursOf(options, { ...Object.fromEntries(renamed), ...pickKept(colours, options) });
}

const pickKept = (colours: Readonly<Record<string, ChoiceColour>>, options: readonly string[]) =>
  Object.fromEntries(Object.entries(colours).filter(([name]) => options.includes(name)));

/** Pure: what the audit log says of a field. */
export function fieldInWords(field: Field): Record<string, string | boolean> {
  const { label, kind, options, colours, isRetired, formula } = field;
  return {
    field: label,
    type: kind,
    ...(formula !== undefined && { formula }),
    ...(options && { options: options.join(", ") }),
    ...(colours && {
      colours: Object.entries(colours)
        .map(([name, colour]) => `${name}: ${colour}`)
        .join(", "),
    }),
    isRetired: isRetired ?? false,
  };
}

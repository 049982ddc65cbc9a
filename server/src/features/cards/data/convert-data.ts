import { isDeepStrictEqual } from "node:util";
import type { CardData, CardField, CardFieldKind } from "@atoll/contract/cards/field-schemas";
import { z } from "zod";
import {
  convertValue,
  fits,
  type Names,
  type Target,
  textOf,
} from "../../../platform/fields/convert-value.ts";

type Value = NonNullable<CardData[string]>;

/** A value that a change of its field's type replaced. */
interface EarlierValue {
  kind: CardFieldKind;
  value: Value;
  /** As the card shows it. */
  text: string;
  /** The value that took its place: the way back brings exactly this one. Absent when it did not convert. */
  became?: Value;
}

/** Replaced values by the name of their field, the last one at the end. */
export type Earlier = Record<string, EarlierValue[]>;

interface Holder {
  data: CardData;
  earlier: Earlier;
}

interface Converted extends Holder {
  outcome: "empty" | "unchanged" | "converted" | "kept" | "returned";
}

/**
 * Returns a card's data after the type or the options of a field have changed. A value that does not convert is kept as
 * an earlier value, and comes back when the field has a type again that it fits. Doing it twice is doing it once.
 */
export function convertField(field: CardField, card: Holder, names: Names): Converted {
  const { name } = field;
  const target: Target<CardFieldKind> = { ...field, currency: field.conversion?.currency };
  const current = card.data[name] ?? undefined;
  if (current === undefined) return bringBack(target, name, card);
  const renamed = typeof current === "string" ? field.conversion?.renames?.[current] : undefined;
  if (renamed !== undefined) return { ...replace(card, name, current, renamed), outcome: "converted" };
  const source = sourceOf(target, card.earlier[name], current);
  if (source) return { ...restore(card, name, current, source), outcome: "converted" };
  const from = field.conversion?.from ?? kindOf(current);
  // An id is a text, too: that of a person turns into their name.
  const isPerson = from === "person" && field.kind !== "person" && names.has(String(current));
  if (fits(target, current) && !isPerson) return { ...card, outcome: "unchanged" };
  const value = convertValue(from, target, current, names);
  const entry = { kind: from, value: current, text: textOf(from, current, names) ?? "A former colleague" };
  if (value === undefined) {
    const { [name]: _kept, ...data } = card.data;
    const entries = [...(card.earlier[name] ?? []), entry];
    return { data, earlier: { ...card.earlier, [name]: entries }, outcome: "kept" };
  }
  const replaced = replace(card, name, current, value);
  const entries = [...(replaced.earlier[name] ?? []), { ...entry, became: value }];
  return { data: replaced.data, earlier: { ...replaced.earlier, [name]: entries }, outcome: "converted" };
}

/** The last earlier value that fits, or was made of one that does, comes back into an empty field. */
function bringBack(target: Target<CardFieldKind>, name: string, card: Holder): Converted {
  const entries = card.earlier[name] ?? [];
  for (const entry of entries.filter(({ became }) => became === undefined).toReversed()) {
    const source = sourceOf(target, entries, entry.value);
    const isOwn = entry.kind === target.kind && fits(target, entry.value);
    if (!source && !isOwn) continue;
    const rest = entries.filter((one) => one !== entry);
    const back = { data: { ...card.data, [name]: entry.value }, earlier: { ...card.earlier, [name]: rest } };
    return { ...(source ? restore(back, name, entry.value, source) : back), outcome: "returned" };
  }
  return { ...card, outcome: "empty" };
}

/** The value of the wanted type that the current one was made of, and nobody has edited since. */
function sourceOf(target: Target<CardFieldKind>, entries: readonly EarlierValue[] = [], current: Value) {
  return entries.findLast(
    ({ kind, value, became }) =>
      kind === target.kind && isDeepStrictEqual(became, current) && fits(target, value),
  );
}

function restore(card: Holder, name: string, current: Value, source: EarlierValue): Holder {
  const rest = (card.earlier[name] ?? []).filter((one) => one !== source);
  return replace(
    { data: card.data, earlier: { ...card.earlier, [name]: rest } },
    name,
    current,
    source.value,
  );
}

/** Earlier values follow what they became; those of a value that a person has edited since are over. */
function replace({ data, earlier }: Holder, name: string, current: Value, value: Value): Holder {
  const before = earlier[name] ?? [];
  const entries = before.flatMap((entry) => {
    if (isDeepStrictEqual(entry.became, current)) return [{ ...entry, became: value }];
    const isNeeded = entry.became === undefined || before.some(isKeptAs(entry.became));
    return isNeeded ? [entry] : [];
  });
  return { data: { ...data, [name]: value }, earlier: { ...earlier, [name]: entries } };
}

const isKeptAs =
  (became: Value) =>
  (entry: EarlierValue): boolean =>
    entry.became === undefined && isDeepStrictEqual(entry.value, became);

/** The kind of a value that a field of another type holds, such as one that an undo brought back. */
function kindOf(value: Value): CardFieldKind {
  if (Array.isArray(value)) return "checklist";
  if (typeof value === "object") return "money";
  if (typeof value === "number") return "number";
  return z.uuid().safeParse(value).success ? "person" : "text";
}

/** Converts every value that does not fit its field: one that was written under an older description. */
export function fitData(fields: readonly CardField[], card: Holder): Holder {
  return (
    fields
      // The conversion of people's names needs the names, and brings them with it.
      .filter(({ name, conversion }) => card.data[name] !== undefined && conversion?.from !== "person")
      .reduce<Holder>(
        (before, field) => {
          const { data, earlier } = convertField(field, before, new Map());
          return { data, earlier };
        },
        { data: card.data, earlier: card.earlier },
      )
  );
}

/** The earlier values that a card shows, as text. */
export function presentEarlier(earlier: Earlier): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(earlier).flatMap(([name, entries]) => {
      const texts = entries.filter(({ became }) => became === undefined).map(({ text }) => text);
      return texts.length > 0 ? [[name, texts]] : [];
    }),
  );
}

import { type RawBuilder, sql } from "kysely";
import { fold } from "../search/fold.ts";
import { type ErasedNames, erasedName, type TextColumn } from "./erasure.ts";

/** Stands for a mail address that was removed from a text. */
const erasedMail = "erased@erased.invalid";

interface Pass {
  /** How texts have it: as it is, in addresses of pages and as search compares it. */
  forms: string[];
  before: string;
  after: string;
  put: string;
}

interface Looked {
  personId: string;
  name: string;
  /** In all texts. */
  passes: readonly Pass[];
  /** In texts whose row mentions the person by ID. */
  called: readonly Pass[];
}

export interface NamesToErase {
  personId: string;
  names: readonly string[];
  mails: readonly string[];
  /** Those of the names that others or things have, too. */
  shared: readonly string[];
  /** Longer names of others and of things that have one of these in them. */
  longer: readonly string[];
}

/**
 * Full names are replaced as whole words, with an @ or without. A name of one word is also a word of the language, and a
 * name that somebody else has may mean them: these are replaced only where an ID says that it is the person, in values of
 * JSON and after the @ of a text with such mentions.
 */
export function erasedNames({ personId, names, mails, shared, longer }: NamesToErase): ErasedNames {
  const others = new Set(shared.map((name) => name.toLowerCase()));
  const known = names.filter((name) => name.toLowerCase() !== erasedName.toLowerCase());
  const isFull = (name: string) => /\S\s+\S/.test(name) && !others.has(name.toLowerCase());
  const called = known
    .filter((name) => !isFull(name))
    .map((name): Pass => ({ ...passOf(name, longer), before: `(?<=@)(?<!${inWord}@)` }));
  const passes = [
    ...known.filter(isFull).map((name) => passOf(name, longer)),
    ...mails.map(
      (mail): Pass => ({
        forms: formsOf(mail),
        before: "(?<![[:alnum:]._%+-])",
        after: "(?![[:alnum:]-])(?!\\.[[:alnum:]])",
        put: erasedMail,
      }),
    ),
  ];
  return ofPasses({ personId, name: erasedName, passes, called });
}

/** A part of a word, in any script. */
const inWord = "[[:alnum:]_\u0300-\u036f]";

/** A name within a longer name, or within a word with a hyphen, is that of another person. */
function passOf(name: string, longer: readonly string[]): Pass {
  const around = longer.flatMap((other) =>
    formsOf(other).flatMap((form, index) => {
      const own = formsOf(name)[index] ?? "";
      const at = form.toLowerCase().indexOf(own.toLowerCase());
      return at < 0 || form.length === own.length
        ? []
        : [{ before: form.slice(0, at), after: form.slice(at + own.length) }];
    }),
  );
  const anyPart = (parts: string[]) =>
    [...new Set(parts.filter((part) => part !== ""))].map(escapeSigns).join("|");
  const earlier = anyPart(around.map(({ before }) => before));
  const later = anyPart(around.map(({ after }) => after));
  return {
    forms: formsOf(name),
    before: `(?<!${inWord})(?<!${inWord}[-'’])${earlier && `(?<!${earlier})`}`,
    after: `(?!${inWord})(?!-${inWord})${later && `(?!${later})`}`,
    put: erasedName,
  };
}

function formsOf(text: string): string[] {
  return [text, encodeURIComponent(text), encodeURIComponent(text).replaceAll("%20", "+"), fold(text)];
}

const escapeSigns = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
const anyOf = (forms: readonly string[]): string => `(?:${[...new Set(forms)].map(escapeSigns).join("|")})`;
const patternOf = ({ before, forms, after }: Pass): string => `${before}${anyOf(forms)}${after}`;
const likeOf = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

function ofPasses(looked: Looked): ErasedNames {
  const { personId, name, passes, called } = looked;
  const readers = passes.map((pass) => ({
    words: new RegExp(patternOf(pass).replaceAll("[:alnum:]", "\\p{L}\\p{N}\\p{M}"), "giu"),
    put: pass.put,
  }));
  const without = (text: string) =>
    readers.reduce((rest, { words, put }) => rest.replaceAll(words, put), text);
  const replaced = (text: RawBuilder<unknown>, by: readonly Pass[]) =>
    by.reduce((rest, pass) => sql`regexp_replace(${rest}, ${patternOf(pass)}, ${pass.put}, 'gi')`, text);
  const inJson = (reference: RawBuilder<unknown>) =>
    sql`json_without_names(${reference}, ${personId}, ${name}, ${passes.map(patternOf)}::text[],
      ${passes.map(({ put }) => put)}::text[])`;
  /** As JSON has them, and the ID that names a person there. */
  const likes = passes.flatMap(({ forms }) =>
    forms.flatMap((form) => [likeOf(form), likeOf(JSON.stringify(form).slice(1, -1))]),
  );
  const isMentioned = sql<boolean>`t.mentions @> ${JSON.stringify([{ id: personId }])}::jsonb`;
  const isIn = (column: TextColumn): RawBuilder<boolean> => {
    const reference = sql.ref(`t.${column.name}`);
    if (column.type === "json")
      return sql<boolean>`CASE WHEN ${reference}::text ILIKE ANY (${[...likes, likeOf(personId)]}::text[])
        THEN ${reference} IS DISTINCT FROM ${inJson(reference)} ELSE false END`;
    const text = column.type === "list" ? sql`array_to_string(${reference}, E'\n')` : sql`${reference}`;
    const isFound = (by: readonly Pass[]) =>
      by.length === 0
        ? sql<boolean>`false`
        : sql<boolean>`CASE WHEN ${text} ILIKE ANY (${by.flatMap(({ forms }) => forms.map(likeOf))}::text[])
            THEN ${sql.join(
              by.map((pass) => sql`${text} ~* ${patternOf(pass)}`),
              sql` OR `,
            )} ELSE false END`;
    return column.isWithMentions && called.length > 0
      ? sql<boolean>`(${isFound(passes)} OR (${isMentioned} AND ${isFound(called)}))`
      : isFound(passes);
  };
  return {
    isIn: (text) => without(text) !== text,
    without,
    areIn: (columns) =>
      columns.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(columns.map(isIn), sql` OR `)})`,
    withoutIn(column) {
      const reference = sql.ref(`t.${column.name}`);
      if (column.type === "json") return inJson(reference);
      if (column.type === "list")
        return sql`CASE WHEN ${reference} IS NULL THEN NULL ELSE ARRAY(SELECT ${replaced(sql`word`, passes)}
          FROM unnest(${reference}) WITH ORDINALITY AS words (word, place) ORDER BY place) END`;
      const rest = replaced(reference, passes);
      return column.isWithMentions && called.length > 0
        ? sql`CASE WHEN ${isMentioned} THEN ${replaced(rest, called)} ELSE ${rest} END`
        : rest;
    },
    distinct: (id, isShort = false) =>
      ofPasses({
        ...looked,
        passes: passes.map((pass) => {
          const isMail = pass.put === erasedMail;
          if (isShort) return { ...pass, put: isMail ? `${id}@x.y` : id };
          return { ...pass, put: isMail ? `erased-${id}@erased.invalid` : `${erasedName} ${id}` };
        }),
      }),
  };
}

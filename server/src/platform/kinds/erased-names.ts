import { type RawBuilder, sql } from "kysely";
import { fold } from "../search/fold.ts";
import { type ErasedNames, erasedName, type TextColumn } from "./erasure.ts";

/** Stands for a mail address that was removed from a text. */
const erasedMail = "erased@erased.invalid";

interface Pass {
  /** How texts have it: as it is, in addresses of pages, in JSON and as search compares it. */
  forms: string[];
  before: string;
  after: string;
  /** For values of JSON: what is around it there. */
  inJson?: { before: string; after: string };
  put: string;
}

/**
 * Full names are replaced as whole words, with an @ or without. A name of one word is also a word of the language, so only
 * an @ makes it a name. A longer name that begins with it is another person's.
 * @param longer the names of others that begin with one of these and go on.
 */
export function erasedNames(
  { names, mails }: { names: readonly string[]; mails: readonly string[] },
  longer: readonly string[],
): ErasedNames {
  const passes = [
    ...names
      .filter((name) => name.toLowerCase() !== erasedName.toLowerCase())
      .map((name) => passOf(name, longer)),
    ...mails.map(
      (mail): Pass => ({
        forms: formsOf(mail),
        before: "(?<![[:alnum:]._%+-])",
        after: "(?![[:alnum:]-])(?!\\.[[:alnum:]])",
        put: erasedMail,
      }),
    ),
  ];
  return ofPasses(passes);
}

function passOf(name: string, longer: readonly string[]): Pass {
  const rests = longer.flatMap((other) =>
    formsOf(other).flatMap((form, index) => {
      const own = formsOf(name)[index] ?? "";
      return form.toLowerCase().startsWith(own.toLowerCase()) && form.length > own.length
        ? [escapeSigns(form.slice(own.length))]
        : [];
    }),
  );
  const after = `(?![[:alnum:]])${rests.length > 0 ? `(?!${rests.join("|")})` : ""}`;
  const forms = formsOf(name);
  if (/\s/.test(name.trim())) return { forms, before: "(?<![[:alnum:]])", after, put: erasedName };
  return {
    ...{ forms, before: "(?<=@)", after, put: erasedName },
    inJson: { before: '(?<="name": ")', after: '(?=")' },
  };
}

function formsOf(text: string): string[] {
  return [
    text,
    encodeURIComponent(text),
    encodeURIComponent(text).replaceAll("%20", "+"),
    JSON.stringify(text).slice(1, -1),
    fold(text),
  ];
}

const escapeSigns = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
const anyOf = (forms: readonly string[]): string => `(?:${[...new Set(forms)].map(escapeSigns).join("|")})`;
const inText = ({ before, forms, after }: Pass): string => `${before}${anyOf(forms)}${after}`;
const inJson = (pass: Pass): string =>
  pass.inJson
    ? `(?:${inText(pass)}|${pass.inJson.before}${anyOf(pass.forms)}${pass.inJson.after})`
    : inText(pass);

function ofPasses(passes: readonly Pass[]): ErasedNames {
  const readers = passes.map((pass) => ({
    words: new RegExp(inText(pass).replaceAll("[:alnum:]", "\\p{L}\\p{N}"), "giu"),
    put: pass.put,
  }));
  const likes = passes.flatMap(({ forms }) =>
    [...new Set(forms)].map((form) => `%${form.replace(/[\\%_]/g, "\\$&")}%`),
  );
  const without = (text: string) =>
    readers.reduce((rest, { words, put }) => rest.replaceAll(words, put), text);
  const areInOne = (columns: readonly TextColumn[], patternOf: (pass: Pass) => string) => {
    if (columns.length === 0 || passes.length === 0) return sql<boolean>`false`;
    const all = sql`concat_ws(E'\n', ${sql.join(columns.map(asText))})`;
    const found = passes.map((pass) => sql`${all} ~* ${patternOf(pass)}`);
    return sql<boolean>`(${all} ILIKE ANY (${likes}::text[]) AND (${sql.join(found, sql` OR `)}))`;
  };
  return {
    isIn: (text) => without(text) !== text,
    without,
    areIn: (columns) =>
      sql<boolean>`(${areInOne(
        columns.filter(({ type }) => type !== "json"),
        inText,
      )} OR ${areInOne(
        columns.filter(({ type }) => type === "json"),
        inJson,
      )})`,
    withoutIn(column) {
      const reference = sql.ref(`t.${column.name}`);
      const replaced = (text: RawBuilder<unknown>, patternOf: (pass: Pass) => string) =>
        passes.reduce(
          (rest, pass) => sql`regexp_replace(${rest}, ${patternOf(pass)}, ${pass.put}, 'gi')`,
          text,
        );
      if (column.type === "text") return replaced(reference, inText);
      if (column.type === "json") return sql`${replaced(sql`${reference}::text`, inJson)}::jsonb`;
      return sql`CASE WHEN ${reference} IS NULL THEN NULL ELSE ARRAY(SELECT ${replaced(sql`word`, inText)}
        FROM unnest(${reference}) WITH ORDINALITY AS words (word, place) ORDER BY place) END`;
    },
    distinct: (id) =>
      ofPasses(
        passes.map((pass) => ({
          ...pass,
          put: pass.put === erasedMail ? `erased-${id}@erased.invalid` : `${erasedName} ${id}`,
        })),
      ),
  };
}

function asText({ name, type }: TextColumn): RawBuilder<unknown> {
  const reference = sql.ref(`t.${name}`);
  return type === "list" ? sql`array_to_string(${reference}, E'\n')` : sql`${reference}::text`;
}

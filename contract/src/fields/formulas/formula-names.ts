import type { Field } from "../field-schemas.ts";

/** A field that formulas can use: one of the company's own, or one that comes with Atoll. */
export type FormulaField = Pick<Field, "name" | "label" | "kind" | "options" | "aliases">;

const fieldsInText = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\{([^{}]*)\}/g;

function renameFields(text: string, rename: (words: string) => string): string {
  return text.replace(fieldsInText, (whole, words: string | undefined) =>
    words === undefined ? whole : `{${rename(words)}}`,
  );
}

/** Pure: a formula as it is stored: with the names of its fields, which stay when a field is renamed. */
export function storedFormula(text: string, fields: readonly FormulaField[]): string {
  return renameFields(text, (words) => {
    const [field, ...others] = fieldsNamed(fields, words);
    return field && others.length === 0 ? field.name : words;
  });
}

/** Pure: the names of the fields in a stored formula. */
export function fieldsInFormula(stored: string): string[] {
  return [...stored.matchAll(fieldsInText)].flatMap(([, name]) => name ?? []);
}

/** Pure: a stored formula as people read it: with the labels of its fields, where each means one field. */
export function shownFormula(stored: string, fields: readonly FormulaField[]): string {
  return renameFields(stored, (words) => wordsForField(fields, words));
}

/** Pure: the words for a field between braces: its label, or its name where another field has the same label. */
export function wordsForField(fields: readonly FormulaField[], name: string): string {
  const label = fields.find((field) => field.name === name)?.label.trim() ?? name;
  const meant = /[{}]/.test(label) ? [] : fieldsNamed(fields, label);
  return meant.length === 1 && meant[0]?.name === name ? label : name;
}

/** Pure: the fields that these words can mean: the one with this name, or all with this label. */
export function fieldsNamed(fields: readonly FormulaField[], words: string): FormulaField[] {
  const wanted = words.trim();
  const byName = fields.find(({ name }) => name === wanted);
  return byName ? [byName] : fields.filter(({ label }) => isSame(label.trim(), wanted));
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

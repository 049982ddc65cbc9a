import { type CardData, type CardField, fieldValueSchemas } from "@atoll/contract/cards/field-schemas";
import { maxFieldText } from "@atoll/contract/fields/limits";

/**
 * Values of a report as a section can hold them. What does not fit its field, or has none, is left out.
 */
export function fitValues(
  fields: readonly CardField[],
  values: Readonly<Record<string, string | number | undefined>>,
): CardData {
  const data: CardData = {};
  for (const field of fields) {
    const value = values[field.name];
    const fitting = value === undefined || value === "" ? undefined : fitValue(field, value);
    if (fitting !== undefined) data[field.name] = fitting;
  }
  return data;
}

function fitValue(field: CardField, value: string | number): string | number | undefined {
  const { kind } = field;
  if (kind === "text") return String(value).replaceAll("\0", "").slice(0, maxFieldText).toWellFormed();
  if (kind === "choice") return chooseOption(field, String(value));
  if (kind === "number" || kind === "link") {
    const read = fieldValueSchemas[kind].safeParse(value);
    return read.success ? read.data : undefined;
  }
  return undefined;
}

/** The option that another system means by a name, in any case: one of that name, or the one that an alias gives. */
export function chooseOption(field: CardField, name: string): string | undefined {
  const { options = [] } = field;
  const find = (wanted: string) => options.find((option) => option.toLowerCase() === wanted.toLowerCase());
  return find(name) ?? find(meantBy(field, name));
}

/** The name that an alias of the field gives to a name of another system; without an alias, the same. */
export function meantBy({ aliases = [] }: CardField, name: string): string {
  return aliases.find(({ from }) => matches(from.toLowerCase(), name.toLowerCase()))?.to ?? name;
}

/** Whether a name matches a pattern in which `*` is any text. Linear: each part is searched behind the last one. */
function matches(pattern: string, name: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return name === first;
  const last = rest.pop() ?? "";
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last))
    return false;
  let at = first.length;
  const end = name.length - last.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

import { type CardData, type CardField, fieldValueSchemas } from "@atoll/contract/cards/field-schemas";
import { maxCardText } from "@atoll/contract/cards/limits";

/** Other names of the environments that sections come with. */
const environments: Readonly<Record<string, string>> = {
  prod: "production",
  live: "production",
  stage: "staging",
  test: "staging",
  dev: "development",
};

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

function fitValue({ kind, options = [] }: CardField, value: string | number): string | number | undefined {
  if (kind === "text") return String(value).replaceAll("\0", "").slice(0, maxCardText).toWellFormed();
  if (kind === "choice") return choose(options, String(value).toLowerCase());
  if (kind === "number" || kind === "link") {
    const read = fieldValueSchemas[kind].safeParse(value);
    return read.success ? read.data : undefined;
  }
  return undefined;
}

function choose(options: readonly string[], wanted: string): string | undefined {
  return options.find((option) => [wanted, environments[wanted]].includes(option.toLowerCase()));
}

import type { CardField } from "@atoll/contract/cards/field-schemas";
import { plainColumns } from "@atoll/contract/cards/limits";
import type { CardType } from "@atoll/contract/cards/schemas";
import { hasStages } from "./words.ts";

/** A column of a section's table: what every card has, or a field. */
export interface Column {
  name: string;
  label: string;
  field?: CardField;
}

/** Fields that the table shows without a choice; the form shows the others. */
const maxFieldColumns = 3;

/** Every column that the table of a section can have, in addition to the name. */
export function allColumns(type: CardType): Column[] {
  const labels = {
    stage: "Stage",
    owner: "Owner",
    due: type.options.dueLabel,
    updated: "Changed",
    created: "Added",
  };
  const plain = plainColumns.filter((name) => name !== "stage" || hasStages(type));
  const fields = type.fields.map((field) => ({ name: field.name, label: field.label, field }));
  const named = plain.map((name): Column => ({ name, label: labels[name] }));
  // Between the stage and the people and times.
  return [
    ...named.filter(({ name }) => name === "stage"),
    ...fields,
    ...named.filter(({ name }) => name !== "stage"),
  ];
}

/** The chosen columns that the section has, or else the usual ones. */
export function columnsOf(type: CardType, chosen: readonly string[]): Column[] {
  const all = allColumns(type);
  const known = (names: readonly string[]) =>
    [...new Set(names)].flatMap((name) => all.find((one) => one.name === name) ?? []);
  const shown = known(chosen);
  if (shown.length > 0) return shown;
  return known(["stage", ...usualFields(type), "owner", "due", "updated"]);
}

/** The fields that say most: badge and line, the value, and what fills up. */
function usualFields(type: CardType): string[] {
  const { badge, line, row, column, cell } = type.options.layout;
  const first = [row, column, cell, badge, line, type.valueField];
  const known = type.fields.filter(({ kind }) => kind !== "person");
  const chosen = known.filter(({ name }) => first.includes(name));
  const rest = known.filter((field) => !chosen.includes(field) && field.kind !== "link");
  return [...chosen, ...rest].slice(0, maxFieldColumns).map(({ name }) => name);
}

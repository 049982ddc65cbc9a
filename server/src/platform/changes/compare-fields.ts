import { type FieldChange, type Fields, isSame, isValueField } from "./field.ts";

/** The values of an object's fields, by their names. */
export type FieldValues = ReadonlyMap<string, unknown>;

/** Reads every field of a locked row that has a value. */
export async function readFields<Tx, Row>(fields: Fields<Tx, Row>, row: Row, tx: Tx): Promise<FieldValues> {
  const values = new Map<string, unknown>();
  for (const [name, field] of Object.entries(fields))
    if (isValueField(field)) values.set(name, await field.read(row, tx));
  return values;
}

/** Compares the fields of an object before and after other code wrote it, for the history. */
export function compareFields<Tx, Row>(
  fields: Fields<Tx, Row>,
  subjectId: string,
  before: FieldValues,
  after: FieldValues,
): FieldChange[] {
  return [...after].flatMap(([name, now]) => {
    const field = fields[name];
    const then = before.get(name);
    if (!isValueField(field) || (field.isSame ?? isSame)(then, now)) return [];
    return { subjectId, field: name, ...(field.trim?.(then, now) ?? { before: then, after: now }) };
  });
}

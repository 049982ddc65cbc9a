import type { FieldValues } from "@atoll/contract/fields/field-schemas";
import { z } from "zod";
import { type Columns, isSame, type ValueField } from "../changes/field.ts";

interface StoredValues<Tx, Row, Values> {
  read(row: Row): Values;
  write(values: Values, row: Row, tx: Tx): Columns | Promise<Columns>;
  /** Drops what an undo would bring back although the fields have changed since. */
  fit?(values: Values, tx: Tx): Promise<Values>;
}

/**
 * Declares the field of the change engine that has the values of a company's own fields. The history stores only the
 * values that a change is about, and each of them is undone unless someone else has changed it since.
 */
export function valuesField<Tx, Row, Values extends FieldValues>({
  read,
  write,
  fit = async (values) => values,
}: StoredValues<Tx, Row, Values>): ValueField<Tx, Row, Values> {
  return {
    read,
    write,
    trim: differing,
    async undo({ tx, row, change }) {
      const [before, after] = [valuesIn(change.before), valuesIn(change.after)];
      const now: FieldValues = { ...read(row) };
      const names = changedNames(before, after).filter((name) =>
        isSame(now[name] ?? null, after[name] ?? null),
      );
      if (names.length === 0) return undefined;
      const former = names.flatMap((name) => {
        const value = before[name] ?? null;
        return value === null ? [] : [[name, value] as const];
      });
      // Only names and values of the history, which were stored as values of this field. Others stay as they are.
      const fitting: FieldValues = await fit(Object.fromEntries(former) as Values, tx);
      for (const name of names) {
        const value = fitting[name] ?? null;
        if (value === null) delete now[name];
        else now[name] = value;
      }
      return write(now as Values, row, tx);
    },
  };
}

/** The values that differ; null for one that is only in the other. */
function differing(before: FieldValues, after: FieldValues) {
  const names = changedNames(before, after);
  const only = (values: FieldValues) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  return { before: only(before), after: only(after) };
}

function changedNames(before: FieldValues, after: FieldValues): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isSame(before[name] ?? null, after[name] ?? null));
}

function valuesIn(stored: unknown): FieldValues {
  // Written by the engine, in the shape of an earlier version at most.
  return z.record(z.string(), z.unknown()).parse(stored ?? {}) as FieldValues;
}

import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";

/** Columns of the changed row and their new values; a value may be SQL. */
export type Columns = Readonly<Record<string, unknown>>;

/** One field of one object, before and after a change. Both are JSON. */
export interface FieldChange {
  subjectId: string;
  field: string;
  before: unknown;
  after: unknown;
}

/** A change as the history stores it. */
export interface StoredChange extends FieldChange {
  id: string;
  actorId: string;
  at: Date;
}

/** Undoes one field of a locked row, for the field's own rules. */
export interface UndoContext<Tx, Row> {
  tx: Tx;
  row: Row;
  change: StoredChange;
  /** Everything that the same change did to this object. */
  together: readonly StoredChange[];
}

/**
 * Undoes one change of a field. Returns the columns to write, which may be none, or undefined when there is nothing left to
 * undo because someone else has changed it since.
 */
export type Undo<Tx, Row> = (
  context: UndoContext<Tx, Row>,
) => Columns | undefined | Promise<Columns | undefined>;

/** A field with one value: a column of the row, or a list in a table of its own. */
export interface ValueField<Tx, Row, Value> {
  /** The current value, as JSON. */
  read(row: Row, tx: Tx): Value | Promise<Value>;
  /** Returns the columns that hold the value, after writing what lies in other tables. */
  write(value: Value, row: Row, tx: Tx): Columns | Promise<Columns>;
  /** Deep equality by default. */
  isSame?(one: Value, other: Value): boolean;
  /** A change of this field alone leaves `updated_at` as it is: the place in a column, for example. */
  isQuiet?: boolean;
  /** Can be undone although the row is deleted. */
  isOfDeleted?: boolean;
  /** Shortens both values to what differs before they are stored. The field's own `undo` reads the short ones. */
  trim?(before: Value, after: Value): { before: unknown; after: unknown };
  /** Replaces the default: write the value before, if the field still has the value after. */
  undo?: Undo<Tx, Row>;
}

/** A field whose changes each add or remove one item: an attachment, a link. */
export interface ItemField<Tx, Row, Item> {
  /** Adds the item; also called to undo its removal, with the person who removed it. */
  add(tx: Tx, row: Row, item: Item, actorId: string): Promise<boolean>;
  /** Removes the item. Returns whether it was there. */
  remove(tx: Tx, row: Row, item: Item): Promise<boolean>;
  /** Replaces the default: add what was removed, or remove what was added. */
  undo?: Undo<Tx, Row>;
}

/** A change without a value, such as a creation or a follow-up of another object. */
export interface EventField<Tx, Row> {
  undo: Undo<Tx, Row>;
  /** Can be undone although the row is deleted. */
  isOfDeleted?: boolean;
}

/** One of the three. */
export type Field<Tx, Row> = ValueField<Tx, Row, unknown> | ItemField<Tx, Row, unknown> | EventField<Tx, Row>;

/** The fields of a kind, by the names that its history uses. */
export type Fields<Tx, Row> = Readonly<Record<string, Field<Tx, Row>>>;

type ValueOf<F> = F extends { read(...args: never[]): infer Value } ? Awaited<Value> : never;

/** New values for some of the fields that have one. */
export type NewValues<F> = {
  -readonly [Name in keyof F as ValueOf<F[Name]> extends never ? never : Name]?: ValueOf<F[Name]> | undefined;
};

type ItemOf<F> = F extends { add(tx: never, row: never, item: infer Item, actorId: string): unknown }
  ? Item
  : never;

/** The items of each field that has items. */
export type Items<F> = { [Name in keyof F as ItemOf<F[Name]> extends never ? never : Name]: ItemOf<F[Name]> };

export function isValueField<Tx, Row>(
  field: Field<Tx, Row> | undefined,
): field is ValueField<Tx, Row, unknown> {
  return field !== undefined && "read" in field;
}

export function isItemField<Tx, Row>(
  field: Field<Tx, Row> | undefined,
): field is ItemField<Tx, Row, unknown> {
  return field !== undefined && "add" in field;
}

/** Compares two JSON values of a field. PostgreSQL stores the members of an object in an order of its own. */
export function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other);
}

/** A field that is one or several columns of the row. */
export interface ColumnField<Row, Value> extends Pick<ValueField<unknown, Row, Value>, "isQuiet" | "isSame"> {
  read(row: Row): Value;
  write(value: Value): Columns;
}

/** Declares a field that is one or several columns of the row. */
export function column<Row, Value>(
  read: (row: Row) => Value,
  write: (value: Value) => Columns,
  options: Pick<ColumnField<Row, Value>, "isQuiet" | "isSame"> = {},
): ColumnField<Row, Value> {
  return { read, write, ...options };
}

/** The fields `created` and `deleted` of rows that have `deleted_at`: undoing one restores or deletes the row. */
export const lifecycleFields: Record<
  "created" | "deleted",
  EventField<unknown, { deleted_at: Date | null }>
> = {
  created: {
    undo: ({ row }) => (row.deleted_at === null ? { deleted_at: sql`now()` } : undefined),
  },
  deleted: {
    isOfDeleted: true,
    undo: ({ row }) => (row.deleted_at === null ? undefined : { deleted_at: null }),
  },
};

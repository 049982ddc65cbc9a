import type { ErrorCode } from "@atoll/contract/errors/errors";
import { type Kysely, type QueryExecutorProvider, sql } from "kysely";
import type { ReadableRows } from "../kinds/factories.ts";
import type { Audiences } from "./broadcast.ts";
import type { Columns, FieldChange, Fields, StoredChange } from "./field.ts";

/** A row that changes can lock. */
export interface ChangeableRow {
  id: string;
  deleted_at: Date | null;
}

/** A change that was undone. */
export interface Undone {
  changes: readonly StoredChange[];
  /** The changes that were undone, because nobody else had changed their fields since. */
  undone: readonly StoredChange[];
}

/**
 * A kind of objects that people change, as its slice declares it. The engine does the rest: applies a change once, locks the
 * rows in one order, keeps the history by field, undoes, withdraws effects, and broadcasts after the commit.
 */
export interface Changeable<Tables, Viewer, Context, Row extends ChangeableRow, F, Shown = never> {
  /** In the singular: "task". Stored with each change, so it never changes. */
  kind: string;
  table: string;
  /** Columns that each change writes. Defaults to the next `version` and the current `updated_at`. */
  stamps?: Columns;
  fields: F & Fields<Kysely<Tables>, Row>;
  errors: { notFound: ErrorCode; changeNotFound: ErrorCode };
  /** Locks these rows in the order of their ids until the transaction ends, deleted ones too. */
  lock(tx: Kysely<Tables>, ids: readonly string[]): Promise<Row[]>;
  /** How many of these the viewer may read. */
  countReadable(tx: Kysely<Tables>, viewer: Viewer, ids: readonly string[]): Promise<number>;
  /**
   * Returns the rooms of all who may read each of these now, and each object whose readers depend on theirs; none for a
   * deleted one.
   */
  audiences(db: Kysely<Tables>, ids: readonly string[]): Promise<Audiences>;
  /**
   * After the commit, sends these objects to everyone who may read them, and a removal to people who no longer may;
   * `broadcastEach` does both for one object at a time.
   * @returns the current objects, keyed by ID.
   */
  broadcast(context: Context, ids: readonly string[], before: Audiences): Promise<ReadonlyMap<string, Shown>>;
  /** These objects as the viewer sees them; without those that they may not read. */
  show(context: Context, viewer: Viewer, ids: readonly string[]): Promise<ReadonlyMap<string, Shown>>;
  /** Returns other objects that depend on what was changed, such as by a count. They are broadcast too. */
  around?(tx: Kysely<Tables>, changes: readonly FieldChange[]): Promise<string[]>;
  /** Makes what follows from a change by itself, in its transaction, and is undone with it. */
  follow?(tx: Kysely<Tables>, changes: readonly FieldChange[], viewer: Viewer): Promise<FieldChange[]>;
  /** Whether nobody may learn that it was this viewer: the change is then stored without its author. */
  hidesActor?(tx: Kysely<Tables>, viewer: Viewer, rows: readonly Row[]): Promise<boolean>;
  /**
   * Judges the result of a change or an undo, whatever it was made of, in its transaction: throws where it breaks a rule, or
   * writes what follows from it and returns that for the history.
   */
  judge?(
    tx: Kysely<Tables>,
    actorId: string,
    rows: { before: readonly Row[]; after: readonly Row[] },
  ): Promise<FieldChange[]>;
  /** Notifies people of a change, in its transaction. */
  notify?(tx: Kysely<Tables>, actorId: string, changes: readonly FieldChange[]): Promise<void>;
  /** Withdraws or updates what people were notified of, once a change of these is undone. */
  withdraw?(tx: Kysely<Tables>, ids: readonly string[]): Promise<void>;
  /** Takes the locks that an undo needs before the rows are locked. */
  beforeUndo?(tx: Kysely<Tables>, changes: readonly StoredChange[]): Promise<void>;
  /** Restores rules between fields after an undo, and derives what follows from them. */
  afterUndo?(tx: Kysely<Tables>, ids: readonly string[], undo: Undone): Promise<void>;
  /** Whether the viewer may still undo their change of these. By default everyone may undo their own. */
  mayUndo?(
    tx: Kysely<Tables>,
    viewer: Viewer,
    rows: readonly Row[],
    changes: readonly StoredChange[],
  ): Promise<boolean>;
  /** Writes what the audit log says about a change or an undo. Called last: the log has one writer at a time. */
  audit?(
    tx: Kysely<Tables>,
    viewer: Viewer,
    rows: { before: readonly Row[]; after: readonly Row[] },
  ): Promise<void>;
}

/** Returns `broadcast` and `show` of objects that events only name: the caller reads them itself. */
export const onlyNamed = <Context>(
  broadcast: (context: Context, ids: readonly string[], before: Audiences) => Promise<void>,
) => ({
  async broadcast(...sending: Parameters<typeof broadcast>): Promise<ReadonlyMap<string, never>> {
    await broadcast(...sending);
    return new Map<string, never>();
  },
  show: async (): Promise<ReadonlyMap<string, never>> => new Map<string, never>(),
});

/** Returns `countReadable` of objects that are rows. */
export const countReadable =
  <Viewer>({ table, alias, isReadable }: ReadableRows<Viewer>) =>
  async (tx: QueryExecutorProvider, viewer: Viewer, ids: readonly string[]): Promise<number> => {
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count
      FROM ${sql.table(table)} ${sql.ref(alias)}
      WHERE ${sql.ref(`${alias}.id`)} = ANY(${[...ids]}::uuid[]) AND ${isReadable(viewer)}`.execute(tx);
    return Number(rows[0]?.count ?? 0);
  };

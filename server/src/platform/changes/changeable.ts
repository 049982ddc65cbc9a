import type { ErrorCode } from "@atoll/contract/errors/errors";
import type { Kysely } from "kysely";
import type { Audiences } from "./broadcast.ts";
import type { Columns, FieldChange, Fields, StoredChange } from "./field.ts";

/** A row that changes can lock. */
export interface ChangeableRow {
  id: string;
  deleted_at: Date | null;
}

/** The types of a kind of objects that people change. */
export interface ChangeTypes {
  /** The tables of the database. */
  tables: unknown;
  viewer: { id: string };
  /** The dependencies of broadcasting. */
  context: unknown;
  row: ChangeableRow;
  /** The fields that a change can set, as `Fields`. */
  fields: unknown;
  /** An object as viewers see it. */
  shown: unknown;
}

/** The dependencies of changing and undoing: the database, and those of broadcasting. */
export type SourcesOf<T extends ChangeTypes> = T["context"] & { db: Kysely<T["tables"]> };

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
export interface Changeable<T extends ChangeTypes> {
  /** In the singular: "task". Stored with each change, so it never changes. */
  kind: string;
  table: string;
  /** Columns that each change writes. Defaults to the next `version` and the current `updated_at`. */
  stamps?: Columns;
  fields: T["fields"] & Fields<Kysely<T["tables"]>, T["row"]>;
  errors: { notFound: ErrorCode; changeNotFound: ErrorCode };
  /** Locks these rows in the order of their ids until the transaction ends, deleted ones too. */
  lock(tx: Kysely<T["tables"]>, ids: readonly string[]): Promise<T["row"][]>;
  /** How many of these the viewer may read. */
  countReadable(tx: Kysely<T["tables"]>, viewer: T["viewer"], ids: readonly string[]): Promise<number>;
  /**
   * Returns the rooms of all who may read each of these now, and each object whose readers depend on theirs; none for a
   * deleted one.
   * @param undoing the changes of these that are about to be undone, where it is an undo.
   */
  audiences(
    db: Kysely<T["tables"]>,
    ids: readonly string[],
    undoing?: readonly StoredChange[],
  ): Promise<Audiences>;
  /**
   * After the commit, sends these objects to everyone who may read them, and a removal to people who no longer may;
   * `broadcastEach` does both for one object at a time.
   * @returns the current objects, keyed by ID.
   */
  broadcast(
    context: T["context"],
    ids: readonly string[],
    before: Audiences,
  ): Promise<ReadonlyMap<string, T["shown"]>>;
  /** These objects as the viewer sees them; without those that they may not read. */
  show(
    context: T["context"],
    viewer: T["viewer"],
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, T["shown"]>>;
  /** Returns other objects that depend on what was changed, such as by a count. They are broadcast too. */
  around?(tx: Kysely<T["tables"]>, changes: readonly FieldChange[]): Promise<string[]>;
  /** Makes what follows from a change by itself, in its transaction, and is undone with it. */
  follow?(
    tx: Kysely<T["tables"]>,
    changes: readonly FieldChange[],
    viewer: T["viewer"],
  ): Promise<FieldChange[]>;
  /** Whether nobody may learn that it was this viewer: the change is then stored without its author. */
  hidesActor?(tx: Kysely<T["tables"]>, viewer: T["viewer"], rows: readonly T["row"][]): Promise<boolean>;
  /**
   * Judges the result of a change or an undo, whatever it was made of, in its transaction: throws where it breaks a rule, or
   * writes what follows from it and returns that for the history.
   */
  judge?(
    tx: Kysely<T["tables"]>,
    actorId: string,
    rows: { before: readonly T["row"][]; after: readonly T["row"][] },
  ): Promise<FieldChange[]>;
  /** Notifies people of a change, in its transaction. */
  notify?(tx: Kysely<T["tables"]>, actorId: string, changes: readonly FieldChange[]): Promise<void>;
  /** Withdraws or updates what people were notified of, once a change of these is undone. */
  withdraw?(tx: Kysely<T["tables"]>, ids: readonly string[], changes: readonly StoredChange[]): Promise<void>;
  /** Takes the locks that an undo needs before the rows are locked. */
  beforeUndo?(tx: Kysely<T["tables"]>, changes: readonly StoredChange[]): Promise<void>;
  /** Restores rules between fields after an undo, and derives what follows from them. */
  afterUndo?(tx: Kysely<T["tables"]>, ids: readonly string[], undo: Undone): Promise<void>;
  /** Whether the viewer may still undo their change of these. By default everyone may undo their own. */
  mayUndo?(
    tx: Kysely<T["tables"]>,
    viewer: T["viewer"],
    rows: readonly T["row"][],
    changes: readonly StoredChange[],
  ): Promise<boolean>;
  /** Writes what the audit log says about a change or an undo. Called last: the log has one writer at a time. */
  audit?(
    tx: Kysely<T["tables"]>,
    viewer: T["viewer"],
    rows: { before: readonly T["row"][]; after: readonly T["row"][] },
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

/** Replaces these parts of a kind for changes that no person makes: they ask for no rights and show nothing. */
export const withoutRights = {
  countReadable: async (_tx: unknown, _viewer: unknown, ids: readonly string[]) => new Set(ids).size,
  show: async () => new Map<string, never>(),
};

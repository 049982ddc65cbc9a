import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { AppError } from "../app-error.ts";
import { transact } from "../database/transact.ts";
import type { Changeable, ChangeTypes, SourcesOf } from "./changeable.ts";
import { compareFields, type FieldValues, readFields } from "./compare-fields.ts";
import {
  type Columns,
  type FieldChange,
  type Fields,
  type Items,
  isItemField,
  isSame,
  isValueField,
  type NewValues,
} from "./field.ts";
import { claimChange, storeChanges } from "./stored-changes.ts";
import { writeRow } from "./write-row.ts";

/** A change in progress. All writes go through it, so that they are recorded, undoable and broadcast. */
export interface Changing<Tables, Viewer, Row, F> {
  tx: Kysely<Tables>;
  viewer: Viewer;
  /** Sets fields of a locked row where they differ. Returns whether any did. */
  set(row: Row, values: NewValues<F>): Promise<boolean>;
  /** Adds an item of a field. Returns false, with nothing recorded, when it was there already. */
  add<Name extends keyof Items<F> & string>(row: Row, field: Name, item: Items<F>[Name]): Promise<boolean>;
  /** Removes an item of a field. Returns false when it was not there. */
  remove<Name extends keyof Items<F> & string>(row: Row, field: Name, item: Items<F>[Name]): Promise<boolean>;
  /** Marks a locked row as deleted, unless it is; it is restored by an undo. */
  deleteRow(row: Row): Promise<void>;
  /** Records a change that other code wrote, and increments the row's version. */
  record(change: FieldChange): void;
  /**
   * Records what other code is about to write to a locked row: its fields are read now and compared after the work.
   * Increments the row's version.
   */
  watch(row: Row): Promise<void>;
  /** Also broadcasts these objects, whose counts or texts depend on the change. */
  alsoBroadcast(ids: readonly string[]): void;
}

type ChangingOf<T extends ChangeTypes> = Changing<T["tables"], T["viewer"], T["row"], T["fields"]>;

interface Request {
  /** Made by the browser: the idempotency key of the change. Without one, the change cannot be sent again or undone. */
  changeId?: string | undefined;
  /** The objects to lock; one change may be of many, and is applied to all or none. */
  ids: readonly string[];
  /** The content of the request, which distinguishes a repeated request from another change with the same ID. */
  sent?: unknown;
}

/**
 * Applies a change to all of its objects or to none, once, however often it is sent. They stay locked until it is done;
 * after the commit, the result is sent to everyone who may read them or could before.
 * @param prepare takes locks that come before those of the rows.
 * @returns the objects after the change, in the requested order, without deleted ones.
 * @throws {AppError} `errors.notFound` if the viewer may not read one of them; `change_id_taken` if the ID belongs to
 *   another person's change, or to one with another content.
 */
export async function applyChange<T extends ChangeTypes>(
  kind: Changeable<T>,
  context: SourcesOf<T>,
  viewer: T["viewer"],
  { changeId = randomUUID(), ids, sent }: Request,
  work: (changing: ChangingOf<T>, rows: T["row"][]) => Promise<void>,
  prepare: (tx: Kysely<T["tables"]>) => Promise<void> = async () => undefined,
): Promise<T["shown"][]> {
  const claim = { kind: kind.kind, changeId, actorId: viewer.id, sent };
  const done = await transact(context.db, async (tx) => {
    if (!(await claimChange(tx, claim))) return undefined;
    await prepare(tx);
    const rows = await lockReadable(kind, tx, viewer, ids);
    const before = await kind.audiences(tx, ids);
    const touched = new Set(ids);
    const changing = startChange(kind, tx, viewer, touched);
    await work(changing, rows);
    await changing.flush();
    const following = (await kind.follow?.(tx, changing.changes, viewer)) ?? [];
    changing.changes.push(...following);
    changing.alsoBroadcast(following.map(({ subjectId }) => subjectId));
    if (kind.judge)
      changing.changes.push(
        ...(await kind.judge(tx, viewer.id, { before: rows, after: await kind.lock(tx, ids) })),
      );
    changing.alsoBroadcast((await kind.around?.(tx, changing.changes)) ?? []);
    const isHidden = await kind.hidesActor?.(tx, viewer, rows);
    await storeChanges(tx, isHidden ? { ...claim, actorId: null } : claim, changing.changes);
    await kind.notify?.(tx, viewer.id, changing.changes);
    await kind.audit?.(tx, viewer, { before: rows, after: await kind.lock(tx, ids) });
    return { touched: [...touched], before };
  });
  const shown = done
    ? await kind.broadcast(context, done.touched, done.before)
    : await kind.show(context, viewer, ids);
  return ids.flatMap((id) => shown.get(id) ?? []);
}

async function lockReadable<T extends ChangeTypes>(
  kind: Changeable<T>,
  tx: Kysely<T["tables"]>,
  viewer: T["viewer"],
  ids: readonly string[],
): Promise<T["row"][]> {
  const rows = await kind.lock(tx, ids);
  // Checked under the lock.
  const count = await kind.countReadable(tx, viewer, ids);
  if (count !== new Set(ids).size) throw new AppError(kind.errors.notFound);
  return rows;
}

function startChange<T extends ChangeTypes>(
  kind: Changeable<T>,
  tx: Kysely<T["tables"]>,
  viewer: T["viewer"],
  touched: Set<string>,
) {
  const fields: Fields<Kysely<T["tables"]>, T["row"]> = kind.fields;
  const changes: FieldChange[] = [];
  const newer = new Set<string>();
  const watched = new Map<string, FieldValues>();

  function itemField(name: string) {
    const field = fields[name];
    if (!isItemField(field)) throw new Error(`the field ${name} has no items`);
    return field;
  }

  const changing: ChangingOf<T> = {
    tx,
    viewer,
    async set(row, values) {
      const columns: Columns[] = [];
      const differences: FieldChange[] = [];
      let isQuiet = true;
      for (const [name, after] of Object.entries(values)) {
        const field = fields[name];
        if (after === undefined || !isValueField(field)) continue;
        const before = await field.read(row, tx);
        if ((field.isSame ?? isSame)(before, after)) continue;
        columns.push(await field.write(after, row, tx));
        differences.push({
          subjectId: row.id,
          field: name,
          ...(field.trim?.(before, after) ?? { before, after }),
        });
        isQuiet &&= field.isQuiet === true;
      }
      if (differences.length === 0) return false;
      await writeRow(tx, kind, row.id, Object.assign({}, ...columns), { isQuiet });
      changes.push(...differences);
      return true;
    },
    async add(row, name, item) {
      if (!(await itemField(name).add(tx, row, item, viewer.id))) return false;
      changing.record({ subjectId: row.id, field: name, before: null, after: item });
      return true;
    },
    async remove(row, name, item) {
      if (!(await itemField(name).remove(tx, row, item))) return false;
      changing.record({ subjectId: row.id, field: name, before: item, after: null });
      return true;
    },
    async deleteRow(row) {
      if (row.deleted_at !== null) return;
      await writeRow(tx, kind, row.id, { deleted_at: sql`now()` });
      changes.push({ subjectId: row.id, field: "deleted", before: null, after: true });
    },
    record(change) {
      changes.push(change);
      newer.add(change.subjectId);
    },
    async watch(row) {
      if (watched.has(row.id)) return;
      watched.set(row.id, await readFields(fields, row, tx));
      newer.add(row.id);
    },
    alsoBroadcast(ids) {
      for (const id of ids) touched.add(id);
    },
  };
  return {
    ...changing,
    changes,
    /** Objects of which no column was written are newer than before, too. */
    async flush() {
      const rows = watched.size > 0 ? await kind.lock(tx, [...watched.keys()]) : [];
      for (const row of rows)
        changes.push(
          ...compareFields(
            fields,
            row.id,
            watched.get(row.id) ?? new Map(),
            await readFields(fields, row, tx),
          ),
        );
      for (const id of newer) await writeRow(tx, kind, id, {});
    },
  };
}

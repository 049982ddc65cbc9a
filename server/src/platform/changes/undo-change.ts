import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { AppError } from "../app-error.ts";
import { transact } from "../database/transact.ts";
import type { Changeable, ChangeableRow, ChangeTypes, SourcesOf } from "./changeable.ts";
import {
  type Columns,
  type Field,
  isItemField,
  isSame,
  isValueField,
  type StoredChange,
  type UndoContext,
} from "./field.ts";
import { lockChanges, markUndone, storeChanges } from "./stored-changes.ts";
import { writeRow } from "./write-row.ts";

/** A kind of objects whose changes can be undone without knowing more about it. */
export interface UndoableKind<Viewer, Context> {
  kind: string;
  undo(context: Context, viewer: Viewer, changeId: string): Promise<unknown>;
}

/** Returns a kind of objects as one whose changes are undone by their IDs alone; what is not found is `change_not_found`. */
export const undoable = <T extends ChangeTypes>(
  kind: Changeable<T>,
): UndoableKind<T["viewer"], SourcesOf<T>> => ({
  kind: kind.kind,
  undo: (...request) =>
    undoChange<T>({ ...kind, errors: { ...kind.errors, changeNotFound: "change_not_found" } }, ...request),
});

/**
 * Undoes a recent change of the viewer, field by field: fields that someone else has changed since stay. The change is
 * removed from the history, and its notifications are withdrawn.
 * @returns the objects after the undo, without those that it deleted.
 * @throws {AppError} `errors.changeNotFound` if it is not the viewer's, too old or undone already; `changed_meanwhile`
 *   if nothing is left to undo.
 */
export async function undoChange<T extends ChangeTypes>(
  kind: Changeable<T>,
  context: SourcesOf<T>,
  viewer: T["viewer"],
  changeId: string,
): Promise<T["shown"][]> {
  const { touched, before } = await transact(context.db, async (tx) => {
    const claim = { kind: kind.kind, changeId, actorId: viewer.id };
    const { changes, isHidden } = await lockChanges(tx, claim);
    if (changes.length === 0) throw new AppError(kind.errors.changeNotFound);
    const ids = [...new Set(changes.map(({ subjectId }) => subjectId))];
    await kind.beforeUndo?.(tx, changes);
    const rows = await kind.lock(tx, ids);
    const isTheirs = !isHidden || (await kind.hidesActor?.(tx, viewer, rows)) === true;
    if (!isTheirs || (await kind.mayUndo?.(tx, viewer, rows, changes)) === false)
      throw new AppError(kind.errors.changeNotFound);
    const audiences = await kind.audiences(tx, ids, changes);
    // Also those that a link connects to them now, and no longer does afterwards.
    const around = (await kind.around?.(tx, changes)) ?? [];
    const byRow = Map.groupBy(changes, ({ subjectId }) => subjectId);
    const undone: StoredChange[] = [];
    for (const row of rows) undone.push(...(await undoOne(tx, kind, row, byRow.get(row.id) ?? [])));
    if (undone.length === 0) throw new AppError("changed_meanwhile");
    await kind.afterUndo?.(tx, ids, { changes, undone });
    await markUndone(tx, changeId);
    if (kind.judge) {
      const judged = await kind.judge(tx, viewer.id, { before: rows, after: await kind.lock(tx, ids) });
      await storeChanges(tx, { kind: kind.kind, changeId: randomUUID(), actorId: viewer.id }, judged);
    }
    await kind.withdraw?.(tx, ids, changes);
    await kind.audit?.(tx, viewer, { before: rows, after: await kind.lock(tx, ids) });
    const alsoAround = (await kind.around?.(tx, changes)) ?? [];
    return { touched: [...new Set([...ids, ...around, ...alsoAround])], before: audiences };
  });
  return [...(await kind.broadcast(context, touched, before)).values()];
}

/** @returns those changes that were undone. */
async function undoOne<Tables, Row extends ChangeableRow>(
  tx: Kysely<Tables>,
  kind: { fields: Readonly<Record<string, Field<Kysely<Tables>, Row>>>; table: string; stamps?: Columns },
  row: Row,
  together: readonly StoredChange[],
): Promise<StoredChange[]> {
  const columns: Columns[] = [];
  const undone: StoredChange[] = [];
  for (const change of together) {
    const field = kind.fields[change.field];
    const written = field && (await undoField({ tx, row, change, together }, field));
    if (!written) continue;
    columns.push(written);
    undone.push(change);
  }
  await writeRow(tx, kind, row.id, Object.assign({}, ...columns));
  return undone;
}

async function undoField<Tx, Row extends ChangeableRow>(
  context: UndoContext<Tx, Row>,
  field: Field<Tx, Row>,
): Promise<Columns | undefined> {
  const { tx, row, change } = context;
  const isOfDeleted = "isOfDeleted" in field && field.isOfDeleted === true;
  if (row.deleted_at !== null && !isOfDeleted) return undefined;
  if (field.undo) return field.undo(context);
  if (isValueField(field)) {
    if (!(field.isSame ?? isSame)(await field.read(row, tx), change.after)) return undefined;
    return field.write(change.before, row, tx);
  }
  if (!isItemField(field)) return undefined;
  const isDone =
    change.before === null
      ? await field.remove(tx, row, change.after)
      : await field.add(tx, row, change.before, change.actorId);
  return isDone ? {} : undefined;
}

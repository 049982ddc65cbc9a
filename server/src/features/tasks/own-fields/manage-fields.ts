import { isComputed } from "@atoll/contract/fields/field-schemas";
import { storedFormula } from "@atoll/contract/fields/formulas/formula-names";
import type {
  newTaskFieldSchema,
  newTaskFormulaSchema,
  taskFieldChangeSchema,
  taskFieldRoutes,
} from "@atoll/contract/tasks/field-routes";
import { type TaskField, type TaskFieldSet, usableFields } from "@atoll/contract/tasks/field-schemas";
import { maxTaskFields } from "@atoll/contract/tasks/limits";
import { canManageTaskFields } from "@atoll/contract/tasks/policy";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { recordAct } from "../../../platform/audit.ts";
import {
  assertRoom,
  changeOptions,
  coloursAfter,
  coloursOf,
  fieldInWords,
  makeField,
} from "../../../platform/fields/definitions.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { changeAlone, type RequestViewer } from "../../identity/public.ts";
import { everybodysRoom } from "../rooms.ts";
import { startComputing } from "./compute-formulas.ts";
import { livingSets, lockFieldSets, readFieldSets } from "./field-sets.ts";
import { compileOrRefuse, storeCompiled } from "./formulas.ts";
import { assertNotRenaming, hasOption, startRenaming } from "./rename-options.ts";

type Sources = Pick<SliceContext, "db" | "realtime" | "enqueue">;

interface Acting {
  viewer: RequestViewer;
  address: string;
}

/** @throws {AppError} `forbidden` for everyone who manages neither tasks nor departments. */
export function assertMayManageFields(viewer: RequestViewer): void {
  if (!canManageTaskFields(viewer)) throw new AppError("forbidden", { detail: "no tasks/manage" });
}

/**
 * Adds a field behind the others of its set.
 * @throws {AppError} `forbidden`, `department_not_found`, `changed_meanwhile`, `too_many_task_fields`.
 */
export function addTaskField(
  sources: Sources,
  acting: Acting,
  { departmentId, version, ...input }: z.output<typeof newTaskFieldSchema>,
): Promise<TaskFieldSet> {
  return changeFields(sources, acting, async (tx, sets) => {
    const { set, field } = await newField(tx, sets, { departmentId, version }, input);
    return { set, fields: [...set.fields, field], field };
  });
}

type NewTaskField = z.output<typeof newTaskFieldSchema>;

/** Makes a field of a set, which has room for it and is as the person saw it. */
async function newField(
  tx: Database,
  sets: readonly TaskFieldSet[],
  { departmentId, version }: Pick<NewTaskField, "departmentId" | "version">,
  input: Omit<NewTaskField, "departmentId" | "version">,
): Promise<{ set: TaskFieldSet; field: TaskField }> {
  const set = await setOf(tx, sets, departmentId);
  assertNotChanged(set, version);
  assertRoom(set.fields, maxTaskFields, "too_many_task_fields");
  // Unique in the company: values stay with their task when it moves to another department.
  const taken = new Set(sets.flatMap(({ fields }) => fields.map(({ name }) => name)));
  return { set, field: makeField(input, taken) };
}

/**
 * Adds a field that is computed from others, behind the others of its set.
 * @throws {AppError} `forbidden`, `department_not_found`, `changed_meanwhile`, `too_many_task_fields`,
 *   `too_many_task_formulas`, `task_formula_wrong`.
 */
export function addTaskFormula(
  sources: Sources,
  acting: Acting,
  { departmentId, version, label, formula: text }: z.output<typeof newTaskFormulaSchema>,
): Promise<TaskFieldSet> {
  return changeFields(sources, acting, async (tx, sets) => {
    // Its kind follows from what it computes.
    const { set, field: made } = await newField(tx, sets, { departmentId, version }, { label, kind: "text" });
    const fields = [...set.fields, made];
    const formula = storedFormula(text, usableFields(withSet(sets, { ...set, fields }), departmentId));
    const field = { ...made, formula };
    return { set, fields: [...set.fields, field], field };
  });
}

/**
 * Renames, retires or restores a field, or changes its options and their colours. Tasks keep their values of a retired
 * field; those of a renamed option, and of one that another replaces, follow.
 * @throws {AppError} `forbidden`, `task_field_not_found`, `changed_meanwhile`, `task_option_used`,
 *   `task_options_renaming`, `too_many_task_fields`, `too_many_task_formulas`, `task_formula_wrong`, `task_formula_uses`.
 */
export function changeTaskField(
  sources: Sources,
  acting: Acting,
  name: string,
  {
    version,
    label,
    isRetired,
    options,
    optionMoves: moves = [],
    colours,
    formula,
  }: z.output<typeof taskFieldChangeSchema>,
): Promise<TaskFieldSet> {
  return changeFields(sources, acting, async (tx, sets) => {
    const set = sets.find(({ fields }) => fields.some((field) => field.name === name));
    const before = set?.fields.find((field) => field.name === name);
    if (!set || !before) throw new AppError("task_field_not_found");
    assertNotChanged(set, version);
    if (formula !== undefined && !isComputed(before)) throw new AppError("task_field_not_found");
    if (isRetired === false && before.isRetired)
      assertRoom(set.fields, maxTaskFields, "too_many_task_fields");
    const { isRetired: was = false, ...kept } = before;
    const field: TaskField = {
      ...kept,
      ...(label && { label }),
      ...(formula !== undefined && { formula: storedFormula(formula, usableFields(sets, set.departmentId)) }),
      ...((isRetired ?? was) && { isRetired: true }),
    };
    let isRewritten = was !== (isRetired ?? was);
    if (options) {
      await assertNotRenaming(tx, name);
      const changed = changeOptions(before, { wanted: options, moves }, optionErrors);
      await assertUnused(
        tx,
        name,
        changed.removed.filter((one) => changed.renames[one] === undefined),
      );
      field.options = changed.options;
      field.aliases = changed.aliases;
      if (before.colours) field.colours = coloursAfter(before, changed.options, changed.renames);
      await startRenaming(sources, tx, before, changed.renames);
      isRewritten ||= Object.keys(changed.renames).length > 0;
    }
    if (colours) field.colours = coloursOf(field.options ?? [], colours);
    const fields = set.fields.map((one) => (one === before ? field : one));
    return { set, fields, before, field, isRewritten };
  });
}

const optionErrors = { wrong: "task_field_not_found", used: "task_option_used" } as const;

/**
 * Orders the fields of a set.
 * @throws {AppError} `forbidden`, `task_field_not_found` for other names than those of its fields, `changed_meanwhile`.
 */
export function orderTaskFields(
  sources: Sources,
  acting: Acting,
  { departmentId, version, order }: z.output<typeof taskFieldRoutes.orderTaskFields.body>,
): Promise<TaskFieldSet> {
  return changeFields(sources, acting, async (_tx, sets) => {
    const set = sets.find((one) => one.departmentId === departmentId);
    if (!set) throw new AppError("task_field_not_found");
    assertNotChanged(set, version);
    const fields = order.flatMap((name) => set.fields.find((field) => field.name === name) ?? []);
    if (new Set(fields).size !== set.fields.length || order.length !== set.fields.length)
      throw new AppError("task_field_not_found");
    return { set, fields };
  });
}

interface Changed {
  set: TaskFieldSet;
  fields: TaskField[];
  before?: TaskField;
  field?: TaskField;
  /** Tasks have other values, or show others. */
  isRewritten?: boolean;
}

/** Changes the fields of one set, one person after the other, and notifies everyone who may open tasks. */
async function changeFields(
  sources: Sources,
  { viewer, address }: Acting,
  change: (tx: Database, sets: TaskFieldSet[]) => Promise<Changed>,
): Promise<TaskFieldSet> {
  const { stored, isRewritten } = await changeAlone(sources.db, viewer, async (tx, current) => {
    assertMayManageFields(current);
    await lockFieldSets(tx, "to change");
    const sets = await readFieldSets(tx);
    const { set, fields, before, field, isRewritten = false } = await change(tx, sets);
    const others = sets.filter(({ departmentId }) => departmentId !== set.departmentId);
    const compiled = compileOrRefuse(await livingSets(tx, withSet(sets, { ...set, fields })), field?.name);
    const isOutdated = await storeCompiled(tx, others, compiled);
    const isComputed = isOutdated && (await startComputing(sources, tx));
    const stored = (await readFieldSets(tx)).find(({ departmentId }) => departmentId === set.departmentId);
    if (field)
      await recordAct(tx, {
        action: "task-fields.updated",
        actor: { id: current.id, name: current.name },
        address,
        subject: await subjectOf(tx, set.departmentId),
        ...(before && { before: fieldInWords(before) }),
        after: fieldInWords(field),
      });
    return { stored: stored ?? set, isRewritten: isRewritten || isComputed };
  });
  sources.realtime.sendToOthers(everybodysRoom, [], "task-fields.changed", { isRewritten });
  return stored;
}

/** @throws {AppError} `department_not_found` */
async function setOf(
  tx: Database,
  sets: readonly TaskFieldSet[],
  departmentId: string | null,
): Promise<TaskFieldSet> {
  const set = sets.find((one) => one.departmentId === departmentId);
  if (set) return set;
  if (departmentId !== null) await subjectOf(tx, departmentId);
  return { departmentId, version: 0, fields: [] };
}

async function subjectOf(tx: Database, departmentId: string | null) {
  if (departmentId === null) return { type: "task-fields", id: "all", name: "all departments" };
  const department = await tx
    .selectFrom("departments")
    .select(["id", "name"])
    .where("id", "=", departmentId)
    .forKeyShare()
    .executeTakeFirst();
  if (!department) throw new AppError("department_not_found");
  return { type: "task-fields", ...department };
}

/** Pure: all sets, with this one in the place of its former state. */
function withSet(sets: readonly TaskFieldSet[], changed: TaskFieldSet): TaskFieldSet[] {
  return [...sets.filter(({ departmentId }) => departmentId !== changed.departmentId), changed];
}

/** @throws {AppError} `task_option_used` if a task has one of these options. Deleted tasks can still be restored. */
async function assertUnused(tx: Database, name: string, options: readonly string[]): Promise<void> {
  if (options.length === 0) return;
  const { rows } = await sql`SELECT FROM tasks t WHERE ${hasOption(name, options)} LIMIT 1`.execute(tx);
  if (rows.length > 0) throw new AppError("task_option_used");
}

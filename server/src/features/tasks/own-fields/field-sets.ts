import type { TaskField, TaskFieldSet, TaskFieldValues } from "@atoll/contract/tasks/field-schemas";
import { canManageTaskFields, canManageTasks, type TaskViewer } from "@atoll/contract/tasks/policy";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { mergeValues } from "../../../platform/fields/check-values.ts";
import { personsIn } from "../../../platform/fields/field-cell.ts";
import type { Database } from "../../../tables.ts";
import { assertAssignable } from "../assignable.ts";

/**
 * Locks the definitions of all fields until the transaction ends: shared by those who write values, so that an option
 * cannot be renamed between the check of a value and its write. It comes before the locks of tasks.
 */
export async function lockFieldSets(tx: Database, mode: "to read" | "to change"): Promise<void> {
  await (mode === "to read"
    ? sql`SELECT pg_advisory_xact_lock_shared(hashtext('atoll task fields'))`
    : sql`SELECT pg_advisory_xact_lock(hashtext('atoll task fields'))`
  ).execute(tx);
}

/** All sets of the company, those of all tasks first. There is at most one for each department. */
export async function readFieldSets(db: Database): Promise<TaskFieldSet[]> {
  const rows = await db
    .selectFrom("task_field_sets")
    .select(["department_id", "version", "fields", "is_computing"])
    .orderBy(sql`department_id NULLS FIRST`)
    .execute();
  return rows.map(({ department_id: departmentId, is_computing: isComputing, version, fields }) => ({
    ...{ departmentId, version, fields },
    ...(isComputing && { isComputing }),
  }));
}

/** The sets whose names a viewer may know: of all tasks and their departments, and all for those who manage them. */
export async function readOwnSets(db: Database, viewer: TaskViewer): Promise<TaskFieldSet[]> {
  const sets = await readFieldSets(db);
  if (canManageTasks(viewer) || canManageTaskFields(viewer)) return livingSets(db, sets);
  const own = new Set(viewer.departments.map(({ id }) => id));
  return sets.filter(({ departmentId }) => departmentId === null || own.has(departmentId));
}

/** Leaves out the sets of removed departments, which only keep the names and values of tasks that were in them. */
export async function livingSets(db: Database, sets: readonly TaskFieldSet[]): Promise<TaskFieldSet[]> {
  const rows = await db.selectFrom("departments").select("id").execute();
  const living = new Set(rows.map(({ id }) => id));
  return sets.filter(({ departmentId }) => departmentId === null || living.has(departmentId));
}

/** Pure: the fields that tasks of a department have, in their order, without the retired ones. */
export function fieldsOf(sets: readonly TaskFieldSet[], departmentId: string | null): TaskField[] {
  return sets
    .filter((set) => set.departmentId === null || set.departmentId === departmentId)
    .flatMap(({ fields }) => fields.filter(({ isRetired }) => !isRetired));
}

/** Pure: the filled fields of other departments, in which a task was before. */
export function otherFieldsOf(
  sets: readonly TaskFieldSet[],
  { departmentId, values }: { departmentId: string | null; values: TaskFieldValues },
): (TaskField & { departmentId: string })[] {
  return sets.flatMap(({ departmentId: other, fields }) =>
    other === null || other === departmentId
      ? []
      : fields
          .filter(({ name, isRetired }) => !isRetired && name in values)
          .map((field) => ({ ...field, departmentId: other })),
  );
}

const place = { code: "task_field_wrong", path: "fields" } as const;

/**
 * Returns the values of a task after some of them were changed. Newly named people are locked, and must be active.
 * @param departmentId the department that the task is in after the change.
 * @throws {AppError} `task_field_wrong` for a field that tasks of this department do not have, or a value that does not
 *   fit it; `assignee_unavailable`.
 */
export async function mergeFields(
  tx: Database,
  sets: readonly TaskFieldSet[],
  departmentId: string | null,
  before: TaskFieldValues,
  given: TaskFieldValues,
): Promise<TaskFieldValues> {
  const fields = fieldsOf(sets, departmentId);
  const after = mergeValues(place, fields, before, given);
  const known = new Set(personsIn(fields, before));
  await assertAssignable(
    tx,
    personsIn(fields, after).filter((id) => !known.has(id)),
  );
  return after;
}

/** Pure: the values that still fit the options of their fields: an undo may bring back one that was renamed or removed. */
export function fitValues(sets: readonly TaskFieldSet[], values: TaskFieldValues): TaskFieldValues {
  const known = new Map(sets.flatMap(({ fields }) => fields.map((field) => [field.name, field] as const)));
  let kept: TaskFieldValues = {};
  for (const [name, value] of Object.entries(values)) {
    const field = known.get(name);
    if (!field?.options) kept[name] = value;
    else
      try {
        kept = mergeValues(place, [{ ...field, isRetired: false }], kept, { [name]: value });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
  }
  return kept;
}

import { formulaKinds } from "@atoll/contract/fields/formulas/compile-formula";
import { storedFormula } from "@atoll/contract/fields/formulas/formula-names";
import type { taskFieldRoutes } from "@atoll/contract/tasks/field-routes";
import {
  type FormulaFault,
  type TaskField,
  type TaskFieldSet,
  type TaskFieldValues,
  usableFields,
} from "@atoll/contract/tasks/field-schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { transact } from "../../../platform/database/transact.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { isReadable } from "../readable.ts";
import { everybodysRoom } from "../rooms.ts";
import { livingSets, readFieldSets } from "./field-sets.ts";
import { compileOrRefuse } from "./formulas.ts";

type Sources = Pick<SliceContext, "db" | "realtime" | "enqueue">;

/**
 * Tasks that are computed while a change of a formula, or a person who changes one of them, waits. With the largest
 * formulas, so many still fit into the time of a statement.
 */
const computedAtOnce = 20;
const firstTask = "00000000-0000-0000-0000-000000000000";

/**
 * Computes the formulas of tasks after a change of their definitions: of the first ones at once, and of others by a job
 * after the commit.
 * @returns whether all of them are computed.
 */
export async function startComputing(sources: Sources, tx: Database): Promise<boolean> {
  if ((await computeSlice(tx, firstTask)).isLast) {
    await tx
      .updateTable("task_field_sets")
      .set({ is_computing: false })
      .where("is_computing", "=", true)
      .execute();
    return true;
  }
  await sources.enqueue(tx, computeFormulasJob(sources), {}, uuidv7());
  return false;
}

/**
 * Computes the formulas of all tasks that have results of former definitions, in slices. On its schedule, it finishes
 * what an earlier job has given up on, and computes what shows the former name of a person, or was written in a
 * transaction that did not yet see the change of a formula.
 */
export function computeFormulasJob({ db, realtime }: Pick<Sources, "db" | "realtime">): Job<Tables, object> {
  return {
    name: "tasks.compute-formulas",
    cron: "*/10 * * * *",
    async run({ signal }) {
      const sets = await db
        .selectFrom("task_field_sets")
        .select(["id", "formula_revision", "is_computing"])
        .where("formula_revision", ">", 0)
        .execute();
      if (sets.length === 0) return;
      let isChanged = sets.some(({ is_computing }) => is_computing);
      let slice = { isLast: false, lastId: firstTask };
      while (!slice.isLast) {
        signal.throwIfAborted();
        const { lastId } = slice;
        slice = await transact(db, (tx) => computeSlice(tx, lastId));
        isChanged ||= slice.lastId !== lastId;
      }
      for (const { id, formula_revision } of sets)
        await db
          .updateTable("task_field_sets")
          .set({ is_computing: false })
          .where("id", "=", id)
          // A change in the meantime has a job of its own.
          .where("formula_revision", "=", formula_revision)
          .where("is_computing", "=", true)
          .execute();
      if (isChanged) realtime.sendToOthers(everybodysRoom, [], "task-fields.changed", { isRewritten: true });
    },
  };
}

/**
 * Computes a slice of the outdated tasks behind this one; deleted ones can still be restored. The trigger of tasks does the
 * work, and grows the version of those that have other results.
 */
async function computeSlice(tx: Database, after: string): Promise<{ isLast: boolean; lastId: string }> {
  const { rows } = await sql<{ id: string }>`
    WITH outdated AS (
      SELECT t.id FROM tasks t LEFT JOIN task_field_sets d ON d.department_id = t.department_id
      WHERE t.id > ${after} AND t.formula_revision < coalesce(d.formula_revision, 0)
        + coalesce((SELECT a.formula_revision FROM task_field_sets a WHERE a.department_id IS NULL), 0)
      ORDER BY t.id LIMIT ${sql.lit(computedAtOnce)} FOR UPDATE OF t)
    UPDATE tasks t SET formula_revision = 0 FROM outdated WHERE outdated.id = t.id RETURNING t.id`.execute(
    tx,
  );
  const ids = rows.map(({ id }) => id).sort();
  return { isLast: rows.length < computedAtOnce, lastId: ids.at(-1) ?? after };
}

const previewedTasks = 3;
/** No field that a company adds has this name. */
const newName = "new_formula";

/**
 * Computes a formula for the tasks of its set that were changed last, of those that the viewer may read. It runs as the
 * stored ones do.
 * @throws {AppError} `task_formula_wrong`, `task_formula_uses`, `too_many_task_formulas`.
 */
export async function previewTaskFormula(
  db: Database,
  viewer: RequestViewer,
  { departmentId, formula, field = newName }: z.output<typeof taskFieldRoutes.previewTaskFormula.body>,
): Promise<z.input<typeof taskFieldRoutes.previewTaskFormula.response>> {
  const sets = await livingSets(db, await readFieldSets(db));
  const edited: TaskField = { name: field, label: "This formula", kind: "text", formula: "" };
  const set = sets.find((one) => one.departmentId === departmentId) ?? {
    departmentId,
    version: 0,
    fields: [],
  };
  const place = set.fields.some(({ name }) => name === field) ? set.fields : [...set.fields, edited];
  const withFormula = (text: string): TaskFieldSet[] => [
    ...sets.filter((one) => one !== set),
    {
      ...set,
      fields: place.map((one) => (one.name === field ? { ...one, formula: text, isRetired: false } : one)),
    },
  ];
  const stored = storedFormula(formula, usableFields(withFormula(""), departmentId));
  const compiled = compileOrRefuse(withFormula(stored), field);
  const of = (id: string | null) => compiled.find((one) => one.set.departmentId === id)?.programs ?? [];
  const programs = departmentId === null ? of(null) : [...of(null), ...of(departmentId)];
  const kind = compiled.flatMap((one) => one.set.fields).find(({ name }) => name === field)?.kind;
  const { rows } = await sql<{
    id: string;
    title: string;
    computed: { values: TaskFieldValues; faults: Record<string, FormulaFault> };
  }>`SELECT t.id, t.title, compute_formulas(t, ${JSON.stringify(programs)}::jsonb) AS computed FROM tasks t
    WHERE ${isReadable(viewer)} AND (${departmentId}::uuid IS NULL OR t.department_id = ${departmentId})
    ORDER BY t.updated_at DESC, t.id DESC LIMIT ${sql.lit(previewedTasks)}`.execute(db);
  return {
    kind: formulaKinds.find((one) => one === kind) ?? "text",
    tasks: rows.map(({ id, title, computed: { values, faults } }) => ({
      id,
      title,
      value: values[field] ?? null,
      fault: faults[field] ?? null,
    })),
  };
}

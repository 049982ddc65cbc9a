import type { TaskField } from "@atoll/contract/tasks/field-schemas";
import { type RawBuilder, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import { everybodysRoom } from "../rooms.ts";

type Sources = Pick<SliceContext, "db" | "realtime" | "enqueue">;
type Renames = Readonly<Record<string, string>>;

/**
 * Tasks that are written while a change of the field, or a person who changes one of them, waits: so few that nobody
 * notices the wait.
 */
const writtenAtOnce = 200;

/** @throws {AppError} `task_options_renaming` while tasks still have former names of the field's options. */
export async function assertNotRenaming(tx: Database, field: string): Promise<void> {
  const row = await tx
    .selectFrom("task_option_renames")
    .select("field")
    .where("field", "=", field)
    .executeTakeFirst();
  if (row) throw new AppError("task_options_renaming");
}

/** Writes the new names of options to tasks: to the first ones at once, and to others by a job after the commit. */
export async function startRenaming(
  sources: Sources,
  tx: Database,
  { name }: Pick<TaskField, "name">,
  renames: Renames,
): Promise<void> {
  if (Object.keys(renames).length === 0) return;
  if ((await renameBatch(tx, name, renames)) < writtenAtOnce) return;
  await tx
    .insertInto("task_option_renames")
    .values({ field: name, renames: JSON.stringify(renames) })
    .execute();
  await sources.enqueue(tx, renameOptionsJob(sources), { field: name }, uuidv7());
}

/**
 * Renames the options of a field on all tasks, in batches. Lists are fetched again once all of them are written. On its
 * schedule, it finishes what an earlier job has given up on: until then, no option of the field can be changed.
 */
export function renameOptionsJob({
  db,
  realtime,
}: Pick<Sources, "db" | "realtime">): Job<Tables, { field?: string }> {
  return {
    name: "tasks.rename-options",
    cron: "*/15 * * * *",
    async run({ data, signal }) {
      const pending = await db.selectFrom("task_option_renames").select("field").execute();
      // The schedule brings no data.
      const only = data?.field;
      const fields = only === undefined ? pending.map(({ field }) => field) : [only];
      for (const field of fields) {
        while (!(await renameMore(db, field))) signal.throwIfAborted();
      }
      if (fields.length === 0) return;
      realtime.sendToOthers(everybodysRoom, [], "task-fields.changed", { isRewritten: true });
    },
  };
}

/** @returns whether no task has a former name any more. */
function renameMore(db: Database, field: string): Promise<boolean> {
  return transact(db, async (tx) => {
    const row = await tx
      .selectFrom("task_option_renames")
      .select("renames")
      .where("field", "=", field)
      .forUpdate()
      .executeTakeFirst();
    if (row && (await renameBatch(tx, field, row.renames)) === writtenAtOnce) return false;
    await tx.deleteFrom("task_option_renames").where("field", "=", field).execute();
    return true;
  });
}

/** SQL: the tasks `t` have one of these options, found by the index of fields. Deleted tasks can still be restored. */
export function hasOption(field: string, options: readonly string[]): RawBuilder<boolean> {
  const has = (value: unknown) => sql<boolean>`t.fields @> ${JSON.stringify({ [field]: value })}::jsonb`;
  return sql<boolean>`(${sql.join(
    options.flatMap((option) => [has(option), has([option])]),
    sql` OR `,
  )})`;
}

/** @returns how many tasks were written. */
async function renameBatch(tx: Database, name: string, renames: Renames): Promise<number> {
  const names = sql`${JSON.stringify(renames)}::jsonb`;
  const value = sql`(t.fields -> ${name}::text)`;
  const renamed = sql`CASE jsonb_typeof(${value}) WHEN 'array' THEN (
      SELECT jsonb_agg(option ORDER BY at) FROM (
        SELECT coalesce(${names} -> one, to_jsonb(one)) AS option, min(at) AS at
        FROM jsonb_array_elements_text(${value}) WITH ORDINALITY AS e (one, at) GROUP BY 1) v)
    ELSE coalesce(${names} -> (t.fields ->> ${name}::text), ${value}) END`;
  const { numAffectedRows } = await sql`
    WITH old AS (SELECT id FROM tasks t WHERE ${hasOption(name, Object.keys(renames))}
      ORDER BY id LIMIT ${sql.lit(writtenAtOnce)} FOR UPDATE)
    UPDATE tasks t SET fields = jsonb_set(t.fields, ARRAY[${name}::text], ${renamed}), version = version + 1
    FROM old WHERE old.id = t.id`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

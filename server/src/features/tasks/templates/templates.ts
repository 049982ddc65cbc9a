import { isDeepStrictEqual } from "node:util";
import { maxTaskTemplates } from "@atoll/contract/tasks/limits";
import { canManageTaskFields, canManageTasks } from "@atoll/contract/tasks/policy";
import {
  type savedTemplateSchema,
  type TaskTemplate,
  type TemplateContent,
  templateContentSchema,
} from "@atoll/contract/tasks/template-schemas";
import { isUuid } from "@atoll/contract/uuid";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { rejectViolation } from "../../../platform/database/reject-violation.ts";
import { placedIn } from "../../../platform/kinds/factories.ts";
import type { SliceContext, SlicePlacedKind } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { changeAs, type RequestViewer } from "../../identity/public.ts";
import type { People } from "../../people/public.ts";
import { assertOwnDepartment } from "../assignable.ts";
import { assertMayCreateTasks } from "../policy.ts";
import { everybodysRoom } from "../rooms.ts";

/**
 * Moves the templates of a department to another, also when there are then more than are allowed: the department takes new
 * ones again when some are deleted.
 */
export const placedTemplates: SlicePlacedKind = placedIn({
  kind: "task templates",
  rows: sql`task_templates`,
  isIn: (departmentId) => sql<boolean>`department_id = ${departmentId}`,
  async move(tx, fromId, intoId) {
    const { numAffectedRows = 0n } = await sql`UPDATE task_templates
      SET department_id = ${intoId}, version = version + 1 WHERE department_id = ${fromId}`.execute(tx);
    return async ({ realtime }) => {
      if (numAffectedRows > 0n) realtime.sendToOthers(everybodysRoom, [], "task-templates.changed", {});
    };
  },
});

type Sources = Pick<SliceContext, "db" | "people" | "realtime">;
type SavedTemplate = z.output<typeof savedTemplateSchema>;

const select = (db: Database) =>
  db
    .selectFrom("task_templates as s")
    .select(["s.id", "s.owner_id", "s.department_id", "s.name", "s.content", "s.version"]);
type TemplateRow = Awaited<ReturnType<ReturnType<typeof select>["execute"]>>[number];

/** SQL: the viewer may use the template `s`: it is theirs, or of a department whose tasks they see. */
function isReadable(viewer: RequestViewer): RawBuilder<boolean> {
  const own = viewer.departments.map(({ id }) => id);
  const ofDepartment = canManageTasks(viewer)
    ? sql`s.department_id IS NOT NULL`
    : sql`s.department_id = ANY(${own}::uuid[])`;
  return sql<boolean>`((s.owner_id = ${viewer.id} AND s.department_id IS NULL) OR ${ofDepartment})`;
}

/** Those of a department are changed by their author and by people who manage tasks or departments. */
function canChange(viewer: RequestViewer, row: Pick<TemplateRow, "owner_id" | "department_id">): boolean {
  return row.owner_id === viewer.id || (row.department_id !== null && canManageTaskFields(viewer));
}

/** Returns the templates that a viewer may use, by name. */
export async function listTemplates(
  { db, people }: Pick<Sources, "db" | "people">,
  viewer: RequestViewer,
): Promise<TaskTemplate[]> {
  const rows = await select(db)
    .where(isReadable(viewer))
    .orderBy(sql`lower(s.name)`)
    .orderBy("s.id")
    .execute();
  return present(people, viewer, rows);
}

async function present(
  people: People,
  viewer: RequestViewer,
  rows: readonly TemplateRow[],
): Promise<TaskTemplate[]> {
  const contents = rows.map(({ content }) => templateContentSchema.parse(content));
  const known = await people.of(contents.flatMap(personsIn));
  return rows.flatMap((row, index) => {
    const content = contents[index];
    if (!content) return [];
    const named = [...new Set(personsIn(content))].flatMap((id) => known.get(id) ?? []);
    return [
      {
        id: row.id,
        name: row.name,
        departmentId: row.department_id,
        version: row.version,
        content,
        people: named.filter(({ isFormer }) => !isFormer),
        canChange: canChange(viewer, row),
      },
    ];
  });
}

function personsIn(content: TemplateContent): string[] {
  const assigned = [content, ...content.subtasks].flatMap(({ assignee }) =>
    assignee.is === "person" ? [assignee.id] : [],
  );
  const inFields = Object.values(content.fields).filter(
    (value) => typeof value === "string" && isUuid(value),
  );
  return [...assigned, ...(inFields as string[])];
}

/**
 * Creates or replaces a template.
 * @throws {AppError} `forbidden`, `task_template_not_found`, `department_not_found`, `changed_meanwhile`,
 *   `too_many_task_templates`.
 */
export async function saveTemplate(
  sources: Sources,
  viewer: RequestViewer,
  id: string,
  { version, ...given }: SavedTemplate,
): Promise<TaskTemplate> {
  const wanted = { ...given, content: await withoutResults(sources.db, given.content) };
  const row = await changeAs(sources.db, viewer, async (tx, current) => {
    assertMayCreateTasks(current);
    const { departmentId } = wanted;
    if (departmentId) assertOwnDepartment(current, canManageTasks(current), departmentId);
    // Before the template is read: a repeated request waits here, and then finds what it saved.
    await lockRoom(tx, departmentId ?? current.id);
    const there = await lock(tx, id);
    const readable = there && (await find(tx, current, id));
    if (there && !readable) throw new AppError("task_template_not_found");
    if (!there && version > 0) throw new AppError("task_template_not_found");
    if (there) {
      assertMayReplace(current, there, wanted);
      if (isSaved(there, version, wanted)) return readable;
      assertNotChanged(there, version);
    }
    if (there?.department_id !== departmentId) await assertRoom(tx, current.id, departmentId);
    const values = {
      name: wanted.name,
      content: JSON.stringify(wanted.content),
      department_id: departmentId,
    };
    const write = there
      ? tx
          .updateTable("task_templates")
          .set((eb) => ({ ...values, version: eb("version", "+", 1) }))
          .where("id", "=", id)
      : tx.insertInto("task_templates").values({ ...values, id, owner_id: current.id });
    await rejectViolation<unknown>(write.execute(), {
      task_templates_department_id_fkey: "department_not_found",
      task_templates_pkey: "changed_meanwhile",
    });
    return find(tx, current, id);
  });
  sources.realtime.sendToOthers(everybodysRoom, [], "task-templates.changed", {});
  const [template] = row ? await present(sources.people, viewer, [row]) : [];
  if (!template) throw new AppError("task_template_not_found");
  return template;
}

/** The results of formulas belong to the task that a template was made from: nobody writes them. */
async function withoutResults(db: Database, content: TemplateContent): Promise<TemplateContent> {
  const { rows } = await sql<{
    name: string;
  }>`SELECT unnest(formula_names) AS name FROM task_field_sets`.execute(db);
  const computed = new Set(rows.map(({ name }) => name));
  const fields = Object.entries(content.fields).filter(([name]) => !computed.has(name));
  return { ...content, fields: Object.fromEntries(fields) };
}

/** @throws {AppError} `forbidden`. */
function assertMayReplace(
  viewer: RequestViewer,
  there: TemplateRow,
  wanted: Pick<SavedTemplate, "departmentId">,
): void {
  // Nobody takes a template from its department by making it their own.
  if (!canChange(viewer, there) || (wanted.departmentId === null && there.owner_id !== viewer.id))
    throw new AppError("forbidden", { detail: "the template of another person" });
}

/** Whether a request was carried out before: its answer was lost, or it was sent twice. */
function isSaved(there: TemplateRow, version: number, wanted: Omit<SavedTemplate, "version">): boolean {
  return (
    there.version === version + 1 &&
    there.name === wanted.name &&
    there.department_id === wanted.departmentId &&
    isDeepStrictEqual(templateContentSchema.parse(there.content), wanted.content)
  );
}

const lock = (tx: Database, id: string) => select(tx).where("s.id", "=", id).forUpdate().executeTakeFirst();

const find = (tx: Database, viewer: RequestViewer, id: string) =>
  select(tx).where("s.id", "=", id).where(isReadable(viewer)).executeTakeFirst();

const lockRoom = (tx: Database, holderId: string) =>
  sql`SELECT pg_advisory_xact_lock(hashtext('atoll task templates'), hashtext(${holderId}))`.execute(tx);

async function assertRoom(tx: Database, ownerId: string, departmentId: string | null): Promise<void> {
  const { count } = await tx
    .selectFrom("task_templates")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(
      departmentId === null
        ? sql<boolean>`owner_id = ${ownerId} AND department_id IS NULL`
        : sql<boolean>`department_id = ${departmentId}`,
    )
    .executeTakeFirstOrThrow();
  if (count >= maxTaskTemplates) throw new AppError("too_many_task_templates");
}

/** @throws {AppError} `task_template_not_found`, `forbidden`. */
export async function deleteTemplate(sources: Sources, viewer: RequestViewer, id: string): Promise<void> {
  await changeAs(sources.db, viewer, async (tx, current) => {
    assertMayCreateTasks(current);
    const there = await lock(tx, id);
    if (!there || !(await find(tx, current, id))) throw new AppError("task_template_not_found");
    if (!canChange(current, there))
      throw new AppError("forbidden", { detail: "the template of another person" });
    await tx.deleteFrom("task_templates").where("id", "=", id).execute();
  });
  sources.realtime.sendToOthers(everybodysRoom, [], "task-templates.changed", {});
}

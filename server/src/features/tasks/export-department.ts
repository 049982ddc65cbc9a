import { canManageTasks, type TaskViewer } from "@atoll/contract/tasks/policy";
import type { Task } from "@atoll/contract/tasks/schemas";
import { escapeHtml } from "@atoll/contract/text/escape-html";
import { type RawBuilder, sql } from "kysely";
import { recordAct } from "../../platform/audit.ts";
import type { HistoryRow } from "../../platform/changes/history.ts";
import { csvBeginning, toCsv } from "../../platform/csv.ts";
import { fieldCell } from "../../platform/fields/field-cell.ts";
import {
  type ExportSize,
  type FileOfThing,
  noSize,
  renderPageList,
  type ThingArchive,
} from "../../platform/portable/thing-archive.ts";
import type { Colleague, SliceContext, SliceExportKind } from "../../slice.ts";
import { readCommentFiles, readComments, renderComments, sizeOfComments } from "../comments/public.ts";
import { taskComments } from "./comment-kind.ts";
import { hiddenFields, presentHistory } from "./history.ts";
import { columns, toCells } from "./lists/export-tasks.ts";
import { fieldsOf, readOwnSets } from "./own-fields/field-sets.ts";
import { presentTasks } from "./present.ts";
import { selectTasks, type TaskRow } from "./queries.ts";
import { isReadable, taskFileKind } from "./readable.ts";

/** The tasks of a department, for people who manage tasks. What belongs to no department stays with its people. */
export const departmentTasksExport: SliceExportKind = {
  kind: "tasks",
  isAllowed: (viewer, id) => sql<boolean>`(${canManageTasks(viewer) && !viewer.isGuest}::boolean
    AND EXISTS (SELECT FROM departments d WHERE d.id = ${id}))`,
  nameOf: (id) => sql<string>`(SELECT 'Tasks of ' || d.name FROM departments d WHERE d.id = ${id})`,
  async size(tx, viewer, id) {
    // Read once for all of the counts.
    const tasks = sql`SELECT id, place FROM exported`;
    const comments = sizeOfComments({ kind: taskComments.kind, things: tasks });
    const { rows } = await sql<ExportSize>`
      WITH exported AS MATERIALIZED (${tasksOf(viewer, id)}) SELECT
      (SELECT count(*)::integer FROM (${tasks}) thing) + ${comments.rows}
        + (SELECT count(*)::integer FROM ${changesOf(tasks)}) AS rows,
      (SELECT count(*)::integer FROM ${filesIn(tasks)}) + ${comments.files} AS files,
      (SELECT coalesce(sum(f.size_bytes), 0)::bigint FROM ${filesIn(tasks)}) + ${comments.bytes} AS bytes,
      greatest((SELECT max(f.size_bytes)::bigint FROM ${filesIn(tasks)}), ${comments.largest}) AS largest`.execute(
      tx,
    );
    return rows[0] ?? noSize;
  },
  record: (tx, by, { id, name }) =>
    recordAct(tx, { action: "tasks.exported", ...by, subject: { type: "department", id, name } }),
  async write(context, archive, viewer, thing) {
    const { people } = context;
    const of = commented(viewer, thing.id);
    await archive.addFiles(readFiles(archive, of));
    const tasks = await archive.addLines("tasks.jsonl", presentLines(context, archive, viewer, thing.id));
    await archive.addText("tasks.csv", writeCsv(context, archive, viewer, thing.id));
    const comments = await archive.addLines("comments.jsonl", readComments(people, archive, of));
    const changes = await archive.addLines("history.jsonl", readChanges(context, archive, viewer, of));
    const pages = await addPages(context, archive, viewer, thing);
    return {
      about: { tasks, comments, changes },
      html: [
        `<p>Tasks: ${tasks}. Comments: ${comments}. Times are in UTC. Deleted tasks are not part of this export.</p>\n`,
        '<p>For programs: <a href="tasks.csv">tasks.csv</a>, <a href="tasks.jsonl">tasks.jsonl</a>, <a href="comments.jsonl">comments.jsonl</a>, <a href="history.jsonl">history.jsonl</a>, <a href="files.jsonl">files.jsonl</a>, <a href="manifest.json">manifest.json</a>.</p>\n',
        renderPageList(pages),
      ],
    };
  },
};

/** SQL: the readable tasks of a department, each with its sub-tasks after it. */
const tasksOf = (
  viewer: TaskViewer,
  departmentId: string,
): RawBuilder<unknown> => sql`SELECT t.id, row_number() OVER (
      ORDER BY coalesce(whole.created_at, t.created_at), coalesce(t.parent_id, t.id), t.parent_id IS NOT NULL,
        t.created_at, t.id) AS place
    FROM tasks t LEFT JOIN tasks whole ON whole.id = t.parent_id
    WHERE t.id IN (SELECT id FROM tasks WHERE department_id = ${departmentId}
        UNION SELECT part.id FROM tasks whole JOIN tasks part ON part.parent_id = whole.id
        WHERE whole.department_id = ${departmentId} AND whole.deleted_at IS NULL)
      AND ${isReadable(viewer)}`;

const commented = (viewer: TaskViewer, departmentId: string) => ({
  kind: taskComments.kind,
  things: tasksOf(viewer, departmentId),
});

const filesIn = (tasks: RawBuilder<unknown>) => sql`(${tasks}) thing JOIN files f
  ON f.subject_id = thing.id AND f.subject_kind = ${taskFileKind} AND f.discarded_at IS NULL`;

async function* readFiles(archive: ThingArchive, of: ReturnType<typeof commented>) {
  yield* archive.read<FileOfThing>(sql`SELECT f.id, f.original_name, f.bucket, f.key, f.sha256, f.subject_id
    FROM ${filesIn(of.things)} ORDER BY thing.place, f.position, f.id`);
  yield* readCommentFiles(archive, of);
}

const changesOf = (tasks: RawBuilder<unknown>) => sql`(${tasks}) thing JOIN object_changes c
  ON c.subject_id = thing.id AND c.subject_kind = 'task' AND c.undone_at IS NULL
    AND c.field <> ALL (${[...hiddenFields]}::text[])`;

/** The history of each task, the oldest change first, with the names that the viewer may know. */
async function* readChanges(
  context: SliceContext,
  archive: ThingArchive,
  viewer: Colleague,
  of: ReturnType<typeof commented>,
) {
  const query = sql`SELECT c.id, c.change_id AS "changeId", c.subject_id AS "subjectId", c.actor_id AS "actorId", c.at,
      c.field, c.before, c.after FROM ${changesOf(of.things)} ORDER BY thing.place, c.id`;
  for await (const batch of archive.read<HistoryRow>(query)) {
    const rows = batch.map((row) => ({ ...row, id: String(row.id) }));
    const { items, names } = await presentHistory(context, viewer, rows);
    yield items.map(({ of, at, actor, field, before, after }) => ({
      ...{ of, at, actor: { id: actor.id, name: actor.name }, field, before, after },
      names: Object.fromEntries(
        [before, after].flatMap(stringsIn).flatMap((id) => (names[id] ? [[id, names[id]]] : [])),
      ),
    }));
  }
}

/** The texts in a value of a change, and the names of own fields. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.filter((one) => typeof one === "string");
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, one]) => (typeof one === "string" ? [name, one] : [name]));
}

/** Columns that a page leaves out when there are none. */
const counts: ReadonlySet<string> = new Set([
  ...["sub-tasks", "sub-tasks done", "blocked by", "blocks"],
  ...["comments", "attachments", "time in minutes"],
]);

/** The details that only an opened task shows. */
interface Details {
  description: string;
  links: { url: string; name: string }[] | null;
  requirements: { name: string; kind: string; url: string; notes: string }[] | null;
  files: { id: string; original_name: string }[] | null;
  /** Those that the viewer may read. */
  blockers: string[] | null;
}

interface ReadTask {
  task: Task;
  details: Details;
  /** In the columns that every task has. */
  cells: (string | number)[];
  ownFields: OwnField[];
}

/** A field of the company or the department as people read it. Only its name is its own: labels may be equal. */
interface OwnField {
  name: string;
  label: string;
  text: string | number;
}

async function* readTasks(
  { db, people }: SliceContext,
  archive: ThingArchive,
  viewer: Colleague,
  departmentId: string,
): AsyncGenerator<ReadTask[]> {
  const fields = fieldsOf(await readOwnSets(db, viewer), departmentId);
  const names = await db.selectFrom("departments").select(["id", "name"]).execute();
  const departments = new Map(names.map(({ id, name }) => [id, name]));
  const query = selectTasks(db)
    .innerJoin(sql<{ id: string; place: number }>`(${tasksOf(viewer, departmentId)})`.as("thing"), (join) =>
      join.onRef("thing.id", "=", "t.id"),
    )
    .select("t.description")
    .select([
      sql<
        Details["links"]
      >`(SELECT json_agg(json_build_object('url', l.url, 'name', l.filename) ORDER BY l.created_at, l.id)
        FROM task_links l WHERE l.task_id = t.id)`.as("links"),
      sql<
        Details["requirements"]
      >`(SELECT json_agg(json_build_object('name', r.name, 'kind', r.kind, 'url', r.url,
        'notes', r.notes) ORDER BY r.created_at, r.id) FROM task_requirements r WHERE r.task_id = t.id)`.as(
        "requirements",
      ),
      sql<Details["files"]>`(SELECT json_agg(json_build_object('id', f.id, 'original_name', f.original_name)
        ORDER BY f.position, f.id) FROM files f WHERE f.subject_id = t.id AND f.subject_kind = ${sql.lit(taskFileKind)}
        AND f.discarded_at IS NULL)`.as("files"),
      sql<Details["blockers"]>`(SELECT json_agg(o.id ORDER BY o.id) FROM task_dependencies d
        JOIN tasks o ON o.id = d.blocker_id WHERE d.blocked_id = t.id AND ${isReadable(viewer, "o")})`.as(
        "blockers",
      ),
    ])
    .orderBy("thing.place");
  for await (const rows of archive.read<TaskRow & Details>(sql`${query}`)) {
    const tasks = await presentTasks(people, rows);
    yield rows.flatMap(({ description, links, requirements, files, blockers }, index) => {
      const task = tasks[index];
      if (!task) return [];
      const named = new Map(task.fieldPeople.map((person) => [person.id, person]));
      const cells = toCells(task, description, departments.get(task.departmentId ?? "") ?? "");
      const ownFields = fields.map((field) => ({
        ...{ name: field.name, label: field.label },
        text: fieldCell(field, task.fields, named),
      }));
      return [{ task, details: { description, links, requirements, files, blockers }, cells, ownFields }];
    });
  }
}

async function* presentLines(
  context: SliceContext,
  archive: ThingArchive,
  viewer: Colleague,
  departmentId: string,
) {
  for await (const batch of readTasks(context, archive, viewer, departmentId))
    yield batch.map(({ task, details: { files, links, requirements, blockers }, cells, ownFields }) => ({
      ...{ id: task.id, parentId: task.parentId },
      ...{
        createdById: task.createdBy.id,
        assigneeId: task.assignee?.id ?? null,
        watcherIds: task.watcherIds,
      },
      ...{ recurrence: task.recurrence, blockedByIds: blockers ?? [] },
      /** As people read them. */
      columns: Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ""])),
      ownFields,
      ...{ fields: task.fields, links: links ?? [], requirements: requirements ?? [] },
      files: (files ?? []).map(({ id, original_name: name }) => ({ id, name })),
    }));
}

async function* writeCsv(
  context: SliceContext,
  archive: ThingArchive,
  viewer: Colleague,
  departmentId: string,
) {
  let isFirst = true;
  for await (const batch of readTasks(context, archive, viewer, departmentId)) {
    const rows = batch.map(({ cells, ownFields }) => [...cells, ...ownFields.map(({ text }) => text)]);
    const labels = batch[0]?.ownFields.map(({ label }) => label) ?? [];
    yield isFirst ? csvBeginning + toCsv([[...columns, ...labels], ...rows]) : toCsv(rows);
    isFirst = false;
  }
  if (isFirst) yield csvBeginning + toCsv([columns]);
}

function addPages(
  context: SliceContext,
  archive: ThingArchive,
  viewer: Colleague,
  { id, name }: { id: string; name: string },
) {
  const comments = renderComments(archive, readComments(context.people, archive, commented(viewer, id)));
  async function* render({ task, details, cells, ownFields }: ReadTask) {
    const known = columns.flatMap((label, index) => {
      const text = cells[index] ?? "";
      return label === "id" || (text === 0 && counts.has(label)) ? [] : [{ label, text }];
    });
    const rows = [...known, ...ownFields].flatMap(({ label, text }) =>
      text === ""
        ? []
        : [`<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(String(text))}</td></tr>\n`],
    );
    const parts = [
      ...(details.files ?? []).map((file) => archive.linkTo(file, "../")),
      ...(details.links ?? []).map((link) => escapeHtml(`${link.name}: ${link.url}`)),
      ...(details.requirements ?? []).map((one) => escapeHtml(`${one.name} ${one.url} ${one.notes}`)),
    ];
    yield `<article id="${task.id}"${task.parentId ? ' class="reply"' : ""}><table>\n${rows.join("")}</table>\n`;
    if (parts.length > 0) yield `<p>${parts.join("<br>")}</p>\n`;
    yield* comments(task.id);
    yield "</article>\n";
  }
  const batches = readTasks(context, archive, viewer, id);
  return archive.addPages({ title: name, batches, groupOf: () => "tasks", render });
}

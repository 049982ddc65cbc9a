import type { Archive } from "../archive/open-archive.ts";
import { fromHtml } from "../issues/html.ts";
import {
  emptyIssue,
  type Issue,
  type IssueComment,
  type IssuePerson,
  nobody,
  personOf,
} from "../issues/issue.ts";
import { createIssueReader } from "../issues/issue-reader.ts";
import { type NamingRules, namedInParts } from "../issues/markdown.ts";
import { cellsOf, type IssueFile, tableOf } from "../issues/read-file.ts";
import { isJson, jsonOf } from "../issues/read-json.ts";
import { fieldsIn, isFields, wordsIn } from "../messages/markdown.ts";
import {
  type AsanaFile,
  createHeadings,
  type Headings,
  sectionOf,
  tasksOfTable,
  withoutProject,
} from "./asana-table.ts";

type Json = Readonly<Record<string, unknown>>;

const rules: NamingRules = {
  // Nobody names a task of Asana by a word.
  word: /(?!)/u,
  keyOf: (words) =>
    /^https?:\/\/app\.asana\.com\/[\w/]{1,200}?\/(\d{1,20})(?:\/f|\/comment\/\d{1,20})?(?:[?#]|$)/.exec(
      words,
    )?.[1],
  shown: () => "task",
};

/** Reads the tasks that Asana exports of a project: JSON, also with stories, or CSV. */
export const asanaReader = createIssueReader({
  source: "asana",
  files: [".json", ".jsonl", ".csv", ".tsv", ".txt"],
  advice: "Export a project as JSON or CSV from its menu.",
  hasKeys: false,
  textsOf(issue, text, names) {
    const isHtml = issue.isHtml || /^\s*<body>/.test(text);
    if (!isHtml) return namedInParts([text], rules, names);
    // Its lines end without marks, and its people are links with their keys.
    let isCode = false;
    const html = text
      .split(/(<\/?pre>)/)
      .map((piece) => {
        if (/^<\/?pre>$/.test(piece)) isCode = piece === "<pre>";
        return isCode ? piece : piece.replace(/\r?\n/g, "<br>");
      })
      .join("")
      .replace(
        /<a\b(?=[^<>]{0,500}data-asana-type="user")[^<>]{0,500}data-asana-gid="(\d{1,20})"[^<>]{0,500}>@?/g,
        '<a class="user-hover" rel="$1">',
      );
    return namedInParts(fromHtml(html, names.isPerson), rules, names);
  },
  async *read(file) {
    const shape = await shapeOf(file);
    const headings = createHeadings(file, shape);
    if (!(await isJson(file))) return yield* tasksOfTable(file, shape, headings);
    for await (const item of jsonOf(file, "asana")) yield* tasksOf(item, { file, shape, headings, level: 0 });
  },
});

/** Everything that has to be known of a file before its tasks are read. */
interface Around {
  file: IssueFile;
  shape: AsanaFile;
  headings: Headings;
  level: number;
  parent?: { key: string; project: string; section: string };
}

const shapes = new WeakMap<Archive, Map<string, Promise<AsanaFile>>>();

function shapeOf(file: IssueFile): Promise<AsanaFile> {
  const known = shapes.get(file.archive) ?? new Map<string, Promise<AsanaFile>>();
  shapes.set(file.archive, known);
  const reading = known.get(file.path) ?? look({ ...file, problem: () => undefined, isOf: () => undefined });
  known.set(file.path, reading);
  return reading;
}

const maxProjects = 5_000;

async function look(file: IssueFile): Promise<AsanaFile> {
  const counts = new Map<string, number>();
  const shape: AsanaFile = { main: "", hasSections: false, whole: new Set(), parents: new Map() };
  const see = (name: string) => {
    if (name !== "" && (counts.has(name) || counts.size < maxProjects))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  const lookAtParts = (item: Json, level: number): void => {
    for (const part of level < maxLevels ? fieldsIn(item.subtasks) : []) {
      if (isReference(part)) shape.parents.set(keyIn(part), keyIn(item));
      lookAtParts(part, level + 1);
    }
  };
  if (await isJson(file)) {
    for await (const item of jsonOf(file, "asana")) {
      for (const name of projectsOf(item)) see(name);
      shape.hasSections ||= fieldsIn(item.memberships).some(({ section }) => named(section) !== "");
      if (!isReference(item)) shape.whole.add(keyIn(item));
      lookAtParts(item, 0);
    }
    for (const key of shape.parents.keys()) if (!shape.whole.has(key)) shape.parents.delete(key);
  } else
    for await (const { row, columns } of tableOf(file, "asana")) {
      const cells = cellsOf(row, columns);
      const projects = cells.one("projects", "project");
      // A name may have a comma in it: then its parts are in no more rows than the whole of it.
      for (const name of new Set([projects, ...projects.split(", ")])) see(name);
      shape.hasSections ||= sectionOf(cells) !== "";
    }
  shape.main = [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? "";
  return shape;
}

/** The API names a sub-task within its task without anything else of it. */
const isReference = (item: Json): boolean =>
  !("created_at" in item || "completed" in item || "notes" in item || "html_notes" in item);

const named = (value: unknown): string => (isFields(value) ? wordsIn(value.name) : "");
const keyIn = (value: unknown): string => {
  if (!isFields(value)) return typeof value === "string" && /^\d{1,20}$/.test(value) ? value : "";
  const id = wordsIn(value.gid) || (typeof value.id === "number" ? String(value.id) : "");
  return /^\w{1,40}$/.test(id) ? id : "";
};

function userOf(user: unknown): IssuePerson | undefined {
  if (!isFields(user)) return undefined;
  const email = wordsIn(user.email);
  const person = personOf(keyIn(user) || email, named(user) || email);
  return person && { ...person, email };
}

function projectsOf(item: Json): string[] {
  const all = [...fieldsIn(item.memberships).map(({ project }) => project), ...fieldsIn(item.projects)];
  const names = all.map(named).filter((name) => name !== "");
  // Some exports name projects by their IDs only.
  return [...new Set(names.length > 0 ? names : all.flatMap((one) => keyIn(one) && `Project ${keyIn(one)}`))];
}

const maxLevels = 10;

const isNone = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
const contents =
  "assignee notes due_on due_at start_on start_at tags stories attachments dependencies dependents subtasks parent".split(
    " ",
  );

/** Returns whether a task has nothing but its name, as the headings of old exports. */
const isBare = (item: Json): boolean =>
  item.completed !== true &&
  contents.every((name) => isNone(item[name])) &&
  wordsIn(item.html_notes)
    .replace(/<\/?body>/g, "")
    .trim() === "" &&
  fieldsIn(item.custom_fields).every((field) => fieldOf(field).value === "");

/** The headings of old exports are the sections that they are in. */
const isOwnSection = (item: Json): boolean =>
  keyIn(item) !== "" && fieldsIn(item.memberships).some(({ section }) => keyIn(section) === keyIn(item));

/** A task, and the sub-tasks in it. */
function* tasksOf(item: Json, around: Around): Generator<Issue> {
  const { file, shape, headings, level, parent } = around;
  const kind = wordsIn(item.resource_type);
  if (kind !== "" && kind !== "task") return file.problem("not_a_task", kind.slice(0, 50));
  const title = wordsIn(item.name);
  if (item.resource_subtype === "section" || (level === 0 && isOwnSection(item) && isBare(item))) return;
  if (level === 0 && headings.isHeading(title, isBare(item))) return;
  // The whole task is elsewhere in the file.
  if (level > 0 && isReference(item) && shape.whole.has(keyIn(item))) return;
  const projects = projectsOf(item);
  const project = projects.includes(shape.main)
    ? shape.main
    : (projects[0] ?? parent?.project ?? withoutProject(shape));
  const membership = fieldsIn(item.memberships).find((one) => named(one.project) === project);
  const section = named(membership?.section) || parent?.section || headings.current() || "No section";
  const issue = issueOf(item, { project, section, isPart: parent !== undefined || isFields(item.parent) });
  issue.parent = parent?.key ?? (keyIn(item.parent) || (shape.parents.get(issue.key) ?? ""));
  if (parent && isReference(item)) issue.notes.push("subtask_without_content");
  const others = projects.filter((name) => name !== project);
  if (others.length > 0) issue.fields.push({ label: "Projects", value: others.join(", ") });
  yield issue;
  if (level < maxLevels)
    for (const part of fieldsIn(item.subtasks))
      yield* tasksOf(part, { ...around, level: level + 1, parent: { key: issue.key, project, section } });
}

const toSeconds = (minutes: unknown): number =>
  typeof minutes === "number" && minutes > 0 ? minutes * 60 : 0;

function issueOf(item: Json, at: { project: string; section: string; isPart: boolean }): Issue {
  const fields = fieldsIn(item.custom_fields).map(fieldOf);
  const priority = fields.find(({ label, kind }) => kind === "choice" && /^priority$/i.test(label));
  const estimate = fieldsIn(item.custom_fields).find((one) =>
    /^estimated (?:time|duration)$/i.test(wordsIn(one.name)),
  );
  const html = wordsIn(item.html_notes);
  const isDone = item.completed === true;
  const stories = fieldsIn(item.stories);
  const comments = stories.filter(
    ({ type, resource_subtype }) => type === "comment" || resource_subtype === "comment_added",
  );
  const link = (list: unknown, way: "in" | "out") =>
    fieldsIn(list).flatMap((one) => (keyIn(one) ? { type: "Blocks", way, key: keyIn(one) } : []));
  return {
    ...emptyIssue,
    ...{
      key: keyIn(item),
      isKeyUnique: true,
      project: { key: at.project, name: at.project },
      status: at.section,
    },
    ownStatus: isDone ? "done" : at.isPart ? "todo" : null,
    priority: priority?.value ?? "",
    ...{ summary: wordsIn(item.name), description: html || wordsIn(item.notes), isHtml: html !== "" },
    labels: fieldsIn(item.tags).map(named),
    ...{ assignee: userOf(item.assignee), reporter: userOf(item.created_by) },
    watchers: fieldsIn(item.followers).flatMap((one) => userOf(one) ?? []),
    ...{ created: wordsIn(item.created_at), updated: wordsIn(item.modified_at) },
    resolved: isDone ? wordsIn(item.completed_at) : "",
    ...{ due: wordsIn(item.due_on) || wordsIn(item.due_at), dueTime: wordsIn(item.due_at) },
    estimateSeconds: toSeconds(estimate?.number_value),
    spentSeconds: toSeconds(item.actual_time_minutes),
    comments: comments.map(commentOf),
    attachments: fieldsIn(item.attachments).map((one) => ({
      ...{ name: wordsIn(one.name), isFile: true },
      url: wordsIn(one.permanent_url) || wordsIn(one.view_url) || wordsIn(one.download_url),
    })),
    links: [...link(item.dependencies, "in"), ...link(item.dependents, "out")],
    fields: [
      ...fields.filter((one) => one !== priority && one.value !== "" && one.label !== estimate?.name),
      ...(item.resource_subtype === "milestone" ? [{ label: "Type", value: "Milestone" }] : []),
      { label: "Start date", value: wordsIn(item.start_on) || wordsIn(item.start_at) },
    ].filter(({ value }) => value !== ""),
    notes: fieldsIn(item.likes ?? item.hearts).length > 0 ? ["reactions_left_out"] : [],
  };
}

function commentOf(story: Json): IssueComment {
  const id = keyIn(story);
  return {
    ...(id !== "" && { id }),
    ...{ at: wordsIn(story.created_at), author: userOf(story.created_by) ?? nobody, isRestricted: false },
    body: wordsIn(story.html_text) || wordsIn(story.text),
  };
}

function fieldOf(field: Json): Issue["fields"][number] {
  const label = wordsIn(field.name) || "Custom field";
  const type = wordsIn(field.resource_subtype) || wordsIn(field.type);
  const shown = wordsIn(field.display_value);
  if (type === "enum") return { label, kind: "choice", value: named(field.enum_value) || shown };
  if (type === "date" && isFields(field.date_value))
    return { label, kind: "date", value: wordsIn(field.date_value.date) || shown };
  if (typeof field.number_value === "number") return { label, value: String(field.number_value) };
  const many = [field.multi_enum_values, field.people_value].flatMap((list) => fieldsIn(list).map(named));
  return { label, kind: "text", value: shown || wordsIn(field.text_value) || many.join(", ") };
}

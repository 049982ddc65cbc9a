import { emptyIssue, type Issue, personOf } from "../issues/issue.ts";
import { type Cells, capital, cellsOf, type IssueFile, tableOf } from "../issues/read-file.ts";

/** The parts of a file that decide how its tasks are read. */
export interface AsanaFile {
  /** The project that most tasks are in: a task can be in several ones, and the file is of one. */
  main: string;
  /** Tasks name their sections, so that no task is a heading. */
  hasSections: boolean;
  /** The keys of tasks that are in the file with their content. */
  whole: Set<string>;
  /** The parents of tasks that are in the file with their content, and by name in their parents. */
  parents: Map<string, string>;
}

/** Tasks without a project, such as private ones, have other readers than those of a project. */
export const withoutProject = ({ main }: AsanaFile): string => (main === "" ? "" : "No project");

/** In old exports, a task whose name ends with a colon is the heading of a section. */
export function createHeadings(file: IssueFile, { hasSections }: AsanaFile) {
  let section = "";
  return {
    current: () => section,
    /** Returns whether a task without anything but its name is a heading. */
    isHeading(name: string, isBare: boolean): boolean {
      const isOne = isBare && !hasSections && /\S:\s*$/.test(name);
      if (!isOne) return false;
      section = name.trim().slice(0, -1).trim();
      file.problem("heading_as_section", section);
      return true;
    },
  };
}
export type Headings = ReturnType<typeof createHeadings>;

export const sectionOf = ({ one }: Cells): string => one("section/column", "section", "column");

/** The task that has a title, and where it is. */
interface Titled {
  key: string;
  section: string;
  project: string;
}

/** Reads the tasks of a CSV file of Asana. */
export async function* tasksOfTable(
  file: IssueFile,
  shape: AsanaFile,
  headings: Headings,
): AsyncGenerator<Issue> {
  const titles = new Map<string, Titled | null>();
  let number = 1;
  for await (const { row, columns } of tableOf(file, "asana")) {
    number += 1;
    if (number === 2) file.problem("comments_not_in_export", "");
    const issue = issueOfRow(cellsOf(row, columns), shape, headings, titles);
    if (issue) yield issue;
    else if (issue === undefined) file.problem("record_unreadable", `row ${number}`);
  }
}

/** A row as a task. Null: it is the heading of a section. */
function issueOfRow(
  cells: Cells,
  shape: AsanaFile,
  headings: Headings,
  titles: Map<string, Titled | null>,
): Issue | null | undefined {
  const { one, rest } = cells;
  const [id, title] = [one("task id"), one("name")];
  // A quotation mark in the wrong place puts several rows into one.
  if (id === "" || !/^[\d.+eE ,]{1,40}$/.test(id)) return undefined;
  const given = sectionOf(cells);
  const projects = one("projects", "project");
  const [created, updated, parent] = [one("created at"), one("last modified"), one("parent task")];
  const more = rest();
  if (parent === "" && headings.isHeading(title, more.length === 0)) return null;
  // Spreadsheets round long numbers: then several tasks would have the same one.
  const key = /^\d{1,20}$/.test(id) ? id : "";
  const done = one("completed at");
  const whole = titles.get(parent) ?? undefined;
  const isMain = projects === shape.main || projects.split(", ").includes(shape.main);
  const project = isMain ? shape.main : projects || whole?.project || withoutProject(shape);
  const section = given || whole?.section || headings.current() || "No section";
  const before = titles.get(title);
  // Tasks of two projects have different readers: their title names neither.
  if (before === null || (before && before.project !== project)) titles.set(title, null);
  else if (key !== "") titles.set(title, { key, section, project });
  const linked = (cell: string, way: "in" | "out") =>
    cell === "" ? [] : [{ type: "Blocks", way, key: `names:${cell}` }];
  const read = new Set<string>();
  const cell = (...names: string[]) => {
    for (const name of names) read.add(name);
    return one(...names);
  };
  const issue: Issue = {
    ...emptyIssue,
    ...{ key, id: `name:${title}`, isKeyUnique: key !== "" },
    ...{ project: { key: project, name: project }, status: section },
    ownStatus: done === "" ? (parent === "" ? null : "todo") : "done",
    ...{ priority: cell("priority"), summary: title, description: cell("notes") },
    labels: cell("tags")
      .split(",")
      .flatMap((tag) => tag.trim() || []),
    assignee: personOf(cell("assignee email"), cell("assignee")),
    ...{ created, updated, resolved: done, due: cell("due date") },
    parent: whole?.key ?? (parent === "" || titles.get(parent) === null ? "" : `name:${parent}`),
    notes: titles.get(parent) === null ? ["parent_missing"] : [],
    links: [
      ...linked(cell("blocked by (dependencies)", "blocked by"), "in"),
      ...linked(cell("blocking (dependencies)", "blocking"), "out"),
    ],
  };
  const fields = [{ label: "Start date", value: cell("start date") }];
  if (projects !== project && projects !== "") fields.push({ label: "Projects", value: projects });
  for (const [name, values] of more)
    if (!read.has(name) && name !== "completed at")
      fields.push({ label: capital(name), value: values.join(", ") });
  return { ...issue, fields: fields.filter(({ value }) => value !== "") };
}

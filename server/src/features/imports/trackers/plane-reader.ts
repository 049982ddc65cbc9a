import type { TaskText } from "../../tasks/public.ts";
import { fromHtml } from "../issues/html.ts";
import { emptyIssue, type Issue, type IssueComment, nobody, personOf } from "../issues/issue.ts";
import { createIssueReader } from "../issues/issue-reader.ts";
import { fromMarkdown, isKey, keyRules, namedInParts } from "../issues/markdown.ts";
import { type Cells, capital, cellsOf, type IssueFile, tableOf, unguarded } from "../issues/read-file.ts";
import { fieldsIn, isFields, wordsIn } from "../messages/markdown.ts";

const rules = keyRules(/\/browse\/([A-Z0-9]{1,20}-\d{1,9})(?:[/?#]|$)/i);

const isHtml = /<(?:p|div|br|ul|ol|li|h[1-6]|strong|em|a|code|pre|table|blockquote|mention-component)[\s/>]/i;

/** Reads the work items that Plane exports of its projects as CSV, in the forms of its older and newer versions. */
export const planeReader = createIssueReader({
  source: "plane",
  files: [".csv", ".tsv", ".txt", ".json"],
  advice: "Export work items as CSV from the settings of the workspace.",
  hasKeys: true,
  textsOf(_issue, text, names): TaskText[] {
    return isHtml.test(text)
      ? namedInParts(fromHtml(text, names.isPerson), rules, names)
      : fromMarkdown(text, rules, names);
  },
  async *read(file) {
    let number = 1;
    for await (const { row, columns } of tableOf(file, "plane")) {
      number += 1;
      const cells = cellsOf(row, columns);
      if (number === 2 && !columns.has("description") && !columns.has("description html"))
        file.problem("descriptions_not_in_export", "");
      const [key, isDraft] = [cells.one("identifier", "id"), /^true$/i.test(cells.one("is draft"))];
      // Only the person who writes a draft reads it.
      if (isDraft) file.problem("draft_left_out", key);
      else if (!isKey(key) || row.length < 4) file.problem("record_unreadable", `row ${number}`);
      else yield issueOf(cells, key, file, number);
    }
  },
});

/** The values of a cell: a list in JSON, or separated by commas. */
function listOf(cell: string): string[] {
  const parsed = parse(cell);
  const values = Array.isArray(parsed) ? parsed.map(String) : cell.split(",");
  return values.flatMap((one) => one.trim() || []);
}

function parse(cell: string): unknown {
  if (!/^\s*[[{]/.test(cell)) return undefined;
  try {
    return JSON.parse(cell);
  } catch {
    return undefined;
  }
}

const unneeded =
  "project id,sequence id,sub issues count,link count,attachment count,subscribers count,cycle start date,cycle end date,module start date,module target date".split(
    ",",
  );

function issueOf(cells: Cells, key: string, file: IssueFile, number: number): Issue {
  const { one, all } = cells;
  const text = (...names: string[]) => unguarded(one(...names));
  const people = (cell: string) => listOf(cell).flatMap((name) => personOf("", name) ?? []);
  const [assignee, ...others] = people(one("assignees", "assignee"));
  const name = one("project name", "project");
  const projectKey = one("project identifier") || key.replace(/-\d+$/, "");
  const fields = [
    { label: "Cycle", value: listOf(one("cycles") || one("cycle name")).join(", ") },
    { label: "Module", value: listOf(one("modules") || one("module name")).join(", ") },
    { label: "Estimate", value: one("estimate") },
    { label: "Start date", value: one("start date") },
    ...propertiesOf(one("custom properties")),
  ];
  all(...unneeded);
  const status = one("state name", "state");
  const issue: Issue = {
    ...emptyIssue,
    ...{ key, project: { key: projectKey, name: name || projectKey }, status, type: one("issue type") },
    category: /^cancel/i.test(status) ? "canceled" : one("completed at") === "" ? "" : "done",
    ownStatus: one("archived at") === "" ? null : "archived",
    ...{
      priority: one("priority"),
      summary: text("name"),
      description: text("description html", "description"),
    },
    labels: listOf(one("labels")),
    ...{ assignee, watchers: [...others, ...people(one("subscribers"))] },
    reporter: personOf("", one("created by name", "created by")),
    ...{ created: one("created at"), updated: one("updated at"), resolved: one("completed at") },
    ...{ due: one("target date", "due date"), parent: one("parent") },
    comments: commentsOf(text("comments"), () => file.problem("comments_unreadable", `row ${number}`)),
    attachments: [
      ...linksOf(one("links") || one("link")),
      ...listOf(one("attachment links")).map((url) => ({ url, name: "", isFile: true })),
    ],
    links: relationsOf(one("relations")),
    fields: fields.filter(({ value }) => value !== ""),
  };
  return { ...issue, unread: cells.rest().map(([column]) => capital(column)) };
}

function propertiesOf(cell: string): { label: string; value: string }[] {
  const parsed = parse(cell);
  return isFields(parsed)
    ? Object.entries(parsed).flatMap(([label, value]) =>
        value === null || typeof value === "object" ? [] : { label: capital(label), value: String(value) },
      )
    : [];
}

function linksOf(cell: string): Issue["attachments"] {
  const parsed = parse(cell);
  return Array.isArray(parsed)
    ? fieldsIn(parsed).map(({ url, title }) => ({ url: wordsIn(url), name: wordsIn(title), isFile: false }))
    : listOf(cell).map((url) => ({ url, name: "", isFile: false }));
}

/** A list of types and issues, or the issues by their types. Of "incoming" ones, the other issue has the type. */
function relationsOf(cell: string): Issue["links"] {
  const parsed = parse(cell);
  const listed = Array.isArray(parsed)
    ? fieldsIn(parsed).map(({ type, issue, direction }) => ({
        ...{ type: wordsIn(type), key: wordsIn(issue), isIn: direction === "incoming" },
      }))
    : Object.entries(isFields(parsed) ? parsed : {}).map(([type, key]) => ({
        ...{ type, key: wordsIn(key), isIn: false },
      }));
  return listed
    .filter(({ key }) => key !== "")
    .map(({ type, key, isIn }) => {
      const isBlocked = type === "blocked_by";
      if (isBlocked || type === "blocking")
        return { type: "Blocks", way: isBlocked === isIn ? ("out" as const) : ("in" as const), key };
      return {
        type: capital(type.replaceAll("_", " ")),
        way: isIn ? ("in" as const) : ("out" as const),
        key,
      };
    });
}

const maxWritten = 4_000_000;

/** Reads comments in JSON, or as older versions write them: the way Python shows a list. */
function commentsOf(cell: string, onProblem: () => void): IssueComment[] {
  if (cell === "" || cell === "[]") return [];
  const parsed = parse(cell);
  const listed = Array.isArray(parsed) ? fieldsIn(parsed) : cell.length > maxWritten ? [] : writtenIn(cell);
  if (listed.length === 0) onProblem();
  return listed
    .map(({ comment, created_by, created_at }) => ({
      ...{ at: wordsIn(created_at), author: personOf("", wordsIn(created_by)) ?? nobody },
      ...{ body: wordsIn(comment), isRestricted: false },
    }))
    .filter(({ body }) => body !== "");
}

const written = /'(comment|created_at|created_by)': (?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/gs;

function writtenIn(cell: string): Record<string, string>[] {
  const found: Record<string, string>[] = [];
  for (const [, name = "", single, double] of cell.matchAll(written)) {
    if (name === "comment") found.push({});
    const words = (single ?? double ?? "").replace(/\\(?:n|(.))/gs, (_all, sign) => sign ?? "\n");
    const last = found.at(-1);
    if (last) last[name] = words;
  }
  return found;
}

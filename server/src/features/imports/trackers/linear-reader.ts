import { readDate } from "../issues/dates.ts";
import { emptyIssue, type Issue, personOf } from "../issues/issue.ts";
import { createIssueReader } from "../issues/issue-reader.ts";
import { fromMarkdown, isKey, keyRules } from "../issues/markdown.ts";
import { type Cells, capital, cellsOf, tableOf, unguarded } from "../issues/read-file.ts";

const rules = keyRules(/^https?:\/\/linear\.app\/[^/]{1,100}\/issue\/([A-Z0-9]{1,20}-\d{1,9})(?:[/?#]|$)/i);

/** Reads the issues that Linear exports of a workspace or a team as CSV. */
export const linearReader = createIssueReader({
  source: "linear",
  files: [".csv", ".tsv", ".txt", ".json"],
  advice: "Export issues as CSV from the settings of the workspace, or from a list of issues.",
  hasKeys: true,
  textsOf: (_issue, text, names) => fromMarkdown(text, rules, names),
  async *read(file) {
    let number = 1;
    for await (const { row, columns } of tableOf(file, "linear")) {
      number += 1;
      if (number === 2) file.problem("comments_not_in_export", "");
      const cells = cellsOf(row, columns);
      // A quotation mark in the wrong place puts several rows into one.
      if (!isKey(cells.one("id")) || row.length < 4) file.problem("record_unreadable", `row ${number}`);
      else yield issueOf(cells);
    }
  },
});

/** Labels and issues, separated by commas. */
const listOf = (cell: string): string[] => cell.split(",").flatMap((one) => one.trim() || []);

/** Identifiers, and parts of what other columns say. */
const unneeded = "project id,project milestone id,uuid,cycle start,cycle end,started,roadmaps".split(",");

/**
 * Linear writes midnight of the person who exports, in UTC: east of it, that is on the day before.
 * @returns the day for all zones from eleven hours behind UTC to twelve ahead of it.
 */
function dueOf(cell: string): string {
  const at = / \d{2}:\d{2}:\d{2} /.test(cell) ? readDate(cell) : undefined;
  return at ? new Date(at.getTime() + 12 * 3_600_000).toISOString().slice(0, 10) : cell;
}

function issueOf(cells: Cells): Issue {
  const { one, all } = cells;
  const team = one("team") || one("id").replace(/-\d+$/, "");
  const text = (...names: string[]) => unguarded(one(...names));
  const cycle = one("cycle name") || (one("cycle number") && `Cycle ${one("cycle number")}`);
  const linked = (column: string, type: string, way: "in" | "out") =>
    listOf(one(column)).map((other) => ({ type, way, key: other }));
  const [completed, canceled, archived] = [one("completed"), one("canceled", "cancelled"), one("archived")];
  const fields = [
    { label: "Project", value: text("project") },
    { label: "Project milestone", value: text("project milestone") },
    { label: "Cycle", value: cycle },
    { label: "Estimate", value: one("estimate") },
    { label: "Initiatives", value: text("initiatives") },
    { label: "Start date", value: one("started") },
  ];
  all(...unneeded);
  const issue: Issue = {
    ...emptyIssue,
    ...{ key: one("id"), project: { key: team, name: team }, status: one("status") },
    category: completed === "" ? (canceled === "" ? "" : "canceled") : "done",
    ownStatus: archived === "" ? null : "archived",
    ...{ priority: one("priority"), summary: text("title"), description: text("description") },
    labels: listOf(one("labels")),
    assignee: personOf("", one("assignee")),
    reporter: personOf("", one("creator")),
    watchers: listOf(one("subscribers")).flatMap((name) => personOf("", name) ?? []),
    ...{ created: one("created"), updated: one("updated") || one("created"), due: dueOf(one("due date")) },
    ...{ resolved: completed || canceled, parent: one("parent issue", "parent") },
    links: [
      ...linked("blocked by", "Blocks", "in"),
      ...linked("blocks", "Blocks", "out"),
      ...linked("blocking", "Blocks", "out"),
      ...linked("related to", "Relates", "out"),
      ...linked("duplicate of", "Duplicate", "out"),
    ],
    fields: fields.filter(({ value }) => value !== ""),
  };
  return { ...issue, unread: cells.rest().map(([name]) => capital(name)) };
}

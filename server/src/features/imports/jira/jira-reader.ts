import { fromHtml } from "../issues/html.ts";
import { createIssueReader } from "../issues/issue-reader.ts";
import { tableOf } from "../issues/read-file.ts";
import { fromMarkup } from "./markup.ts";
import { issueOfRow } from "./read-csv.ts";
import { issueOfItem, itemsOf } from "./read-xml.ts";

/** Reads what Jira exports of a search: CSV with all fields, or XML. */
export const jiraReader = createIssueReader({
  source: "jira",
  files: [".csv", ".xml"],
  advice: "Export a search as CSV with all fields, or as XML.",
  hasKeys: true,
  textsOf(issue, text, { isPerson }) {
    if (issue.isHtml) return fromHtml(text, isPerson);
    return fromMarkup(text).map((part) =>
      typeof part === "string" || isPerson(part.person) ? part : part.person,
    );
  },
  async *read(file) {
    if (!file.path.toLowerCase().endsWith(".xml")) {
      for await (const { row, columns } of tableOf(file, "jira")) yield issueOfRow(row, columns);
      return;
    }
    const problem = (kind: string) => (detail: string) => file.problem(kind, detail);
    const items = itemsOf(file.text(), problem("record_unreadable"), problem("file_unreadable"));
    for await (const item of items) yield issueOfItem(item);
  },
});

import {
  emptyIssue,
  type Issue,
  type IssueComment,
  type IssuePerson,
  type LooseComment,
  nobody,
  personOf,
  priorityOf,
} from "../issues/issue.ts";
import { createIssueReader } from "../issues/issue-reader.ts";
import { fromMarkdown, type NamingRules } from "../issues/markdown.ts";
import { type Cells, capital, cellsOf, type IssueFile, tableOf } from "../issues/read-file.ts";
import { isJson, jsonOf } from "../issues/read-json.ts";
import { fieldsIn, isFields, wordsIn } from "../messages/markdown.ts";

type Json = Readonly<Record<string, unknown>>;

/** A repository and a number, of an address of an issue or pull request for people or programs. */
const address =
  /^https?:\/\/([^/\s]{1,200})(?:\/api\/v3)?(?:\/repos)?\/([\w.-]{1,100}\/[\w.-]{1,100})\/(issues|pull|pulls)\/(\d{1,9})(?:[/?#]|$)/i;

/** Reads issues of GitHub: JSON of `gh issue list` or of the REST API, or the table of a project. */
export const githubReader = createIssueReader({
  source: "github",
  files: [".json", ".jsonl", ".csv", ".tsv", ".txt"],
  advice: "Export issues as JSON with “gh issue list --json”, or from the REST API.",
  hasKeys: true,
  textsOf(issue, text, names) {
    const repository = issue.key.replace(/#\d+$/, "");
    const rules: NamingRules = {
      word: /(?<![\p{L}\p{N}_&/#-])(?:[\w.-]{1,100}\/[\w.-]{1,100})?#\d{1,9}(?![\p{L}\p{N}_])|(?<![\p{L}\p{N}_])GH-\d{1,9}(?![\p{L}\p{N}_])/u,
      keyOf(words) {
        const [, host = "", named, , number] = address.exec(words) ?? [];
        if (named !== undefined) return /(?:^|\.)github\.com$/i.test(host) ? keyOf(named, number) : undefined;
        const [, own, digits] = /^(?:([\w./-]*)#|GH-)(\d+)$/.exec(words) ?? [];
        return digits && keyOf(own || repository, digits);
      },
      shown: (key) => (key.startsWith(`${repository}#`) ? key.slice(repository.length) : key),
      personOf: (login) => login.toLowerCase(),
    };
    return fromMarkdown(text, rules, names);
  },
  async *read(file) {
    const left = { pulls: 0, comments: 0 };
    if (await isJson(file))
      for await (const item of jsonOf(file, "github")) {
        const found = recordOf(item, file, left);
        if (found) yield found;
      }
    else {
      let number = 1;
      for await (const { row, columns } of tableOf(file, "github")) {
        number += 1;
        const found = issueOfRow(cellsOf(row, columns), left);
        if (found) yield found;
        else if (found === undefined) file.problem("record_unreadable", `row ${number}`);
      }
    }
    if (left.pulls > 0) file.problem("pull_request_left_out", "", left.pulls);
    if (left.comments > 0) file.problem("comments_not_in_file", "", left.comments);
  },
});

const keyOf = (repository: string, number: unknown): string => `${repository.toLowerCase()}#${number}`;

function recordOf(item: Json, file: IssueFile, left: Left): Issue | LooseComment | undefined {
  const of = address.exec(wordsIn(item.html_url) || wordsIn(item.url));
  const isPull = isFields(item.pull_request) || /^pulls?$/.test(of?.[3] ?? "");
  if (isPull) left.pulls += "number" in item ? 1 : 0;
  if (isPull) return undefined;
  if (!("issue_url" in item)) return issueOf(item, of?.[2], file, left);
  const [, , repository, , number] = address.exec(wordsIn(item.issue_url)) ?? [];
  if (repository === undefined) {
    file.problem("record_unreadable", "a comment");
    return undefined;
  }
  left.comments -= 1;
  return { issueKey: keyOf(repository, number), comment: commentOf(item) };
}

interface Left {
  pulls: number;
  comments: number;
}

/** The texts of one of several names, as the REST API and the command line have different ones. */
const text = (item: Json, ...names: string[]): string =>
  names.map((name) => wordsIn(item[name])).find((value) => value !== "") ?? "";

/** A person whose account was deleted is nobody, or is named ghost. */
function userOf(user: unknown): IssuePerson | undefined {
  if (!isFields(user)) return undefined;
  const login = wordsIn(user.login);
  if (login === "" || login === "ghost") return undefined;
  const isBot = user.is_bot === true || user.type === "Bot";
  const person = personOf(login.toLowerCase(), wordsIn(user.name) || login);
  return person && { ...person, isBot };
}

const namesIn = (list: unknown): string[] =>
  Array.isArray(list)
    ? list.flatMap((one: unknown) => (isFields(one) ? wordsIn(one.name) : wordsIn(one)) || [])
    : [];

/** The other issues of a list, which is a page of a search where it comes from the command line. */
const othersIn = (value: unknown, repository: string): string[] =>
  fieldsIn(isFields(value) ? value.nodes : value).flatMap((one) => {
    const [, , named] = address.exec(text(one, "url", "html_url")) ?? [];
    return typeof one.number === "number" ? keyOf(named ?? repository, one.number) : [];
  });

function reactionsTo(item: Json): number {
  if (isFields(item.reactions)) return Number(item.reactions.total_count) || 0;
  return fieldsIn(item.reactionGroups).reduce(
    (sum, { users }) => sum + (isFields(users) ? Number(users.totalCount) || 0 : 0),
    0,
  );
}

function commentOf(item: Json): IssueComment {
  const id = typeof item.id === "number" ? String(item.id) : wordsIn(item.id);
  // The command line and the REST API name a comment in different ways; the end of its address is the same.
  const [, number] = /#issuecomment-(\d{1,20})$/.exec(text(item, "html_url", "url")) ?? [];
  const known = number ?? (/^[\w=-]{1,100}$/.test(id) ? id : undefined);
  return {
    ...(known !== undefined && { id: known }),
    ...{ at: text(item, "created_at", "createdAt"), author: userOf(item.user ?? item.author) ?? nobody },
    ...{ body: wordsIn(item.body), isRestricted: false },
  };
}

function stateOf(isClosed: boolean, reason: string, inProject: string): Pick<Issue, "status" | "category"> {
  if (!isClosed) return { status: inProject || "Open", category: inProject ? "" : "todo" };
  const why = reason.toLowerCase().replaceAll("_", " ");
  return why === "not planned" || why === "duplicate"
    ? { status: `Closed as ${why}`, category: "canceled" }
    : { status: "Closed", category: "done" };
}

/** A label such as "priority: high" or "P1". */
function priorityIn(labels: readonly string[]): string {
  for (const label of labels) {
    const [, named] = /^(?:(?:priority|prio)\s?[:/ -]\s?)?(\w{1,20})$/i.exec(label.trim()) ?? [];
    const isOne = /^p(?:[0-4]$|rio)/i.test(label.trim());
    if (named && isOne && priorityOf(named)) return named;
  }
  return "";
}

function issueOf(item: Json, named: string | undefined, file: IssueFile, left: Left): Issue | undefined {
  if (typeof item.number !== "number") {
    file.problem("record_unreadable", "an issue without a number");
    return undefined;
  }
  const repository =
    named ?? /([\w.-]+\/[\w.-]+)$/.exec(wordsIn(item.repository_url))?.[1] ?? "unknown/repository";
  const isClosed = /^closed$/i.test(wordsIn(item.state)) || item.closed === true;
  const items = fieldsIn(item.projectItems);
  const [inProject] = items.flatMap(
    ({ status }) => (isFields(status) ? wordsIn(status.name) : wordsIn(status)) || [],
  );
  const labels = namesIn(item.labels);
  const [assignee, ...others] = (
    Array.isArray(item.assignees) && item.assignees.length > 0 ? item.assignees : [item.assignee]
  ).flatMap((one: unknown) => userOf(one) ?? []);
  const type = item.issueType ?? item.type;
  const milestone = isFields(item.milestone) ? wordsIn(item.milestone.title) : "";
  const comments = Array.isArray(item.comments) ? fieldsIn(item.comments).map(commentOf) : [];
  if (typeof item.comments === "number") left.comments += item.comments;
  const parentUrl = address.exec(wordsIn(item.parent_issue_url));
  const link = (type: string, way: "in" | "out", list: unknown) =>
    othersIn(list, repository).map((key) => ({ type, way, key }));
  return {
    ...emptyIssue,
    ...{
      key: keyOf(repository, item.number),
      isKeyUnique: named !== undefined,
      project: { key: repository.toLowerCase(), name: repository },
    },
    ...stateOf(isClosed, text(item, "state_reason", "stateReason"), inProject ?? ""),
    ...{ type: isFields(type) ? wordsIn(type.name) : "", priority: priorityIn(labels), labels },
    ...{ summary: wordsIn(item.title), description: wordsIn(item.body) },
    ...{ assignee, watchers: others, reporter: userOf(item.user ?? item.author) },
    created: text(item, "created_at", "createdAt"),
    updated: text(item, "updated_at", "updatedAt"),
    resolved: isClosed ? text(item, "closed_at", "closedAt") : "",
    parent: parentUrl
      ? keyOf(parentUrl[2] ?? "", parentUrl[4])
      : (othersIn(isFields(item.parent) ? [item.parent] : [], repository)[0] ?? ""),
    comments,
    links: [...link("Blocks", "in", item.blockedBy), ...link("Blocks", "out", item.blocking)],
    fields: [
      ...(milestone === "" ? [] : [{ label: "Milestone", value: milestone }]),
      ...items.flatMap(({ title }) => (wordsIn(title) ? { label: "Project", value: wordsIn(title) } : [])),
    ],
    notes: Array.from({ length: Math.min(reactionsTo(item), 1) }, () => "reactions_left_out"),
  };
}

const listOf = (cell: string): string[] => cell.split(",").flatMap((one) => one.trim() || []);

/** Columns of a project that say nothing of the issue itself. */
const unneeded = "reviewers,linked pull requests,sub-issues progress,id,node_id,number,url".split(",");

/** A row of the table of a project, or of another program's. Null: it is a pull request, which is left out. */
function issueOfRow({ one, rest }: Cells, left: Left): Issue | null | undefined {
  const [, , named, kind, number] = address.exec(one("url", "html_url", "html url")) ?? [];
  const isPull = /^pulls?$/i.test(kind ?? "");
  if (isPull) left.pulls += 1;
  if (isPull) return null;
  const repository = named ?? /([\w.-]+\/[\w.-]+)$/.exec(one("repository"))?.[1] ?? "unknown/repository";
  const digits = number ?? /^#?(\d{1,9})$/.exec(one("number"))?.[1];
  const [title, state] = [one("title"), one("state")];
  if (title === "") return undefined;
  const labels = listOf(one("labels", "label"));
  const people = (...names: string[]) =>
    names.flatMap((name) => listOf(one(name))).flatMap((login) => userOf({ login }) ?? []);
  const [assignee, ...watchers] = people("assignees", "assignee");
  const closed = one("closed at", "closed_at", "closedat", "closed");
  const issue: Issue = {
    ...emptyIssue,
    // A draft of a project has no number.
    ...{ key: digits === undefined ? "" : keyOf(repository, digits), isKeyUnique: number !== undefined },
    project: { key: repository.toLowerCase(), name: repository },
    ...stateOf(/^closed$/i.test(state), one("state reason", "state_reason"), one("status")),
    ...{ type: one("type"), priority: one("priority") || priorityIn(labels), labels, summary: title },
    ...{
      description: one("body", "description"),
      assignee,
      watchers,
      reporter: people("author", "user", "creator")[0],
    },
    created: one("created at", "created_at", "createdat", "created"),
    ...{ updated: one("updated at", "updated_at", "updatedat", "updated"), resolved: closed },
    due: one("due date", "target date", "end date"),
    fields: ["start date", "milestone", "estimate", "size", "iteration", "sprint"].flatMap((name) => {
      const value = one(name);
      return value === "" ? [] : { label: capital(name), value };
    }),
  };
  const parent = address.exec(one("parent issue"));
  if (parent) issue.parent = keyOf(parent[2] ?? "", parent[4]);
  one("repository", ...unneeded);
  for (const [name, values] of rest()) issue.fields.push({ label: capital(name), value: values.join(", ") });
  return issue;
}

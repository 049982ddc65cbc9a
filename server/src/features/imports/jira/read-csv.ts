import { readDate } from "../issues/dates.ts";
import { emptyIssue, type Issue, nobody, personOf } from "../issues/issue.ts";
import { type Columns, capital } from "../issues/read-file.ts";

/** Fields of Jira that say nothing outside of it. */
const noise = /^(?:rank|development|\[chart\]|issue color|flagged|work ratio|epic (?:color|status)|sync)/i;

/** Pure: a row as an issue. */
export function issueOfRow(row: readonly string[], columns: Columns): Issue {
  const all = (...names: string[]) =>
    names.flatMap((name) => columns.get(name) ?? []).flatMap((index) => row[index]?.trim() || []);
  const one = (...names: string[]) => all(...names)[0] ?? "";
  // The first ID belongs to the first name, also where one of them is empty.
  const people = (name: string) => {
    const ids = columns.get(`${name} id`) ?? [];
    const names = columns.get(name) ?? [];
    return Array.from({ length: Math.max(ids.length, names.length) }, (_, index) =>
      personOf(row[ids[index] ?? -1] ?? "", row[names[index] ?? -1] ?? ""),
    ).filter((person) => person !== undefined);
  };
  const fields = [...columns.keys()].flatMap((name) => {
    const label = /^custom field \((.+)\)$/.exec(name)?.[1];
    if (!label || noise.test(label) || /^epic link$|^parent link$/.test(label)) return [];
    return all(name).map((value) => ({ label: capital(label), value }));
  });
  return {
    ...{ ...emptyIssue, key: one("issue key"), id: one("issue id"), areReadersKnown: false },
    project: {
      key: one("project key") || one("issue key").replace(/-\d+$/, ""),
      name: one("project name", "project"),
    },
    ...{ type: one("issue type"), status: one("status"), category: one("status category") },
    isRestricted: one("security level", "security") !== "",
    ...{ priority: one("priority"), resolution: one("resolution"), summary: one("summary") },
    description: one("description"),
    labels: [...all("labels"), ...all("component/s", "components", "component")],
    ...{ assignee: people("assignee")[0], reporter: people("reporter")[0] ?? people("creator")[0] },
    watchers: people("watchers"),
    ...{ created: one("created"), updated: one("updated"), resolved: one("resolved") },
    due: one("due date"),
    parent: one(
      "parent id",
      "parent",
      "parent key",
      "custom field (epic link)",
      "custom field (parent link)",
    ),
    // A sum has the time of its sub-tasks in it, which have it themselves.
    estimateSeconds: secondsOf(
      one(columns.has("original estimate") ? "original estimate" : "σ original estimate"),
    ),
    spentSeconds: secondsOf(one(columns.has("time spent") ? "time spent" : "σ time spent")),
    worked: all("log work").flatMap((cell) => workOf(cell) ?? []),
    comments: all("comment", "comments").map(commentOf),
    attachments: all("attachment", "attachments").map((cell) => {
      const [, name = "", url = ""] =
        /^[^;\n]{0,60};[^;\n]{0,200};(.{0,400}?);([a-z]{2,8}:\/\/.*)$/i.exec(cell) ?? [];
      return url === "" ? { name: cell, url: cell } : { name, url };
    }),
    links: [...columns.keys()].flatMap((name) => {
      const [, way, type = ""] = /^(in|out)ward issue link \((.+)\)$/.exec(name) ?? [];
      return way === "in" || way === "out"
        ? all(name).map((key) => ({ type: capital(type), way, key }) as const)
        : [];
    }),
    fields: [
      ...fields,
      ...plain.flatMap(([name, label]) => {
        const values = all(...name);
        return values.length > 0 ? [{ label, value: [...new Set(values)].join(", ") }] : [];
      }),
    ],
    unread: unreadOf(columns).filter((name) => all(name).length > 0),
  };
}

const unreadColumns = new WeakMap<Columns, string[]>();

/** Columns that no field reads: found once for a file. */
function unreadOf(columns: Columns): string[] {
  const names = unreadColumns.get(columns) ?? [...columns.keys()].filter((name) => !isRead(name));
  unreadColumns.set(columns, names);
  return names;
}

const readColumns = new Set([
  ..."summary,issue key,issue id,issue type,status,status category,project key,project name,project".split(
    ",",
  ),
  ..."priority,resolution,description,labels,component/s,components,component,assignee,assignee id".split(
    ",",
  ),
  ..."reporter,reporter id,creator,creator id,watchers,watchers id,created,updated,resolved".split(","),
  ..."due date,parent id,parent,parent key,custom field (epic link),custom field (parent link)".split(","),
  ..."original estimate,time spent,log work,comment,comments,attachment,attachments".split(","),
  ..."security level,security,environment,sprint,fix version/s,fix versions".split(","),
  ..."affects version/s,affects versions".split(","),
]);
const isRead = (name: string): boolean =>
  name === "" || readColumns.has(name) || /^(?:in|out)ward issue link \(/.test(name) || isOwnField(name);
const isOwnField = (name: string): boolean => {
  const label = /^custom field \((.+)\)$/.exec(name)?.[1];
  return label !== undefined && !noise.test(label);
};

const plain = [
  [["environment"], "Environment"],
  [["sprint"], "Sprint"],
  [["fix version/s", "fix versions"], "Fix version"],
  [["affects version/s", "affects versions"], "Affects version"],
] as const;

/** The order of the dates of the file is not known yet. */
const isDate = (text: string): boolean => (readDate(text, "day") ?? readDate(text, "month")) !== undefined;

/** Reads "date;author;text". The text has semicolons of its own; a comment without a date is only a text. */
function commentOf(cell: string): Issue["comments"][number] {
  const [, at = "", author = "", body = ""] = /^([^;\n]{6,60});([^;\n]{0,200});([\s\S]*)$/.exec(cell) ?? [];
  return isDate(at)
    ? { at, author: personOf(author, author) ?? nobody, body, isRestricted: false }
    : { at: "", author: nobody, body: cell, isRestricted: false };
}

/** Reads "text;date;author;seconds". The file does not say who may read the text, so it is left out. */
function workOf(cell: string): Issue["worked"][number] | undefined {
  const [, at = "", author = "", seconds = ""] =
    /;([^;\n]{6,60});([^;\n]{0,200});(\d{1,9})$/.exec(cell) ?? [];
  if (!isDate(at)) return undefined;
  return { author: personOf(author, author) ?? nobody, at, seconds: Number(seconds) };
}

const secondsOf = (value: string): number => (/^\d{1,9}$/.test(value) ? Number(value) : 0);

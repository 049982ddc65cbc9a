import type { ImportedTask, TaskText } from "../../tasks/public.ts";
import { printOf } from "../archive/prints.ts";
import type { SourceRecord } from "../archive/records.ts";
import { dueAt, hashOf, unknownPerson } from "../task-words.ts";
import { type DateOrder, dayOf, readDate } from "./dates.ts";
import { type Issue, type IssueComment, priorityOf } from "./issue.ts";
import type { Names } from "./markdown.ts";

/** The part of each issue that is kept in memory, so that others find it. */
export interface KnownIssue {
  key: string;
  parent: string;
  isEpic: boolean;
  title: string;
  /** As it is written. */
  created: string;
  isRestricted: boolean;
  isKeyUnique: boolean;
  /** Its list. */
  placeKey: string;
  /** Its project, whose people may not read others. */
  boardKey: string;
}

/** Writes texts of a product as Markdown. */
export type TextsOf = (issue: Pick<Issue, "key" | "isHtml">, text: string, names: Names) => TaskText[];

/** Everything that is known of a file before its issues are written. */
export interface Export {
  encoding: string;
  /** By key and by ID. Null: two have it. */
  issues: Map<string, KnownIssue | null>;
  /** Those of all files that were uploaded together. Null: two that have the same key are not the same. */
  others: Map<string, KnownIssue | null>;
  /** The names of the people by their keys. */
  people: Map<string, string>;
  order: DateOrder;
  /** The time of what has none that can be read. */
  fallback: Date;
  textsOf: TextsOf;
  /** People know issues by their keys. */
  hasKeys: boolean;
}

type Placed = Pick<Issue, "parent" | "key"> & (Pick<Issue, "project"> | { boardKey: string });

/** The project that an issue is in. Others may have other readers. */
export const boardKey = (issue: Pick<Issue, "project"> | { boardKey: string }): string =>
  "boardKey" in issue ? issue.boardKey : `project:${hashOf(issue.project.key || issue.project.name)}`;

export const findIssue = ({ issues, others }: Export, key: string): KnownIssue | undefined =>
  (key === "" || issues.get(key) === null ? undefined : (issues.get(key) ?? others.get(key))) ?? undefined;

/**
 * Returns the links of an issue. A list of titles is split at those commas that leave titles of issues of the file, as
 * titles have commas as well.
 */
function linksOf({ issues }: Export, { links }: Pick<Issue, "links">): Issue["links"] {
  return links.flatMap((link) => {
    if (!link.key.startsWith("names:")) return link;
    const names = link.key.slice("names:".length).split(",").slice(0, maxNames);
    const found: string[] = [];
    for (let at = 0; at < names.length; ) {
      let length = Math.min(maxCommas, names.length - at);
      const key = () =>
        `name:${names
          .slice(at, at + length)
          .join(",")
          .trim()}`;
      while (length > 1 && !issues.has(key())) length -= 1;
      if (key() !== "name:") found.push(key());
      at += length;
    }
    return found.map((key) => ({ ...link, key }));
  });
}

/** More than a task can wait for, and more commas than titles have. */
const [maxNames, maxCommas] = [200, 10];

/**
 * The issue that an issue is a sub-task of: one level, of the same project, as the sub-task gets the readers of its task,
 * and not of an epic, which has more than a task can have.
 */
export function wholeOf(known: Export, issue: Placed): KnownIssue | undefined {
  const above = findIssue(known, issue.parent);
  if (!above || above.isEpic || above.key === issue.key || above.boardKey !== boardKey(issue))
    return undefined;
  const next = findIssue(known, above.parent);
  return next && !next.isEpic && next.boardKey === above.boardKey ? undefined : above;
}

const maxLevels = 10;

/** Returns whether only some people may read an issue. Its sub-tasks have its level of security; issues of an epic do not. */
export function isClosed(known: Export, issue: Placed & { isRestricted: boolean }): boolean {
  let at: (Placed & { isRestricted: boolean; isEpic?: boolean }) | undefined = issue;
  for (let level = 0; at && level < maxLevels; level += 1) {
    if (at.isRestricted && (level === 0 || !at.isEpic)) return true;
    at = findIssue(known, at.parent);
  }
  return false;
}

/** Names another issue, with its title if all readers of the first one may read it. */
function shownAs(known: Export, issue: Placed, other: string): string {
  const found = findIssue(known, other);
  const title = found && !isClosed(known, found) && found.boardKey === boardKey(issue) ? found.title : "";
  const key = found?.key ?? other;
  if (known.hasKeys) return `${key} ${title}`.trim();
  return title || (found ? "a task of another project" : key.replace(/^name:/, ""));
}

/** Tells an issue from another one that has its key. */
const printFor = (
  { order }: Export,
  { isKeyUnique, created, title }: Pick<KnownIssue, "isKeyUnique" | "created" | "title">,
): string | undefined => (isKeyUnique ? undefined : printOf(readDate(created, order), title));

/** The name of an issue for the target: its key, and the print of the issue if it is known. */
const refTo = (known: Export, key: string) => {
  const issue = findIssue(known, key);
  return { key: `issue/${issue?.key ?? key}`, print: issue ? printFor(known, issue) : undefined };
};

/** Only people of the file are mentioned: any words can stand in a text where a person should. */
function textsOf(known: Export, issue: Pick<Issue, "key" | "isHtml">, text: string): TaskText[] {
  return known.textsOf(issue, text, {
    isPerson: (key) => known.people.has(key),
    find(key) {
      const found = findIssue(known, key);
      if (!found || isClosed(known, found)) return undefined;
      return { task: `issue/${found.key}`, print: printFor(known, found), placeKey: found.placeKey };
    },
  });
}

const isStart = /^(?:start date|target start|planned start)$/i;

export function toTask(known: Export, issue: Issue): ImportedTask {
  const { assignee, reporter, parent, resolution } = issue;
  const priority = priorityOf(issue.priority);
  const { order } = known;
  const created = readDate(issue.created, order);
  const updated = readDate(issue.updated, order);
  const at = created ?? updated ?? known.fallback;
  const due = dayOf(issue.due, order);
  const start = issue.fields.find(({ label, value }) => isStart.test(label) && dayOf(value, order));
  const whole = wholeOf(known, issue);
  const above = whole ? undefined : findIssue(known, parent);
  const texts = linksOf(known, issue).filter(({ type }) => !isBlocking(type));
  return {
    ...{ key: `issue/${issue.key}`, at },
    ...(!issue.isKeyUnique && { print: printOf(created, issue.summary) }),
    ...{ parentKey: whole ? `issue/${whole.key}` : null, parentPrint: whole && printFor(known, whole) },
    updatedAt: updated && updated > at ? updated : at,
    completedAt: readDate(issue.resolved, order) ?? null,
    ...{
      author: reporter?.key ?? unknownPerson,
      title: issue.summary,
      description: textsOf(known, issue, issue.description),
    },
    ...{ status: issue.ownStatus, priority: priority ?? "medium" },
    startsOn: start ? (dayOf(start.value, order) ?? null) : null,
    due: dueAt(issue.dueTime) ?? (due === undefined ? null : { date: due, clock: null }),
    tags: [issue.type, ...issue.labels].filter((label) => label !== ""),
    ...{ assignees: assignee ? [assignee.key] : [], watchers: issue.watchers.map(({ key }) => key) },
    estimateMinutes:
      issue.estimateSeconds > 0
        ? Math.max(1, Math.min(60_000, Math.round(issue.estimateSeconds / 60)))
        : null,
    ...timesOf(issue, known),
    fields: [
      ...(known.hasKeys ? [{ label: "Key", kind: "text" as const, value: issue.key }] : []),
      ...(parent !== "" && !whole
        ? [
            {
              label: above?.isEpic ? "Epic" : "Parent",
              kind: "text" as const,
              value: shownAs(known, issue, parent),
            },
          ]
        : []),
      ...(resolution !== "" && !/^(?:unresolved|done|fixed)$/i.test(resolution)
        ? [{ label: "Resolution", kind: "text" as const, value: resolution }]
        : []),
      ...(priority ? [] : [{ label: "Priority", kind: "text" as const, value: issue.priority }]),
      ...issue.fields
        .filter((field) => field !== start)
        .map(({ label, value, kind }) =>
          kind === undefined && /^-?\d{1,12}(?:\.\d{1,6})?$/.test(value)
            ? { label, kind: "number" as const, value: Number(value) }
            : { label, kind: kind ?? ("text" as const), value },
        ),
      ...texts.map(({ type, way, key }) => ({
        ...{ label: `${type} (${way === "in" ? "from" : "to"})`, kind: "text" as const },
        value: shownAs(known, issue, key),
      })),
    ],
    links: issue.attachments.map(({ url, name, isFile = true }) => ({ url, name: name || url, isFile })),
    notes: [
      ...issue.notes,
      ...(reporter ? [] : ["author_unknown"]),
      ...((issue.due !== "" && !due) || (issue.created !== "" && !created) ? ["due_unread"] : []),
      ...(parent !== "" && !findIssue(known, parent) && /sub-?task|^$/i.test(issue.type)
        ? ["parent_missing"]
        : []),
      ...(above && !above.isEpic && above.key !== issue.key
        ? [above.boardKey === boardKey(issue) ? "part_deeper" : "part_of_other_project"]
        : []),
      ...texts.map(() => "issue_link_in_text"),
      ...(issue.worked.length > 0 ? ["work_text_left_out"] : []),
    ],
  };
}

/** Time by the people who worked, and the rest of the time as far as the source has only its sum. */
function timesOf({ spentSeconds, worked }: Issue, { order, fallback }: Export) {
  const listed = worked.reduce((sum, { seconds }) => sum + seconds, 0);
  return {
    spentMinutes: Math.round(Math.max(0, spentSeconds - listed) / 60),
    worked: worked.flatMap(({ author, at, seconds }) => {
      const minutes = Math.round(seconds / 60);
      return minutes > 0 ? { person: author.key, at: readDate(at, order) ?? fallback, minutes } : [];
    }),
  };
}

/** Returns the letters of a text that its markup leaves, whether it is wiki markup or HTML. */
const lettersOf = (text: string): string =>
  text
    .replace(
      /<a[^<>]*user-hover[^<>]*>[^<>]*<\/a>|<[^<>]*>|\[~[^\]\n]*\]|\{[a-z]{2,12}(?::[^}\n]*)?\}/gi,
      " ",
    )
    .replace(/\[([^[\]|\n]*)\|[^\]\n]*\]/g, "$1")
    .replace(/&#?\w{1,8};/g, " ")
    .replace(/[^\p{L}\p{N}]+/gu, "");

/** The comments of an issue, or further ones on it. */
export function* commentsOf(
  known: Export,
  issue: Placed &
    Pick<Issue, "isRestricted" | "isKeyUnique" | "created" | "summary" | "isHtml"> & { updated?: string },
  comments: readonly IssueComment[],
  placeKey: string,
): Generator<SourceRecord | (() => SourceRecord)> {
  const seen = new Map<string, number>();
  const fallback = readDate(issue.updated ?? "", known.order) ?? readDate(issue.created, known.order);
  for (const { id, at, author, body, isRestricted } of comments) {
    if (isRestricted || isClosed(known, issue)) {
      yield { placeKey, skipped: "comment_restricted", detail: issue.key };
      continue;
    }
    // Another export writes the same time, author and text in another way: only the letters are the same.
    const hash = id ?? hashOf(lettersOf(body) || body.trim());
    const number = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, number);
    yield () => {
      const read = readDate(at, known.order);
      return {
        placeKey,
        comment: {
          key: `comment/${issue.key}/${hash}${number === 1 || id !== undefined ? "" : `-${number}`}`,
          ...{ taskKey: `issue/${issue.key}`, at: read ?? fallback ?? known.fallback, editedAt: null },
          taskPrint: printFor(known, { ...issue, title: issue.summary }),
          ...{ author: author.key, text: textsOf(known, issue, body), isExtra: false },
          notes: read ? [] : ["due_unread"],
        },
      };
    };
  }
}

const isBlocking = (type: string) => /^block/i.test(type);

export function* dependenciesOf(known: Export, issue: Issue, placeKey: string): Generator<SourceRecord> {
  if (isClosed(known, issue)) return;
  for (const { type, way, key } of linksOf(known, issue)) {
    if (!isBlocking(type)) continue;
    const [own, other] = [refTo(known, issue.key), refTo(known, key)];
    const [blocked, blocker] = way === "in" ? [own, other] : [other, own];
    yield {
      placeKey,
      dependency: {
        ...{ blockedKey: blocked.key, blockedPrint: blocked.print },
        ...{ blockerKey: blocker.key, blockerPrint: blocker.print },
      },
    };
  }
}

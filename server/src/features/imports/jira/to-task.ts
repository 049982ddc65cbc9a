import type { ImportedTask, TaskText } from "../../tasks/public.ts";
import { printOf } from "../archive/prints.ts";
import type { SourceRecord } from "../archive/records.ts";
import { hashOf, unknownPerson } from "../task-words.ts";
import { type DateOrder, dayOf, readDate } from "./dates.ts";
import { fromHtml } from "./html.ts";
import { type JiraIssue, priorityOf } from "./issue.ts";
import { fromMarkup } from "./markup.ts";

/** The part of each issue that is kept in memory, so that others find it. */
export interface KnownIssue {
  key: string;
  parent: string;
  isEpic: boolean;
  title: string;
  /** As it is written. */
  created: string;
  isRestricted: boolean;
}

/** Everything that is known of a file before its issues are written. */
export interface Export {
  encoding: string;
  /** By key and by ID. */
  issues: Map<string, KnownIssue>;
  /** Those of all files that were uploaded together. Null: two that have the same key are not the same. */
  others: Map<string, KnownIssue | null>;
  /** The names of the people by their keys. */
  people: Map<string, string>;
  order: DateOrder;
  /** The time of what has none that can be read. */
  fallback: Date;
}

type Placed = Pick<JiraIssue, "parent" | "key">;

const findIssue = ({ issues, others }: Export, key: string): KnownIssue | undefined =>
  key === "" ? undefined : (issues.get(key) ?? others.get(key) ?? undefined);

/** The issue that an issue is a sub-task of: one level, and not of an epic, which has more than a task can have. */
export function wholeOf(known: Export, { parent, key }: Placed): KnownIssue | undefined {
  const above = findIssue(known, parent);
  if (!above || above.isEpic || above.key === key) return undefined;
  const next = findIssue(known, above.parent);
  return next && !next.isEpic ? undefined : above;
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

/** The title of another issue, unless only some people may read it. */
const titleOf = (known: Export, issue: KnownIssue | undefined): string =>
  issue && !isClosed(known, issue) ? issue.title : "";

const printFor = (known: Export, { created, title }: Pick<KnownIssue, "created" | "title">): string =>
  printOf(readDate(created, known.order), title);

/** The name of an issue for the target: its key, and the print of the issue if it is known. */
const refTo = (known: Export, key: string) => {
  const issue = findIssue(known, key);
  return { key: `issue/${issue?.key ?? key}`, print: issue ? printFor(known, issue) : undefined };
};

/** Only people of the file are mentioned: any words can stand in a text where a person should. */
function textsOf({ people }: Export, { isHtml }: JiraIssue, text: string): TaskText[] {
  if (isHtml) return fromHtml(text, (key) => people.has(key));
  return fromMarkup(text).map((part) =>
    typeof part === "string" || people.has(part.person) ? part : part.person,
  );
}

const isStart = /^(?:start date|target start|planned start)$/i;

export function toTask(known: Export, issue: JiraIssue): ImportedTask {
  const { assignee, reporter, parent, resolution } = issue;
  const { order } = known;
  const created = readDate(issue.created, order);
  const updated = readDate(issue.updated, order);
  const at = created ?? updated ?? known.fallback;
  const due = dayOf(issue.due, order);
  const start = issue.fields.find(({ label, value }) => isStart.test(label) && dayOf(value, order));
  const whole = wholeOf(known, issue);
  const above = whole ? undefined : findIssue(known, parent);
  const blocks = issue.links.filter(({ type }) => !isBlocking(type));
  return {
    ...{ key: `issue/${issue.key}`, print: printOf(created, issue.summary), at },
    ...{ parentKey: whole ? `issue/${whole.key}` : null, parentPrint: whole && printFor(known, whole) },
    updatedAt: updated && updated > at ? updated : at,
    completedAt: readDate(issue.resolved, order) ?? null,
    ...{
      author: reporter?.key ?? unknownPerson,
      title: issue.summary,
      description: textsOf(known, issue, issue.description),
    },
    ...{ status: null, priority: priorityOf(issue.priority) },
    startsOn: start ? (dayOf(start.value, order) ?? null) : null,
    due: due === undefined ? null : { date: due, clock: null },
    tags: [issue.type, ...issue.labels].filter((label) => label !== ""),
    ...{ assignees: assignee ? [assignee.key] : [], watchers: issue.watchers.map(({ key }) => key) },
    estimateMinutes:
      issue.estimateSeconds > 0
        ? Math.max(1, Math.min(60_000, Math.round(issue.estimateSeconds / 60)))
        : null,
    ...timesOf(issue, known),
    fields: [
      { label: "Key", kind: "text", value: issue.key },
      ...(parent !== "" && !whole
        ? [
            {
              label: above?.isEpic ? "Epic" : "Parent",
              kind: "text" as const,
              value: above ? `${above.key} ${titleOf(known, above)}`.trim() : parent,
            },
          ]
        : []),
      ...(resolution !== "" && !/^(?:unresolved|done|fixed)$/i.test(resolution)
        ? [{ label: "Resolution", kind: "text" as const, value: resolution }]
        : []),
      ...issue.fields
        .filter((field) => field !== start)
        .map(({ label, value }) =>
          /^-?\d{1,12}(?:\.\d{1,6})?$/.test(value)
            ? { label, kind: "number" as const, value: Number(value) }
            : { label, kind: "text" as const, value },
        ),
      ...blocks.map(({ type, way, key }) => ({
        ...{ label: `${type} (${way === "in" ? "from" : "to"})`, kind: "text" as const },
        value: `${key} ${titleOf(known, findIssue(known, key))}`.trim(),
      })),
    ],
    links: issue.attachments.map(({ url, name }) => ({ url, name: name || url, isFile: true })),
    notes: [
      ...(reporter ? [] : ["author_unknown"]),
      ...((issue.due !== "" && !due) || !created ? ["due_unread"] : []),
      ...(parent !== "" && !findIssue(known, parent) && /sub-?task/i.test(issue.type)
        ? ["parent_missing"]
        : []),
      ...(above && !above.isEpic && above.key !== issue.key ? ["part_deeper"] : []),
      ...blocks.map(() => "issue_link_in_text"),
      ...(issue.worked.length > 0 ? ["work_text_left_out"] : []),
    ],
  };
}

/** Time by the people who worked, and the rest of the time as far as the source has only its sum. */
function timesOf({ spentSeconds, worked }: JiraIssue, { order, fallback }: Export) {
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

export function* commentsOf(
  known: Export,
  issue: JiraIssue,
  placeKey: string,
): Generator<SourceRecord | (() => SourceRecord)> {
  const seen = new Map<string, number>();
  const fallback = readDate(issue.updated, known.order) ?? readDate(issue.created, known.order);
  for (const { at, author, body, isRestricted } of issue.comments) {
    if (isRestricted || isClosed(known, issue)) {
      yield { placeKey, skipped: "comment_restricted", detail: issue.key };
      continue;
    }
    // Another export writes the same time, author and text in another way: only the letters are the same.
    const hash = hashOf(lettersOf(body) || body.trim());
    const number = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, number);
    yield () => {
      const read = readDate(at, known.order);
      return {
        placeKey,
        comment: {
          key: `comment/${issue.key}/${hash}${number === 1 ? "" : `-${number}`}`,
          ...{ taskKey: `issue/${issue.key}`, at: read ?? fallback ?? known.fallback, editedAt: null },
          taskPrint: printOf(readDate(issue.created, known.order), issue.summary),
          ...{ author: author.key, text: textsOf(known, issue, body), isExtra: false },
          notes: read ? [] : ["due_unread"],
        },
      };
    };
  }
}

const isBlocking = (type: string) => /^block/i.test(type);

export function* dependenciesOf(known: Export, issue: JiraIssue, placeKey: string): Generator<SourceRecord> {
  if (isClosed(known, issue)) return;
  for (const { type, way, key } of issue.links) {
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

import { htmlToMarkdown } from "../../../platform/html-to-markdown.ts";
import type { ImportedTask, TaskText } from "../../tasks/public.ts";
import type { SourceRecord } from "../archive/records.ts";
import { dueAt, unknownPerson } from "../task-words.ts";
import { hashOf, type JiraIssue, priorityOf, readDate } from "./issue.ts";
import { fromMarkup } from "./markup.ts";

/** What is kept in memory of each issue, so that others find it. */
export interface KnownIssue {
  key: string;
  parent: string;
  isEpic: boolean;
  title: string;
}

/** Everything that is known of a file before its issues are written. */
export interface Export {
  encoding: string;
  /** By key and by ID. */
  issues: Map<string, KnownIssue>;
  names: Map<string, string>;
}

/** The issue that an issue is a sub-task of: one level, and not of an epic, which has more than a task can have. */
export function wholeOf(
  { issues }: Export,
  { parent, key }: Pick<JiraIssue, "parent" | "key">,
): KnownIssue | undefined {
  const above = parent === "" ? undefined : issues.get(parent);
  if (!above || above.isEpic || above.key === key) return undefined;
  const next = above.parent === "" ? undefined : issues.get(above.parent);
  return next && !next.isEpic ? undefined : above;
}

const textsOf = ({ isHtml }: JiraIssue, text: string): TaskText[] =>
  isHtml ? [htmlToMarkdown(text)] : fromMarkup(text);

export function toTask(known: Export, issue: JiraIssue): ImportedTask {
  const { assignee, reporter, parent, resolution } = issue;
  const created = readDate(issue.created);
  const updated = readDate(issue.updated);
  const at = created ?? updated ?? new Date(0);
  const due = readDate(issue.due)?.toISOString().slice(0, 10);
  const whole = wholeOf(known, issue);
  const above = parent !== "" && !whole ? known.issues.get(parent) : undefined;
  const blocks = issue.links.filter(({ type }) => !isBlocking(type));
  return {
    ...{ key: `issue/${issue.key}`, parentKey: whole ? `issue/${whole.key}` : null, at },
    updatedAt: updated && updated > at ? updated : at,
    completedAt: readDate(issue.resolved) ?? updated ?? null,
    ...{
      author: reporter?.key ?? unknownPerson,
      title: issue.summary,
      description: textsOf(issue, issue.description),
    },
    ...{ status: null, priority: priorityOf(issue.priority), due: due ? (dueAt(due) ?? null) : null },
    startsOn: null,
    tags: [issue.type, ...issue.labels].filter((label) => label !== ""),
    ...{ assignees: assignee ? [assignee.key] : [], watchers: issue.watchers.map(({ key }) => key) },
    estimateMinutes:
      issue.estimateSeconds > 0
        ? Math.max(1, Math.min(60_000, Math.round(issue.estimateSeconds / 60)))
        : null,
    spentMinutes: Math.round(issue.spentSeconds / 60),
    fields: [
      { label: "Key", kind: "text", value: issue.key },
      ...(parent !== "" && !whole
        ? [
            {
              label: above?.isEpic ? "Epic" : "Parent",
              kind: "text" as const,
              value: above ? `${above.key} ${above.title}` : parent,
            },
          ]
        : []),
      ...(resolution !== "" && !/^(?:unresolved|done|fixed)$/i.test(resolution)
        ? [{ label: "Resolution", kind: "text" as const, value: resolution }]
        : []),
      ...issue.fields.map(({ label, value }) =>
        /^-?\d{1,12}(?:\.\d{1,6})?$/.test(value)
          ? { label, kind: "number" as const, value: Number(value) }
          : { label, kind: "text" as const, value },
      ),
      ...blocks.map(({ type, way, key }) => ({
        ...{ label: `${type} (${way === "in" ? "from" : "to"})`, kind: "text" as const },
        value: `${key} ${known.issues.get(key)?.title ?? ""}`.trim(),
      })),
    ],
    links: issue.attachments.map(({ url, name }) => ({ url, name: name || url, isFile: true })),
    notes: [
      ...(reporter ? [] : ["author_unknown"]),
      ...((issue.due !== "" && !due) || !created ? ["due_unread"] : []),
      ...blocks.map(() => "issue_link_in_text"),
    ],
  };
}

export function* commentsOf(issue: JiraIssue, placeKey: string): Generator<() => SourceRecord> {
  const seen = new Map<string, number>();
  const fallback = readDate(issue.updated) ?? readDate(issue.created) ?? new Date(0);
  for (const { at, author, body } of issue.comments) {
    const hash = hashOf(at, author.key, body);
    const number = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, number);
    const read = readDate(at);
    yield () => ({
      placeKey,
      comment: {
        key: `comment/${issue.key}/${hash}${number === 1 ? "" : `-${number}`}`,
        ...{ taskKey: `issue/${issue.key}`, at: read ?? fallback, editedAt: null, author: author.key },
        ...{ text: textsOf(issue, body), isExtra: false, notes: read ? [] : ["due_unread"] },
      },
    });
  }
}

const isBlocking = (type: string) => /^block/i.test(type);

export function* dependenciesOf(issue: JiraIssue, placeKey: string): Generator<SourceRecord> {
  for (const { type, way, key } of issue.links) {
    if (!isBlocking(type)) continue;
    const [own, other] = [`issue/${issue.key}`, `issue/${key}`];
    yield {
      placeKey,
      dependency:
        way === "in" ? { blockedKey: own, blockerKey: other } : { blockedKey: other, blockerKey: own },
    };
  }
}

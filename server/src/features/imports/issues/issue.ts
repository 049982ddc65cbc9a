import type { TaskPriority, TaskStatus } from "@atoll/contract/tasks/limits";
import type { ImportedFieldKind } from "../../tasks/public.ts";
import { copied, statusOfName, unknownPerson } from "../task-words.ts";

export interface IssuePerson {
  key: string;
  name: string;
  /** Their address, if it is not their key. */
  email?: string;
  isBot?: boolean;
}

export interface IssueComment {
  /** Its key in the source. Without one, it is known again by its letters. */
  id?: string;
  at: string;
  author: IssuePerson;
  body: string;
  isRestricted: boolean;
}

/** An issue as all trackers have it in common. */
export interface Issue {
  key: string;
  /** Another key that issues of the file may name it by. */
  id: string;
  /** No other issue in the world has its key. */
  isKeyUnique: boolean;
  project: { key: string; name: string };
  type: string;
  status: string;
  category: string;
  /** The status that it has whatever its state becomes. */
  ownStatus: TaskStatus | null;
  priority: string;
  resolution: string;
  summary: string;
  description: string;
  /** Its texts are HTML; else they are what the tracker has people write. */
  isHtml: boolean;
  /** The file says who may read each comment, or the tracker shows them to all readers of the issue. */
  areReadersKnown: boolean;
  /** Only a group, a role or a security level may read it. */
  isRestricted: boolean;
  labels: string[];
  assignee: IssuePerson | undefined;
  reporter: IssuePerson | undefined;
  watchers: IssuePerson[];
  created: string;
  updated: string;
  resolved: string;
  due: string;
  /** When it is due, if the source has more than the day. */
  dueTime: string;
  /** The key or ID of the issue above: of a sub-task, or the epic. */
  parent: string;
  estimateSeconds: number;
  spentSeconds: number;
  /** Times that people have worked on it, where the source says who and when. */
  worked: { author: IssuePerson; at: string; seconds: number }[];
  comments: IssueComment[];
  attachments: { name: string; url: string; isFile?: boolean }[];
  /** To another issue: "out" is what this one does to it. */
  links: { type: string; way: "in" | "out"; key: string }[];
  fields: { label: string; value: string; kind?: ImportedFieldKind }[];
  /** Names of its columns or elements with values that nothing reads. */
  unread: string[];
  /** Kinds of lines for the report. */
  notes: string[];
}

/** A comment that is in the file by itself, apart from its issue. */
export interface LooseComment {
  issueKey: string;
  comment: IssueComment;
}

/** An issue without anything in it. */
export const emptyIssue: Issue = {
  ...{
    key: "",
    id: "",
    isKeyUnique: false,
    project: { key: "", name: "" },
    type: "",
    status: "",
    category: "",
    ownStatus: null,
  },
  ...{ priority: "", resolution: "", summary: "", description: "", isHtml: false, areReadersKnown: true },
  ...{ isRestricted: false, labels: [], assignee: undefined, reporter: undefined, watchers: [], created: "" },
  ...{
    updated: "",
    resolved: "",
    due: "",
    dueTime: "",
    parent: "",
    estimateSeconds: 0,
    spentSeconds: 0,
    worked: [],
  },
  ...{ comments: [], attachments: [], links: [], fields: [], unread: [], notes: [] },
};

export const nobody: IssuePerson = { key: unknownPerson, name: "Unknown person" };

/** Returns a person by what the source calls them. Some exports have IDs, some only names. */
export function personOf(id: string, name: string): IssuePerson | undefined {
  const shown = name.trim() || id.trim();
  if (shown === "" || /^unassigned$/i.test(shown) || id === "-1") return undefined;
  return { key: copied((id.trim() || shown).slice(0, 180)), name: copied(shown) };
}

const priorities: readonly (readonly [TaskPriority, RegExp])[] = [
  ["urgent", /highest|blocker|critical|urgent|immediate|höchste/i],
  ["low", /low|minor|trivial|niedrig|gering/i],
  ["high", /high|major|hoch/i],
  ["medium", /medium|normal|moderate|mittel|^(?:none|no priority|not set|undefined|unset)?$/i],
];
/** P0 to P4. */
const levels: readonly TaskPriority[] = ["urgent", "high", "medium", "low", "low"];

/** Returns the priority that a name means. Undefined if its words mean none. */
export function priorityOf(name: string): TaskPriority | undefined {
  const words = name.trim().slice(0, 100);
  const [, level] = /^p([0-4])$/i.exec(words) ?? [];
  return level ? levels[Number(level)] : priorities.find(([, pattern]) => pattern.test(words))?.[0];
}

/** The status that a state suggests: by its category, or else by its name. What was cancelled is no work done. */
export function statusOf(status: string, category: string): TaskStatus {
  const named = statusOfName(status);
  if (/^(?:done|complete|fertig)/i.test(category)) return "done";
  if (/^cancel/i.test(category)) return "archived";
  if (/^(?:to ?do|new|neu)/i.test(category)) return "todo";
  if (/progress|indeterminate|bearbeitung/i.test(category))
    return named === "in_review" ? named : "in_progress";
  return named;
}

/** Everyone who is named in an issue, apart from its texts. */
export const peopleOf = (issue: Issue): IssuePerson[] =>
  [
    ...[issue.assignee, issue.reporter, ...issue.watchers],
    ...[...issue.comments, ...issue.worked].map(({ author }) => author),
  ].filter((person) => person !== undefined);

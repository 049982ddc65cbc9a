import type { TaskPriority, TaskStatus } from "@atoll/contract/tasks/limits";
import { copied, statusOfName, unknownPerson } from "../task-words.ts";

export interface JiraPerson {
  key: string;
  name: string;
}

/** An issue as CSV and XML have it in common. */
export interface JiraIssue {
  key: string;
  /** The number that other issues of the file may name it by. */
  id: string;
  project: { key: string; name: string };
  type: string;
  status: string;
  category: string;
  priority: string;
  resolution: string;
  summary: string;
  description: string;
  /** Its texts are HTML; else they are wiki markup. */
  isHtml: boolean;
  /** Only a group, a role or a security level may read it. */
  isRestricted: boolean;
  labels: string[];
  assignee: JiraPerson | undefined;
  reporter: JiraPerson | undefined;
  watchers: JiraPerson[];
  created: string;
  updated: string;
  resolved: string;
  due: string;
  /** The key or ID of the issue above: of a sub-task, or the epic. */
  parent: string;
  estimateSeconds: number;
  spentSeconds: number;
  /** Times that people have worked on it, where the source says who and when. */
  worked: { author: JiraPerson; at: string; seconds: number }[];
  comments: { at: string; author: JiraPerson; body: string; isRestricted: boolean }[];
  attachments: { name: string; url: string }[];
  /** To another issue: "out" is what this one does to it. */
  links: { type: string; way: "in" | "out"; key: string }[];
  fields: { label: string; value: string }[];
  /** Names of its columns or elements with values that nothing reads. */
  unread: string[];
}

export const nobody: JiraPerson = { key: unknownPerson, name: "Unknown person" };

/** Returns a person by what the source calls them. Some exports have IDs, some only names. */
export function personOf(id: string, name: string): JiraPerson | undefined {
  const shown = name.trim() || id.trim();
  if (shown === "" || /^unassigned$/i.test(shown) || id === "-1") return undefined;
  return { key: copied((id.trim() || shown).slice(0, 180)), name: copied(shown) };
}

const priorities: readonly (readonly [TaskPriority, RegExp])[] = [
  ["urgent", /highest|blocker|critical|urgent|immediate|höchste/i],
  ["low", /low|minor|trivial|niedrig|gering/i],
  ["high", /high|major|hoch/i],
];

export function priorityOf(name: string): TaskPriority {
  return priorities.find(([, pattern]) => pattern.test(name.slice(0, 100)))?.[0] ?? "medium";
}

/** The status that a state of Jira suggests: by its category, or else by its name. */
export function statusOf(status: string, category: string): TaskStatus {
  const named = statusOfName(status);
  if (/^(?:done|complete|fertig)/i.test(category)) return "done";
  if (/^(?:to ?do|new|neu)/i.test(category)) return "todo";
  if (/progress|indeterminate|bearbeitung/i.test(category))
    return named === "in_review" ? named : "in_progress";
  return named;
}

/** Everyone who is named in an issue, apart from its texts. */
export const peopleOf = (issue: JiraIssue): JiraPerson[] =>
  [
    ...[issue.assignee, issue.reporter, ...issue.watchers],
    ...[...issue.comments, ...issue.worked].map(({ author }) => author),
  ].filter((person) => person !== undefined);

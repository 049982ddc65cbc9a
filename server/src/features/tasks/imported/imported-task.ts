import type { TaskPriority, TaskStatus } from "@atoll/contract/tasks/limits";
import type { Due } from "@atoll/contract/tasks/schemas";

/** Words, or a person by the key in the source. */
export type PersonText = string | { person: string };

/** Another task that a text names, by its key and list in the source. */
export interface NamedTask {
  task: string;
  print: string | undefined;
  placeKey: string;
  /** The words of the text, which stay if the task is not imported. */
  original: string;
  /** The words of the link that it becomes. Null: it is the address of a link. */
  words: string | null;
}

/** A part of an imported text. */
export type TaskText = PersonText | NamedTask;

/** A task of another product. People and tasks are named by their keys there. */
export interface ImportedTask {
  /** Unique in the source. */
  key: string;
  /** Tells it from another task with the same key, where the source is not one place in the world. */
  print?: string;
  /** The task that it is a part of. */
  parentKey: string | null;
  parentPrint?: string | undefined;
  at: Date;
  updatedAt: Date;
  /** When it was finished, if the source says that it was. */
  completedAt: Date | null;
  author: string;
  title: string;
  /** Markdown. */
  description: TaskText[];
  /** The status that it gets whatever its list becomes: it was archived or completed by itself. */
  status: TaskStatus | null;
  priority: TaskPriority;
  /** The day on which work starts. */
  startsOn: string | null;
  due: Due | null;
  tags: string[];
  /** The first one who can be is the assignee, and the others watch it. */
  assignees: string[];
  watchers: string[];
  estimateMinutes: number | null;
  /** Time whose people are not known. */
  spentMinutes: number;
  worked?: { person: string; at: Date; minutes: number }[];
  /** Values of fields by their labels in the source. */
  fields: { label: string; kind: ImportedFieldKind; value: string | number | boolean }[];
  links: { url: string; name: string; isFile: boolean }[];
  /** Kinds of lines for the report. */
  notes: string[];
}

/** Dates are days, and choices are named by their words. */
export type ImportedFieldKind = "text" | "number" | "date" | "checkbox" | "choice";

export interface ImportedComment {
  key: string;
  taskKey: string;
  taskPrint?: string;
  at: Date;
  editedAt: Date | null;
  author: string;
  /** Markdown. */
  text: TaskText[];
  /** No comment of the source, but something else of it that has no other place here. */
  isExtra: boolean;
  notes: string[];
}

export interface ImportedDependency {
  blockedKey: string;
  blockedPrint?: string | undefined;
  blockerKey: string;
  blockerPrint?: string | undefined;
}

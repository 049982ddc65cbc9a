import type { ImportPlaceKind } from "@atoll/contract/imports/schemas";
import type { TaskStatus } from "@atoll/contract/tasks/limits";
import type { ImportedMessage } from "../../chat/public.ts";
import type { ImportedArticle } from "../../knowledge/public.ts";
import type {
  ImportedComment,
  ImportedDependency,
  ImportedTask,
  NamedTask,
  TaskText,
} from "../../tasks/public.ts";
import type { Archive } from "./open-archive.ts";

/** A person as a source names them. */
export interface FoundPerson {
  key: string;
  name: string;
  email: string;
  isBot: boolean;
  recordCount: number;
}

/** A channel, chat, board, list or space as a source describes it. */
export interface FoundPlace {
  key: string;
  kind: ImportPlaceKind;
  name: string;
  topic: string;
  description: string;
  isArchived: boolean;
  creatorKey: string | null;
  createdAt: Date | null;
  memberKeys: string[];
  recordCount: number;
  /** For a list, its board, and the status that its tasks get unless an administrator chooses another one. */
  parentKey?: string;
  status?: TaskStatus;
  /** It is left out unless an administrator chooses otherwise. */
  isOut?: boolean;
}

/** A part of a place that is imported together, in the order of time. */
export interface FoundUnit {
  placeKeys: string[];
  paths: string[];
}

/** Something for the report: a kind of line, and what it is about. The same line again is counted. */
export interface FoundLine {
  kind: string;
  placeKey?: string;
  detail?: string;
  count?: number;
}

/** Everything that a source contains, except for its records. */
export interface Survey {
  people: FoundPerson[];
  places: FoundPlace[];
  units: FoundUnit[];
  lines: FoundLine[];
  counts: Record<string, number>;
}

/** A record of a source: something that is written, or the kind of line that says why there is nothing. */
export type SourceRecord = { placeKey: string } & (
  | { message: ImportedMessage }
  | { task: ImportedTask }
  | { comment: ImportedComment }
  | { dependency: ImportedDependency }
  | { article: ImportedArticle }
  | { skipped: string; detail?: string }
);

/** The key of a record in its source. */
export function keyOfRecord(record: SourceRecord): string {
  if ("message" in record) return record.message.key;
  if ("task" in record) return record.task.key;
  if ("comment" in record) return record.comment.key;
  if ("article" in record) return record.article.key;
  if ("skipped" in record) return record.detail ?? "";
  return `link/${record.dependency.blockedKey}/${record.dependency.blockerKey}`;
}

/** A product that data comes from. The engine knows nothing else of it. */
export interface SourceReader {
  /** The data that its records become. */
  makes: "messages" | "tasks" | "articles";
  /** The endings of files that it reads by themselves, apart from zip files. */
  files: readonly string[];
  /**
   * Opens what is packed within the file. Without it, the file is read as it is.
   * @throws {UnreadableArchive}
   */
  open?(archive: Archive): Promise<Archive>;
  /**
   * Reads the whole source once.
   * @throws {UnreadableArchive} if it is of another product.
   */
  survey(archive: Archive, signal: AbortSignal): Promise<Survey>;
  /**
   * Reads the records of a unit, in the same order each time. One whose texts are converted is a function, which is not
   * called for records that an earlier turn has written.
   */
  readUnit(
    archive: Archive,
    unit: FoundUnit,
  ): AsyncGenerator<SourceRecord | (() => SourceRecord | Promise<SourceRecord>)>;
}

const textOf = (record: SourceRecord): readonly TaskText[] =>
  "task" in record ? record.task.description : "comment" in record ? record.comment.text : [];

/** Returns the other tasks that the text of a record names. */
export const namedTasks = (record: SourceRecord): NamedTask[] =>
  textOf(record).flatMap((part) => (typeof part === "object" && "task" in part ? part : []));

/** Returns the keys of all people that records need. */
export function peopleIn(records: readonly SourceRecord[]): Set<string> {
  const keys = new Set<string>();
  for (const record of records) {
    // Texts of pages mention only people who are known, and have the names of others.
    if ("article" in record) keys.add(record.article.author).add(record.article.editor);
    const one = "task" in record ? record.task : "comment" in record ? record.comment : undefined;
    if (!one) continue;
    keys.add(one.author);
    for (const part of textOf(record))
      if (typeof part === "object" && "person" in part) keys.add(part.person);
    if ("assignees" in one) for (const key of [...one.assignees, ...one.watchers]) keys.add(key);
    if ("worked" in one) for (const { person } of one.worked ?? []) keys.add(person);
  }
  return keys;
}

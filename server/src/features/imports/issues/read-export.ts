import { type ImportSource, importSourceNames } from "@atoll/contract/imports/schemas";
import { type Archive, UnreadableArchive } from "../archive/open-archive.ts";
import { isSamePrint, printOf } from "../archive/prints.ts";
import type { FoundLine } from "../archive/records.ts";
import { copied, hashOf } from "../task-words.ts";
import { dateOrderFinder, readDate } from "./dates.ts";
import { type Issue, type IssuePerson, type LooseComment, peopleOf } from "./issue.ts";
import { encodingOf, type IssueFile, textOf } from "./read-file.ts";
import { boardKey, type Export, type KnownIssue, type TextsOf } from "./to-task.ts";

/** A tracker whose exports are read. */
export interface Tracker {
  source: ImportSource;
  /** The endings of single files, and of those in a zip file. */
  files: readonly string[];
  /** How to export, for a file without issues. */
  advice: string;
  /** People know its issues by their keys. */
  hasKeys: boolean;
  textsOf: TextsOf;
  /** Reads the issues of a file, and comments that are in it by themselves. */
  read(file: IssueFile): AsyncGenerator<Issue | LooseComment>;
}

/** More than any tracker has. */
const maxIssues = 500_000;
export const maxPeople = 50_000;

/** So many details of a kind are kept. */
const maxDetails = 1_000;

/** Counts equal lines, and those of a kind that has too many details by their kind. */
function countLines() {
  const lines = new Map<string, Required<Pick<FoundLine, "kind" | "detail" | "count">>>();
  const details = new Map<string, number>();
  return {
    add(kind: string, detail: string, count = 1): void {
      const [number, whole] = [details.get(kind) ?? 0, `${kind}\n${detail}`];
      const key = number < maxDetails || lines.has(whole) ? whole : kind;
      const line = lines.get(key);
      if (line) {
        line.count += count;
        return;
      }
      lines.set(key, { kind, detail: key === kind ? "" : copied(detail), count });
      details.set(kind, number + 1);
    },
    all: (): FoundLine[] => [...lines.values()],
  };
}
type CountedLines = ReturnType<typeof countLines>;

/** Everything that is known of the files of an upload, read once for as long as the archive is open. */
interface Reading {
  files: Promise<ReadonlyMap<string, Export>>;
  lines: CountedLines;
  others: Set<ImportSource>;
}
const readings = new WeakMap<Archive, Reading>();

/** A file of an upload. */
export interface Place {
  tracker: Tracker;
  archive: Archive;
  path: string;
}

export const listKey = (issue: Issue) =>
  `state:${hashOf(issue.project.key || issue.project.name, issue.status)}`;

/** A CSV file of Jira does not say who may read a comment, so a person has to choose that all of them are added. */
export const commentsKey = (issue: Issue) => `comments:${boardKey(issue)}`;

/** Reads the records of a file. Two issues without a key that are the same have different ones. */
export async function* recordsOf(
  { tracker, archive, path }: Place,
  { encoding }: Pick<Export, "encoding">,
  reading?: Reading,
): AsyncGenerator<Issue | LooseComment> {
  const seen = new Map<string, number>();
  const withKey = (issue: Issue): Issue => {
    if (issue.key !== "") return issue;
    const { project, summary, created, description } = issue;
    const hash = /^\d+$/.test(issue.id) ? issue.id : hashOf(project.name, summary, created, description);
    const number = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, number);
    return { ...issue, key: number === 1 ? `no-key-${hash}` : `no-key-${hash}-${number}` };
  };
  const file: IssueFile = {
    ...{ archive, path, text: () => textOf(archive, path, encoding) },
    problem: (kind, detail, count = 1) => {
      reading?.lines.add(kind, detail === "" ? path : `${path}: ${detail}`, count);
    },
    isOf(other) {
      reading?.others.add(other);
      file.problem("file_unreadable", `it is an export of ${importSourceNames[other]}`);
    },
  };
  try {
    for await (const record of tracker.read(file)) yield "issueKey" in record ? record : withKey(record);
  } catch (error) {
    archive.assertWhole();
    if (!(error instanceof Error) || error.name === "AbortError") throw error;
    file.problem("file_unreadable", "it is damaged");
  }
}

/** Reads all files once for as long as the archive is open: an issue may be in one file, and its sub-tasks in another one. */
export function readFiles(tracker: Tracker, archive: Archive, signal?: AbortSignal): Reading {
  const known = readings.get(archive);
  if (known) return known;
  const reading: Reading = { files: Promise.resolve(new Map()), lines: countLines(), others: new Set() };
  reading.files = readAll(tracker, archive, reading, signal);
  readings.set(archive, reading);
  return reading;
}

async function readAll(tracker: Tracker, archive: Archive, reading: Reading, signal?: AbortSignal) {
  const others: Export["others"] = new Map();
  const files = new Map<string, Export>();
  const isRead = (path: string) => tracker.files.some((ending) => path.toLowerCase().endsWith(ending));
  for (const path of archive.paths.filter(isRead).sort()) {
    signal?.throwIfAborted();
    files.set(path, await readFile({ tracker, archive, path }, others, reading));
  }
  return files;
}

async function readFile(place: Place, others: Export["others"], reading: Reading): Promise<Export> {
  const { tracker, archive, path } = place;
  const { lines } = reading;
  const { encoding, bad } = await encodingOf(archive, path);
  if (encoding === "utf-8" && bad > 0) lines.add("file_bytes", path, bad);
  const [finder, people] = [dateOrderFinder(), new Map<string, string>()];
  const issues: Export["issues"] = new Map();
  const dates: string[] = [];
  const unread = new Map<string, number>();
  let unknownReaders = 0;
  const meet = (person: IssuePerson) => {
    if (people.size < maxPeople && !people.has(person.key)) people.set(person.key, person.name);
  };
  for await (const issue of recordsOf(place, { encoding }, reading)) {
    if ("issueKey" in issue) {
      meet(issue.comment.author);
      continue;
    }
    if (issues.size > 2 * maxIssues)
      throw new UnreadableArchive(`The file has more than ${maxIssues.toLocaleString("en")} issues.`);
    const one: KnownIssue = {
      ...{ key: copied(issue.key), parent: copied(issue.parent), isEpic: /^epic$/i.test(issue.type) },
      ...{ title: copied(issue.summary.slice(0, 200)), created: copied(issue.created.slice(0, 60)) },
      ...{ isRestricted: issue.isRestricted, isKeyUnique: issue.isKeyUnique },
      ...{ placeKey: listKey(issue), boardKey: boardKey(issue) },
    };
    for (const key of issue.id === "" ? [one.key] : [one.key, copied(issue.id)]) {
      // Titles are no keys: one that two tasks have names neither.
      const isTitle = key.startsWith("name:");
      issues.set(key, isTitle && issues.has(key) ? null : one);
      const other = others.get(key);
      others.set(key, other === undefined || (other && !isTitle && isSame(other, one)) ? one : null);
    }
    for (const date of [issue.created, issue.updated, issue.due, ...issue.comments.map(({ at }) => at)])
      finder.see(date);
    if (issue.created !== "" && dates.length < datesToTry) dates.push(one.created);
    if (!issue.areReadersKnown) unknownReaders += issue.comments.length;
    for (const name of issue.unread) unread.set(name, (unread.get(name) ?? 0) + 1);
    for (const person of peopleOf(issue)) meet(person);
  }
  const order = finder.order();
  const times = dates.flatMap((date) => readDate(date, order) ?? []);
  if (times.length < dates.length / 2)
    lines.add("dates_unread", `${path}: ${dates.find((date) => !readDate(date, order))}`);
  for (const [name, count] of unread) lines.add("column_unread", `${path}: ${name.slice(0, 100)}`, count);
  if (unknownReaders > 0) lines.add("comment_readers_unknown", path, unknownReaders);
  const { textsOf, hasKeys } = tracker;
  return { encoding, issues, others, people, order, fallback: times[0] ?? new Date(), textsOf, hasKeys };
}

function isSame(one: KnownIssue, other: KnownIssue): boolean {
  const print = ({ created, title }: KnownIssue) => printOf(readDate(created), title);
  return (one.isKeyUnique && other.isKeyUnique) || isSamePrint(print(one), print(other));
}

/** Enough to know what the dates of a file are like. */
const datesToTry = 1_000;

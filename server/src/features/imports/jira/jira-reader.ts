import { type Archive, UnreadableArchive } from "../archive/open-archive.ts";
import { isSamePrint, printOf } from "../archive/prints.ts";
import type {
  FoundLine,
  FoundPerson,
  FoundPlace,
  SourceReader,
  SourceRecord,
  Survey,
} from "../archive/records.ts";
import { copied, hashOf, unknownPerson } from "../task-words.ts";
import { dateOrderFinder, readDate } from "./dates.ts";
import { type JiraIssue, type JiraPerson, peopleOf, statusOf } from "./issue.ts";
import { columnsOf, isJiraHeading, issueOfRow, rowsOf } from "./read-csv.ts";
import { issueOfItem, itemsOf } from "./read-xml.ts";
import {
  commentsOf,
  dependenciesOf,
  type Export,
  isClosed,
  type KnownIssue,
  toTask,
  wholeOf,
} from "./to-task.ts";

const parts = ["issues", "parts", "comments", "links"] as const;
const [maxIssues, maxPeople, maxPlaces] = [500_000, 50_000, 5_000];

const exports = new WeakMap<Archive, Promise<ReadonlyMap<string, Export>>>();

/** Reads what Jira exports of a search: CSV with all fields, or XML. */
export const jiraReader: SourceReader = {
  makes: "tasks",
  files: [".csv", ".xml"],

  async survey(archive, signal) {
    const found: Survey = { people: [], places: [], units: [], lines: [], counts: {} };
    const people = new Map<string, FoundPerson>();
    const places = new Map<string, FoundPlace>();
    const files = await readFiles(archive, found.lines, signal);
    for (const [path, known] of files) {
      signal.throwIfAborted();
      await addFile(archive, path, known, found, { people, places });
    }
    if (places.size === 0)
      throw new UnreadableArchive(
        "This is not an export of Jira: it has no issues. Export a search as CSV with all fields, or as XML.",
      );
    found.places = [...places.values()];
    found.people = [...people.values()];
    const placeKeys = [...places.keys()];
    // Issues of all files come before what names them.
    for (const part of parts)
      found.units.push(...[...files.keys()].map((path) => ({ placeKeys, paths: [`${part}:${path}`] })));
    found.units.push({ placeKeys, paths: [] });
    found.counts = {
      people: people.size,
      projects: found.places.filter(({ kind }) => kind === "board").length,
      states: found.places.filter(({ kind, isOut }) => kind === "list" && !isOut).length,
      records: found.places.reduce((sum, { recordCount }) => sum + recordCount, 0),
    };
    return found;
  },

  async *readUnit(archive, { paths: [name = ""] }): AsyncGenerator<SourceRecord | (() => SourceRecord)> {
    const [part, ...rest] = name.split(":");
    const path = rest.join(":");
    const known = (await readFiles(archive)).get(path);
    if (!known) return;
    for await (const issue of issuesOf(archive, path, known)) {
      const placeKey = listKey(issue);
      const commentsPlace = issue.isHtml ? placeKey : commentsKey(issue);
      if (part === (wholeOf(known, issue) ? "parts" : "issues"))
        yield isClosed(known, issue)
          ? { placeKey, skipped: "issue_restricted", detail: issue.key }
          : () => ({ placeKey, task: toTask(known, issue) });
      if (part === "comments") yield* commentsOf(known, issue, commentsPlace);
      if (part === "links") yield* dependenciesOf(known, issue, placeKey);
    }
  },
};

const pathsOf = (archive: Archive) => archive.paths.filter((path) => /\.(?:csv|xml)$/i.test(path)).sort();
const boardKey = ({ project }: JiraIssue) => `project:${hashOf(project.key || project.name)}`;
const listKey = (issue: JiraIssue) =>
  `state:${hashOf(issue.project.key || issue.project.name, issue.status)}`;

/** A CSV file does not say who may read a comment, so a person has to choose that all of them are added. */
const commentsKey = (issue: JiraIssue) => `comments:${boardKey(issue)}`;

/**
 * Returns UTF-8 or UTF-16, or the encoding of old spreadsheets, which any bytes fit. A text of another language in UTF-8
 * stays so despite a damaged place.
 */
async function encodingOf(archive: Archive, path: string): Promise<{ encoding: string; bad: number }> {
  const content = await archive.read(path);
  const decoder = new TextDecoder("utf-8");
  let [isFirst, good, bad] = [true, 0, 0];
  for await (const chunk of content ?? []) {
    const bytes = Buffer.from(chunk);
    if (isFirst) {
      const head = bytes.subarray(0, 2).toString("hex");
      if (head === "fffe") return { encoding: "utf-16le", bad: 0 };
      if (head === "feff") return { encoding: "utf-16be", bad: 0 };
    }
    isFirst = false;
    // The sign for what cannot be read may have been written as such.
    const written = bytes.toString("latin1").split("\xef\xbf\xbd").length - 1;
    [good, bad] = [good + written, bad - written];
    for (const [sign] of decoder.decode(bytes, { stream: true }).matchAll(/[^\0-\x7f]/gu))
      if (sign === "\ufffd") bad += 1;
      else good += 1;
  }
  return { encoding: bad > good ? "windows-1252" : "utf-8", bad };
}

async function* textOf(archive: Archive, path: string, encoding: string): AsyncGenerator<string> {
  const content = await archive.read(path);
  const decoder = new TextDecoder(encoding);
  for await (const chunk of content ?? [])
    yield decoder.decode(Buffer.from(chunk), { stream: true }).replaceAll("\0", "");
  yield decoder.decode();
}

/** Reads the issues of a file. Two without a key that are the same have different ones. */
async function* issuesOf(
  archive: Archive,
  path: string,
  { encoding }: Pick<Export, "encoding">,
  lines: FoundLine[] = [],
): AsyncGenerator<JiraIssue> {
  const problem = (kind: string) => (detail: string) => lines.push({ kind, detail: `${path}: ${detail}` });
  const seen = new Map<string, number>();
  const withKey = (issue: JiraIssue): JiraIssue => {
    if (issue.key !== "") return issue;
    const hash = issue.id || hashOf(issue.project.name, issue.summary, issue.created, issue.description);
    const number = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, number);
    return { ...issue, key: number === 1 ? `no-key-${hash}` : `no-key-${hash}-${number}` };
  };
  try {
    const text = textOf(archive, path, encoding);
    if (path.toLowerCase().endsWith(".xml")) {
      for await (const item of itemsOf(text, problem("record_unreadable"), problem("file_unreadable")))
        yield withKey(issueOfItem(item));
      return;
    }
    let columns: ReturnType<typeof columnsOf> | undefined;
    for await (const row of rowsOf(text, problem("record_unreadable"))) {
      if (columns) yield withKey(issueOfRow(row, columns));
      else {
        columns = columnsOf(row);
        if (isJiraHeading(columns)) continue;
        problem("file_unreadable")("it has no columns of Jira in English");
        return;
      }
    }
  } catch (error) {
    archive.assertWhole();
    if (!(error instanceof Error) || error.name === "AbortError") throw error;
    problem("file_unreadable")("it is damaged");
  }
}

/** Reads all files once for as long as the archive is open: an issue may be in one file, and its sub-tasks in another one. */
function readFiles(
  archive: Archive,
  lines: FoundLine[] = [],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Export>> {
  const reading = exports.get(archive) ?? readAll(archive, lines, signal);
  exports.set(archive, reading);
  return reading;
}

async function readAll(archive: Archive, lines: FoundLine[], signal?: AbortSignal) {
  const others: Export["others"] = new Map();
  const files = new Map<string, Export>();
  for (const path of pathsOf(archive)) {
    signal?.throwIfAborted();
    files.set(path, await readFile(archive, path, others, lines));
  }
  return files;
}

async function readFile(
  archive: Archive,
  path: string,
  others: Export["others"],
  lines: FoundLine[],
): Promise<Export> {
  const { encoding, bad } = await encodingOf(archive, path);
  if (encoding === "utf-8" && bad > 0) lines.push({ kind: "file_bytes", detail: path, count: bad });
  const [finder, people] = [dateOrderFinder(), new Map<string, string>()];
  const issues: Export["issues"] = new Map();
  const dates: string[] = [];
  const unread = new Map<string, number>();
  let comments = 0;
  for await (const issue of issuesOf(archive, path, { encoding }, lines)) {
    if (issues.size > 2 * maxIssues)
      throw new UnreadableArchive(`The file has more than ${maxIssues.toLocaleString("en")} issues.`);
    const one: KnownIssue = {
      ...{ key: copied(issue.key), parent: copied(issue.parent), isEpic: /^epic$/i.test(issue.type) },
      ...{ title: copied(issue.summary.slice(0, 200)), created: copied(issue.created.slice(0, 60)) },
      isRestricted: issue.isRestricted,
    };
    for (const key of issue.id === "" ? [one.key] : [one.key, copied(issue.id)]) {
      issues.set(key, one);
      const other = others.get(key);
      const print = ({ created, title }: KnownIssue) => printOf(readDate(created), title);
      others.set(key, other === undefined || (other && isSamePrint(print(other), print(one))) ? one : null);
    }
    for (const date of [issue.created, issue.updated, issue.due, ...issue.comments.map(({ at }) => at)])
      finder.see(date);
    if (issue.created !== "" && dates.length < datesToTry) dates.push(one.created);
    comments += issue.comments.length;
    for (const name of issue.unread) unread.set(name, (unread.get(name) ?? 0) + 1);
    for (const person of peopleOf(issue))
      if (people.size < maxPeople && !people.has(person.key)) people.set(person.key, person.name);
  }
  const order = finder.order();
  const times = dates.flatMap((date) => readDate(date, order) ?? []);
  if (times.length < dates.length / 2)
    lines.push({ kind: "dates_unread", detail: `${path}: ${dates.find((date) => !readDate(date, order))}` });
  for (const [name, count] of unread)
    lines.push({ kind: "column_unread", detail: `${path}: ${name.slice(0, 100)}`, count });
  if (comments > 0 && path.toLowerCase().endsWith(".csv"))
    lines.push({ kind: "comment_readers_unknown", detail: path, count: comments });
  return { encoding, issues, others, people, order, fallback: times[0] ?? new Date() };
}

/** Enough to know what the dates of a file are like. */
const datesToTry = 1_000;

async function addFile(
  archive: Archive,
  path: string,
  known: Export,
  { lines }: Survey,
  { people, places }: { people: Map<string, FoundPerson>; places: Map<string, FoundPlace> },
): Promise<void> {
  if (known.encoding === "windows-1252") lines.push({ kind: "file_encoding", detail: path });
  const none = {
    ...{ topic: "", description: "", creatorKey: null, createdAt: null, isArchived: false, memberKeys: [] },
  };
  const meet = (person: JiraPerson | undefined, records = 1) => {
    const key = person?.key ?? unknownPerson;
    const there = people.get(key);
    if (there) there.recordCount += records;
    else if (people.size < maxPeople) {
      const name = known.people.get(key) ?? person?.name ?? "Unknown person";
      const email = /^[^\s@]{1,64}@[^\s@]{1,200}$/.test(key) ? key.toLowerCase() : "";
      people.set(key, { key, name: name || "Unknown person", email, isBot: false, recordCount: records });
    }
  };
  for await (const issue of issuesOf(archive, path, known)) {
    const { project, status, category, comments } = issue;
    const [board, list] = [boardKey(issue), listKey(issue)];
    if (places.size > maxPlaces) throw new UnreadableArchive("The file has too many projects and states.");
    if (!places.has(board))
      places.set(board, {
        ...none,
        key: board,
        kind: "board",
        name: project.name || project.key || "Jira",
        recordCount: 0,
      });
    const place: FoundPlace = places.get(list) ?? {
      ...{ ...none, key: list, kind: "list", name: status || "No state", recordCount: 0 },
      ...{ parentKey: board, status: statusOf(status, category) },
    };
    places.set(list, place);
    place.recordCount += 1;
    if (issue.isHtml) place.recordCount += comments.length;
    else if (comments.length > 0) {
      const key = commentsKey(issue);
      const there: FoundPlace = places.get(key) ?? {
        ...{
          ...none,
          key,
          kind: "list",
          name: "Comments in CSV files (any status adds them)",
          recordCount: 0,
        },
        ...{ parentKey: board, status: "archived", isOut: true },
      };
      there.recordCount += comments.length;
      places.set(key, there);
    }
    meet(issue.reporter);
    if (issue.assignee) meet(issue.assignee);
    for (const { author } of comments) meet(author);
    // They read the task, or have worked on it, although they have written nothing.
    for (const person of [...issue.watchers, ...issue.worked.map(({ author }) => author)]) meet(person, 0);
  }
}

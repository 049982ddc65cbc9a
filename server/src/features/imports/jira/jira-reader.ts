import { type Archive, UnreadableArchive } from "../archive/open-archive.ts";
import type {
  FoundLine,
  FoundPerson,
  FoundPlace,
  SourceReader,
  SourceRecord,
  Survey,
} from "../archive/records.ts";
import { unknownPerson } from "../task-words.ts";
import { hashOf, type JiraIssue, type JiraPerson, statusOf } from "./issue.ts";
import { columnsOf, isJiraHeading, issueOfRow, rowsOf } from "./read-csv.ts";
import { issueOfItem, itemsOf } from "./read-xml.ts";
import { commentsOf, dependenciesOf, type Export, toTask, wholeOf } from "./to-task.ts";

const parts = ["issues", "parts", "comments", "links"] as const;
const [maxIssues, maxPeople, maxPlaces] = [500_000, 50_000, 5_000];

const exports = new WeakMap<Archive, Map<string, Export>>();

/** Reads what Jira exports of a search: CSV with all fields, or XML. */
export const jiraReader: SourceReader = {
  makes: "tasks",
  files: [".csv", ".xml"],

  async survey(archive, signal) {
    const found: Survey = { people: [], places: [], units: [], lines: [], counts: {} };
    const people = new Map<string, FoundPerson>();
    const places = new Map<string, FoundPlace>();
    for (const path of pathsOf(archive)) {
      signal.throwIfAborted();
      await addFile(archive, path, found, { people, places });
    }
    if (places.size === 0)
      throw new UnreadableArchive(
        "This is not an export of Jira: it has no issues. Export a search as CSV with all fields, or as XML.",
      );
    found.places = [...places.values()];
    found.people = [...people.values()];
    const placeKeys = [...places.keys()];
    for (const path of pathsOf(archive))
      found.units.push(...parts.map((part) => ({ placeKeys, paths: [`${part}:${path}`] })));
    found.units.push({ placeKeys, paths: [] });
    found.counts = {
      people: people.size,
      projects: found.places.filter(({ kind }) => kind === "board").length,
      states: found.places.filter(({ kind }) => kind === "list").length,
      records: found.places.reduce((sum, { recordCount }) => sum + recordCount, 0),
    };
    return found;
  },

  async *readUnit(archive, { paths: [name = ""] }): AsyncGenerator<SourceRecord | (() => SourceRecord)> {
    const [part, ...rest] = name.split(":");
    const path = rest.join(":");
    const known = await knownOf(archive, path);
    for await (const issue of issuesOf(archive, path, known)) {
      const placeKey = listKey(issue);
      const isPart = wholeOf(known, issue) !== undefined;
      if (part === (isPart ? "parts" : "issues")) yield () => ({ placeKey, task: toTask(known, issue) });
      if (part === "comments") yield* commentsOf(issue, placeKey);
      if (part === "links") yield* dependenciesOf(issue, placeKey);
    }
  },
};

const pathsOf = (archive: Archive) => archive.paths.filter((path) => /\.(?:csv|xml)$/i.test(path)).sort();
const boardKey = ({ project }: JiraIssue) => `project:${hashOf(project.key || project.name)}`;
const listKey = (issue: JiraIssue) =>
  `state:${hashOf(issue.project.key || issue.project.name, issue.status)}`;

/** UTF-8 or UTF-16, if the whole file is; otherwise the encoding of old spreadsheets, which any bytes fit. */
async function encodingOf(archive: Archive, path: string): Promise<string> {
  const content = await archive.read(path);
  let decoder: TextDecoder | undefined;
  for await (const chunk of content ?? []) {
    const bytes = Buffer.from(chunk);
    if (!decoder) {
      const head = bytes.subarray(0, 2).toString("hex");
      if (head === "fffe") return "utf-16le";
      if (head === "feff") return "utf-16be";
      decoder = new TextDecoder("utf-8", { fatal: true });
    }
    try {
      decoder.decode(bytes, { stream: true });
    } catch {
      return "windows-1252";
    }
  }
  return "utf-8";
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

async function knownOf(archive: Archive, path: string, lines: FoundLine[] = []): Promise<Export> {
  const ofArchive = exports.get(archive) ?? new Map<string, Export>();
  exports.set(archive, ofArchive);
  const there = ofArchive.get(path);
  if (there) return there;
  const known: Export = { encoding: await encodingOf(archive, path), issues: new Map(), names: new Map() };
  for await (const issue of issuesOf(archive, path, known, lines)) {
    if (known.issues.size > 2 * maxIssues)
      throw new UnreadableArchive(`The file has more than ${maxIssues.toLocaleString("en")} issues.`);
    const one = {
      key: issue.key,
      parent: issue.parent,
      isEpic: /^epic$/i.test(issue.type),
      title: issue.summary.slice(0, 200),
    };
    known.issues.set(issue.key, one);
    if (issue.id !== "") known.issues.set(issue.id, one);
    for (const person of [issue.assignee, issue.reporter, ...issue.watchers])
      if (person && known.names.size < maxPeople) known.names.set(person.key, person.name);
  }
  ofArchive.set(path, known);
  return known;
}

async function addFile(
  archive: Archive,
  path: string,
  { lines }: Survey,
  { people, places }: { people: Map<string, FoundPerson>; places: Map<string, FoundPlace> },
): Promise<void> {
  const known = await knownOf(archive, path, lines);
  if (known.encoding === "windows-1252") lines.push({ kind: "file_encoding", detail: path });
  const none = {
    topic: "",
    description: "",
    creatorKey: null,
    createdAt: null,
    isArchived: false,
    memberKeys: [],
  };
  const meet = (person: JiraPerson | undefined) => {
    const key = person?.key ?? unknownPerson;
    const there = people.get(key);
    if (there) there.recordCount += 1;
    else if (people.size < maxPeople) {
      const name = known.names.get(key) ?? person?.name ?? "Unknown person";
      const email = /^[^\s@]{1,64}@[^\s@]{1,200}$/.test(key) ? key.toLowerCase() : "";
      people.set(key, { key, name: name || "Unknown person", email, isBot: false, recordCount: 1 });
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
    place.recordCount += 1 + comments.length;
    meet(issue.reporter);
    if (issue.assignee) meet(issue.assignee);
    for (const { author } of comments) meet(author);
  }
}

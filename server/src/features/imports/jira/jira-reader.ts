import { htmlToMarkdown } from "../../../platform/html-to-markdown.ts";
import type { ImportedTask, TaskText } from "../../tasks/public.ts";
import { type Archive, UnreadableArchive } from "../archive/open-archive.ts";
import type {
  FoundLine,
  FoundPerson,
  FoundPlace,
  SourceReader,
  SourceRecord,
  Survey,
} from "../archive/records.ts";
import { dueAt, unknownPerson } from "../task-words.ts";
import { hashOf, type JiraIssue, type JiraPerson, priorityOf, readDate, statusOf } from "./issue.ts";
import { fromMarkup } from "./markup.ts";
import { columnsOf, isJiraHeading, issueOfRow, rowsOf } from "./read-csv.ts";
import { issueOfItem, itemsOf } from "./read-xml.ts";

const parts = ["issues", "parts", "comments", "links"] as const;
const [maxIssues, maxPeople, maxPlaces] = [500_000, 50_000, 5_000];

/** What is kept in memory of each issue, so that others find it. */
interface KnownIssue {
  key: string;
  parent: string;
  isEpic: boolean;
  title: string;
}

/** Everything that is known of a file before its issues are written. */
interface Export {
  encoding: string;
  /** By key and by ID. */
  issues: Map<string, KnownIssue>;
  names: Map<string, string>;
}

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

  async *readUnit(archive, { paths: [name = ""] }): AsyncGenerator<SourceRecord> {
    const [part, ...rest] = name.split(":");
    const path = rest.join(":");
    const known = await knownOf(archive, path);
    for await (const issue of issuesOf(archive, path, known)) {
      const placeKey = listKey(issue);
      const isPart = wholeOf(known, issue) !== undefined;
      if (part === (isPart ? "parts" : "issues")) yield { placeKey, task: toTask(known, issue) };
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
        if (!isJiraHeading(columns)) return;
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

/** The issue that an issue is a sub-task of: one level, and not of an epic, which has more than a task can have. */
function wholeOf(
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

function toTask(known: Export, issue: JiraIssue): ImportedTask {
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

function* commentsOf(issue: JiraIssue, placeKey: string): Generator<SourceRecord> {
  const seen = new Map<string, number>();
  const fallback = readDate(issue.updated) ?? readDate(issue.created) ?? new Date(0);
  for (const { at, author, body } of issue.comments) {
    const hash = hashOf(at, author.key, body);
    const number = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, number);
    const read = readDate(at);
    yield {
      placeKey,
      comment: {
        key: `comment/${issue.key}/${hash}${number === 1 ? "" : `-${number}`}`,
        ...{ taskKey: `issue/${issue.key}`, at: read ?? fallback, editedAt: null, author: author.key },
        ...{ text: textsOf(issue, body), isExtra: false, notes: read ? [] : ["due_unread"] },
      },
    };
  }
}

const isBlocking = (type: string) => /^block/i.test(type);

function* dependenciesOf(issue: JiraIssue, placeKey: string): Generator<SourceRecord> {
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

import { importSourceNames } from "@atoll/contract/imports/schemas";
import { UnreadableArchive } from "../archive/open-archive.ts";
import type {
  FoundLine,
  FoundPerson,
  FoundPlace,
  SourceReader,
  SourceRecord,
  Survey,
} from "../archive/records.ts";
import { unknownPerson } from "../task-words.ts";
import { type IssuePerson, statusOf } from "./issue.ts";
import {
  commentsKey,
  listKey,
  maxPeople,
  type Place,
  readFiles,
  recordsOf,
  type Tracker,
} from "./read-export.ts";
import {
  boardKey,
  commentsOf,
  dependenciesOf,
  type Export,
  findIssue,
  isClosed,
  toTask,
  wholeOf,
} from "./to-task.ts";

const parts = ["issues", "parts", "comments", "links"] as const;
const maxPlaces = 5_000;

/** Returns the reader of a tracker's exports. */
export function createIssueReader(tracker: Tracker): SourceReader {
  const { source, files: endings, advice } = tracker;
  return {
    makes: "tasks",
    files: endings,

    async survey(archive, signal) {
      const found: Survey = { people: [], places: [], units: [], lines: [], counts: {} };
      const people = new Map<string, FoundPerson>();
      const places = new Map<string, FoundPlace>();
      const loose = new Map<string, number>();
      const reading = readFiles(tracker, archive, signal);
      const files = await reading.files;
      found.lines = reading.lines.all();
      for (const [path, known] of files) {
        signal.throwIfAborted();
        if (known.encoding === "windows-1252") found.lines.push({ kind: "file_encoding", detail: path });
        await addFile({ tracker, archive, path }, known, { people, places, loose, lines: found.lines });
      }
      if (places.size === 0) {
        const [other] = reading.others;
        const [name, otherName] = [importSourceNames[source], other && importSourceNames[other]];
        throw new UnreadableArchive(
          otherName
            ? `This is an export of ${otherName}: choose ${otherName} as the product, and upload it again.`
            : `This is not an export of ${name}: it has no issues. ${advice}`,
        );
      }
      for (const [key, count] of loose) {
        const place = places.get(key);
        if (place) place.recordCount += count;
      }
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
      const known = (await readFiles(tracker, archive).files).get(path);
      if (!known) return;
      for await (const issue of recordsOf({ tracker, archive, path }, known)) {
        if ("issueKey" in issue) {
          const of = part === "comments" ? findIssue(known, issue.issueKey) : undefined;
          if (of)
            yield* commentsOf(
              known,
              { ...of, summary: of.title, isHtml: false },
              [issue.comment],
              of.placeKey,
            );
          continue;
        }
        const placeKey = listKey(issue);
        const commentsPlace = issue.areReadersKnown ? placeKey : commentsKey(issue);
        if (part === (wholeOf(known, issue) ? "parts" : "issues"))
          yield isClosed(known, issue)
            ? { placeKey, skipped: "issue_restricted", detail: issue.key }
            : () => ({ placeKey, task: toTask(known, issue) });
        if (part === "comments") yield* commentsOf(known, issue, issue.comments, commentsPlace);
        if (part === "links") yield* dependenciesOf(known, issue, placeKey);
      }
    },
  };
}

const isAddress = /^[^\s@]{1,64}@[^\s@]{1,200}$/;

interface Met {
  people: Map<string, FoundPerson>;
  places: Map<string, FoundPlace>;
  /** The number of comments by themselves, by the lists of their issues. */
  loose: Map<string, number>;
  lines: FoundLine[];
}

async function addFile(place: Place, known: Export, { people, places, loose, lines }: Met): Promise<void> {
  const none = {
    ...{ topic: "", description: "", creatorKey: null, createdAt: null, isArchived: false, memberKeys: [] },
  };
  const meet = (person: IssuePerson | undefined, records = 1) => {
    const key = person?.key ?? unknownPerson;
    const there = people.get(key);
    const email = [person?.email ?? "", key].find((one) => isAddress.test(one))?.toLowerCase() ?? "";
    if (there) {
      there.recordCount += records;
      there.email ||= email;
    } else if (people.size < maxPeople) {
      const name = known.people.get(key) ?? person?.name ?? "Unknown person";
      const isBot = person?.isBot ?? false;
      people.set(key, { key, name: name || "Unknown person", email, isBot, recordCount: records });
    }
  };
  let lost = 0;
  for await (const issue of recordsOf(place, known)) {
    if ("issueKey" in issue) {
      const of = findIssue(known, issue.issueKey);
      if (of) loose.set(of.placeKey, (loose.get(of.placeKey) ?? 0) + 1);
      else lost += 1;
      meet(issue.comment.author);
      continue;
    }
    const { project, status, category, comments } = issue;
    const [board, list] = [boardKey(issue), listKey(issue)];
    if (places.size > maxPlaces) throw new UnreadableArchive("The file has too many projects and states.");
    if (!places.has(board))
      places.set(board, {
        ...none,
        key: board,
        kind: "board",
        name: project.name || project.key || importSourceNames[place.tracker.source],
        recordCount: 0,
      });
    const state: FoundPlace = places.get(list) ?? {
      ...{ ...none, key: list, kind: "list", name: status || "No state", recordCount: 0 },
      ...{ parentKey: board, status: statusOf(status, category) },
    };
    places.set(list, state);
    state.recordCount += 1;
    if (issue.areReadersKnown) state.recordCount += comments.length;
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
  if (lost > 0) lines.push({ kind: "record_without_task", detail: place.path, count: lost });
}

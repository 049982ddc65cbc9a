import { outcomeMaxLength } from "@atoll/contract/brainstorm/limits";
import type { BoardNote, NoteLink } from "@atoll/contract/brainstorm/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { csvBeginning, toCsv } from "../../../platform/csv.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { readElementsInParts } from "../canvas-elements.ts";
import { countVotes } from "../count-votes.ts";
import type { BoardRow } from "../queries.ts";
import { escaped, lineOf } from "./escape-markdown.ts";
import { listNotes } from "./note-links.ts";

interface ExportedNote {
  id: string;
  text: string;
  /** The name of its frame; empty without one. */
  group: string;
  /** The id of its frame. Several frames may have one name. */
  groupId: string | null;
  color: string;
  author: Person | undefined;
  /** Undefined while people vote. */
  votes: number | undefined;
  comments: number;
  links: readonly NoteLink[];
  reactions: BoardNote["reactions"];
}

type Format = "markdown" | "csv";

/** The notes of a board by their groups, the most votes first, as a file that is written as it is sent. */
export async function exportBoard(
  sources: ChangeSources,
  viewer: RequestViewer,
  board: BoardRow,
  format: Format,
): Promise<{ parts: Iterable<string>; noteCount: number }> {
  const notes = await collectNotes(sources, viewer, board);
  return { parts: format === "csv" ? csvOf(notes) : markdownOf(board, notes), noteCount: notes.length };
}

/** Notes that are written at once. All notes of a full board at once would hold up other requests. */
const sliceSize = 50;

function* slicesOf<One>(all: readonly One[]): Generator<One[]> {
  for (let start = 0; start < all.length; start += sliceSize) yield all.slice(start, start + sliceSize);
}

function* csvOf(notes: readonly ExportedNote[]): Generator<string> {
  yield csvBeginning + toCsv([columns]);
  for (const slice of slicesOf(notes)) yield toCsv(slice.map(cellsOf));
}

/** The outcome of a board, short enough to post: the notes with the most votes, and the tasks and ideas. */
export async function summariseBoard(
  sources: ChangeSources,
  viewer: RequestViewer,
  board: BoardRow,
): Promise<string> {
  const notes = await collectNotes(sources, viewer, board);
  const top = notes
    .filter(({ votes }) => votes)
    .toSorted((a, b) => (b.votes ?? 0) - (a.votes ?? 0))
    .slice(0, 5);
  const links = notes.flatMap(({ links }) => links);
  const lines = [
    `**[${escaped(board.title)}](/brainstorm/${board.id})**: ${notes.length} ${notes.length === 1 ? "note" : "notes"}`,
    ...(top.length > 0
      ? ["", "Most votes:", ...top.map(({ text, votes }) => `- ${lineOf(text)} (${votes})`)]
      : []),
    ...(links.length > 0
      ? ["", "What became of it:", ...links.map(({ title, link }) => `- [${escaped(title)}](${link})`)]
      : []),
  ];
  const kept: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += [...line].length + 1;
    if (length > outcomeMaxLength) break;
    kept.push(line);
  }
  return kept.join("\n");
}

const columns = [
  "id",
  "group",
  "text",
  "author",
  "votes",
  "comments",
  "tasks",
  "ideas",
  "color",
  "reactions",
];

function cellsOf(note: ExportedNote): (string | number)[] {
  const titles = (kind: NoteLink["kind"]) =>
    note.links
      .filter((link) => link.kind === kind)
      .map(({ title }) => title)
      .join(", ");
  const { id, group, text, author, votes, comments, color } = note;
  return [
    ...[id, group, text, author?.name ?? "", votes ?? "", comments, titles("task"), titles("idea"), color],
    reactionsInWords(note),
  ];
}

/** "👍 2, 🎉 1". */
const reactionsInWords = ({ reactions }: ExportedNote): string =>
  reactions.map(({ emoji, count }) => `${emoji} ${count}`).join(", ");

function* markdownOf(board: BoardRow, notes: readonly ExportedNote[]): Generator<string> {
  yield `# ${escaped(board.title)}\n`;
  for (const members of Map.groupBy(notes, ({ groupId }) => groupId).values()) {
    const group = members[0]?.group ?? "";
    yield `\n## ${group === "" ? "Without a group" : lineOf(group)}\n\n`;
    for (const slice of slicesOf(members)) yield slice.map((note) => `${bulletOf(note)}\n`).join("");
  }
}

function bulletOf(note: ExportedNote): string {
  const { text, author, votes, links } = note;
  const voted = votes ? `${votes} ${votes === 1 ? "vote" : "votes"}` : "";
  const facts = [author?.name ?? "", voted, reactionsInWords(note)];
  const made = links.map(({ title, link }) => `[${escaped(title)}](${link})`);
  const about = [...facts.filter((fact) => fact !== ""), ...made].join(", ");
  return `- ${lineOf(text)}${about === "" ? "" : ` (${about})`}`;
}

/** Notes by their groups, which go by where they are: from the top, and from the left. */
async function collectNotes(
  sources: ChangeSources,
  viewer: RequestViewer,
  board: BoardRow,
): Promise<ExportedNote[]> {
  const [elements, totals, about] = await Promise.all([
    readElementsInParts(sources.db, board.id),
    countVotes(sources.db, board),
    listNotes(sources, viewer, board.id),
  ]);
  const known = await sources.people.of(elements.flatMap(({ authorId }) => authorId ?? []));
  const byId = new Map(elements.map((one) => [one.id, one.element]));
  const votes = totals && new Map(totals.map(({ noteId, count }) => [noteId, count]));
  const facts = new Map(about.map((note) => [note.id, note]));
  const placed = elements.flatMap(({ id, authorId, element }) => {
    if (element.kind !== "note") return [];
    const frame = element.frame === null ? undefined : byId.get(element.frame);
    const group = frame?.kind === "frame" ? frame : undefined;
    const note: ExportedNote = {
      id,
      text: element.text,
      group: group?.text ?? "",
      groupId: group ? element.frame : null,
      color: element.color,
      author: authorId === null ? undefined : known.get(authorId),
      votes: votes ? (votes.get(id) ?? 0) : undefined,
      comments: facts.get(id)?.commentCount ?? 0,
      links: facts.get(id)?.links ?? [],
      reactions: facts.get(id)?.reactions ?? [],
    };
    return [{ note, place: [group ? 0 : 1, ...placeOf(group), -(note.votes ?? 0), ...placeOf(element)] }];
  });
  return withOwnNames(placed.toSorted((a, b) => compare(a.place, b.place)).map(({ note }) => note));
}

/** Numbers groups whose frames have one name: "Ideas" and "Ideas (2)" are two groups. */
function withOwnNames(notes: readonly ExportedNote[]): ExportedNote[] {
  const ids = new Map<string, (string | null)[]>();
  return notes.map((note) => {
    const known = ids.get(note.group) ?? [];
    ids.set(note.group, known);
    if (!known.includes(note.groupId)) known.push(note.groupId);
    const number = known.indexOf(note.groupId) + 1;
    return number === 1 ? note : { ...note, group: `${note.group} (${number})`.trim() };
  });
}

const placeOf = (element: { at: readonly [number, number] } | undefined): number[] =>
  element ? [element.at[1], element.at[0]] : [0, 0];

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

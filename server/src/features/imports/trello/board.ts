import { type Archive, UnreadableArchive } from "../archive/open-archive.ts";
import { type JsonMember, readJsonMembers } from "../archive/read-json-items.ts";
import type { FoundLine } from "../archive/records.ts";
import {
  actionSchema,
  cardSchema,
  checklistSchema,
  customFieldSchema,
  labelSchema,
  listSchema,
  lostOf,
  memberSchema,
  membershipSchema,
} from "./shapes.ts";

/** The part of each card that is kept in memory, so that its items and comments find it. */
export interface KnownCard {
  listId: string | undefined;
  creator: string | undefined;
  records: number;
  comments: number;
}

/** A board without its cards, checklists and comments. */
export interface Board {
  path: string;
  id: string;
  name: string;
  isClosed: boolean;
  creator: string | null;
  lists: Map<string, { name: string; isClosed: boolean }>;
  labels: Map<string, { name: string; color: string }>;
  fields: Map<string, { name: string; type: string; options: Map<string, string> }>;
  people: Map<string, { name: string; username: string; records: number }>;
  memberIds: string[];
  cards: Map<string, KnownCard>;
  actions: number;
  /** Records that cannot be read. */
  unreadable: number;
  lines: FoundLine[];
}

const [maxCards, maxPeople, maxNamed] = [500_000, 50_000, 20_000];
const plain = new Set(["id", "name", "closed", "idMemberCreator"]);
const wanted = new Set([
  ..."id name closed idMemberCreator lists labels members memberships customFields cards checklists actions".split(
    " ",
  ),
]);

const creating = new Set(["createCard", "copyCard", "emailCard", "convertToCardFromCheckItem"]);
export const commenting = new Set(["commentCard", "copyCommentCard"]);

/** Returns whether an action that cannot be read as a whole is a comment. Others are of no use here. */
export const isComment = (action: unknown): boolean =>
  typeof action === "object" && action !== null && "type" in action && commenting.has(String(action.type));

const boards = new WeakMap<Archive, Map<string, Promise<Board>>>();

/** Returns a board of an archive, which is read once for as long as the archive is open. */
export function boardOf(archive: Archive, path: string): Promise<Board> {
  const known = boards.get(archive) ?? new Map<string, Promise<Board>>();
  boards.set(archive, known);
  const reading = known.get(path) ?? readBoard(archive, path);
  known.set(path, reading);
  return reading;
}

/** Reads the items of some of the lists of a board's file. */
export async function* membersOf(
  archive: Archive,
  path: string,
  isWanted: (key: string) => boolean,
): AsyncGenerator<JsonMember> {
  try {
    const content = await archive.read(path);
    if (content) yield* readJsonMembers(content, isWanted);
  } catch {
    archive.assertWhole();
    yield { key: "", problem: "file_unreadable", detail: "it is damaged" };
  }
}

async function readBoard(archive: Archive, path: string): Promise<Board> {
  const board: Board = {
    ...{
      path,
      id: "",
      name: "",
      isClosed: false,
      creator: null,
      memberIds: [],
      actions: 0,
      unreadable: 0,
      lines: [],
    },
    ...{ lists: new Map(), labels: new Map(), fields: new Map(), people: new Map(), cards: new Map() },
  };
  const onlyMembers: string[] = [];
  for await (const member of membersOf(archive, path, (one) => wanted.has(one))) {
    const { key } = member;
    const isRecord = key === "cards" || key === "checklists" || key === "actions";
    if ("problem" in member) {
      if (isRecord) board.unreadable += 1;
      else board.lines.push({ kind: member.problem, detail: `${path}: ${key} ${member.detail}` });
    } else if (plain.has(key)) setPlain(board, key, member.value);
    else addItem(board, key, member.value, onlyMembers);
    if (board.cards.size > maxCards)
      throw new UnreadableArchive(`The board has more than ${maxCards.toLocaleString("en")} cards.`);
  }
  if (board.memberIds.length === 0) board.memberIds = onlyMembers;
  return board;
}

function setPlain(board: Board, key: string, value: unknown): void {
  if (key === "closed") board.isClosed = value === true;
  if (typeof value !== "string") return;
  if (key === "id") board.id = value.slice(0, 60);
  if (key === "name") board.name = value.slice(0, 500);
  if (key === "idMemberCreator") board.creator = value.slice(0, 60);
}

function addItem(board: Board, key: string, value: unknown, onlyMembers: string[]): void {
  const { lists, labels, fields } = board;
  switch (key) {
    case "lists": {
      const one = listSchema.safeParse(value).data;
      if (one && lists.size < maxNamed) lists.set(one.id, { name: one.name, isClosed: one.closed });
      return;
    }
    case "labels": {
      const one = labelSchema.safeParse(value).data;
      if (one && labels.size < maxNamed) labels.set(one.id, one);
      return;
    }
    case "customFields": {
      const one = customFieldSchema.safeParse(value).data;
      if (!one || fields.size >= maxNamed) return;
      const options = new Map(one.options.map((option) => [option.id, option.value.text] as const));
      fields.set(one.id, { name: one.name, type: one.type, options });
      return;
    }
    case "members": {
      const one = memberSchema.safeParse(value).data;
      if (!one) return;
      addPerson(board, one.id, one.fullName || one.username, one.username);
      onlyMembers.push(one.id);
      return;
    }
    case "memberships": {
      const one = membershipSchema.safeParse(value).data;
      if (one && !one.deactivated && board.memberIds.length < maxPeople) board.memberIds.push(one.idMember);
      return;
    }
    case "cards": {
      const one = cardSchema.safeParse(value).data;
      if (!one) {
        board.unreadable += 1;
        return;
      }
      const card = cardOf(board, one.id);
      // A card that is twice in the file is where it was first.
      card.listId ??= one.idList;
      card.records += 1;
      card.comments += one.badges.comments;
      for (const id of one.idMembers) countRecord(board, id);
      return;
    }
    case "checklists": {
      const one = checklistSchema.safeParse(value).data;
      if (one)
        cardOf(board, one.idCard).records +=
          one.checkItems.length + lostOf(value, "checkItems", one.checkItems);
      else board.unreadable += 1;
      return;
    }
    case "actions":
      addAction(board, value);
  }
}

/** Actions name people who have left, and say who has created a card. */
function addAction(board: Board, value: unknown): void {
  board.actions += 1;
  const one = actionSchema.safeParse(value).data;
  if (!one && isComment(value)) board.unreadable += 1;
  if (!one) return;
  const { memberCreator: by, member, type, data } = one;
  for (const person of [by, member])
    if (person) addPerson(board, person.id, person.fullName || person.username, person.username);
  const author = by?.id ?? one.idMemberCreator;
  if (creating.has(type) && data.card.id !== "") cardOf(board, data.card.id).creator ??= author || undefined;
  if (!commenting.has(type)) return;
  const card = cardOf(board, data.card.id);
  card.records += 1;
  card.comments -= 1;
  countRecord(board, author);
}

function cardOf({ cards }: Board, id: string): KnownCard {
  let card = cards.get(id);
  if (!card) {
    card = { listId: undefined, creator: undefined, records: 0, comments: 0 };
    cards.set(id.slice(0, 60), card);
  }
  return card;
}

function addPerson({ people }: Board, id: string, name: string, username: string): void {
  const known = people.get(id);
  if (!known && people.size < maxPeople) people.set(id, { name, username, records: 0 });
  if (!known) return;
  known.name ||= name;
  known.username ||= username;
}

function countRecord(board: Board, id: string): void {
  addPerson(board, id, "", "");
  const person = board.people.get(id);
  if (person) person.records += 1;
}

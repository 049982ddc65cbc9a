import { maxSubtasks } from "@atoll/contract/tasks/limits";
import type { z } from "zod";
import type { ImportedComment, ImportedTask } from "../../tasks/public.ts";
import { type Archive, UnreadableArchive } from "../archive/open-archive.ts";
import type { FoundPerson, FoundPlace, SourceReader, SourceRecord, Survey } from "../archive/records.ts";
import { dueAt, statusOfName, timeOf, unknownPerson } from "../task-words.ts";
import { type Board, boardOf, commenting, isComment, membersOf } from "./board.ts";
import { actionSchema, cardSchema, checklistSchema, lostOf, type TrelloCard } from "./shapes.ts";
import { createdAt, textOf, timeNear, toTask } from "./to-task.ts";

/** The number of actions that Trello exports. */
const exportedActions = 1_000;
const parts = ["cards", "checklists", "actions"] as const;

/** Reads boards as Trello exports them in JSON: one file, or several in a zip file. */
export const trelloReader: SourceReader = {
  makes: "tasks",
  files: [".json"],

  async survey(archive, signal) {
    const found: Survey = { people: [], places: [], units: [], lines: [], counts: {} };
    const people = new Map<string, FoundPerson>();
    for (const path of archive.paths.filter((one) => one.toLowerCase().endsWith(".json")).sort()) {
      signal.throwIfAborted();
      const board = await boardOf(archive, path);
      if (board.id === "" || (board.lists.size === 0 && board.cards.size === 0)) {
        found.lines.push(...board.lines, {
          kind: "file_unreadable",
          detail: `${path}: it is not a board of Trello`,
        });
        continue;
      }
      addBoard(board, found, people);
    }
    if (found.places.length === 0)
      throw new UnreadableArchive(
        "This is not an export of Trello: it has no board. Export the board as JSON from its menu.",
      );
    found.people = [...people.values()];
    const isOf = (kind: FoundPlace["kind"]) => found.places.filter((place) => place.kind === kind);
    found.counts = {
      people: people.size,
      boards: isOf("board").length,
      lists: isOf("list").length,
      records: found.places.reduce((sum, { recordCount }) => sum + recordCount, 0),
    };
    return found;
  },

  async *readUnit(archive, { paths: [name = ""] }): AsyncGenerator<SourceRecord | (() => SourceRecord)> {
    const [part, ...path] = name.split(":");
    const board = await boardOf(archive, path.join(":"));
    if (part === "cards") yield* cardsOf(archive, board);
    if (part === "checklists") yield* checklistsOf(archive, board);
    if (part === "actions") yield* commentsOf(archive, board);
  },
};

const boardKey = ({ id }: Board) => `board:${id}`;
const otherKey = ({ id }: Board) => `list:other-${id}`;

/** The list of a card. Records of cards that are not in the export belong to the board. */
function placeOf(board: Board, cardId: string): string {
  const listId = board.cards.get(cardId)?.listId;
  if (listId === undefined) return boardKey(board);
  return board.lists.has(listId) ? `list:${listId}` : otherKey(board);
}

function addBoard(board: Board, found: Survey, people: Map<string, FoundPerson>): void {
  const key = boardKey(board);
  const none = { topic: "", description: "", creatorKey: null, createdAt: null, recordCount: 0 };
  found.lines.push(...board.lines);
  const place: FoundPlace = {
    ...{
      ...none,
      key,
      kind: "board",
      recordCount: board.unreadable,
      name: board.name || "Board",
      isArchived: board.isClosed,
    },
    memberKeys: [...new Set(board.memberIds)],
  };
  const lists = new Map<string, FoundPlace>();
  const addList = (listKey: string, name: string, isClosed: boolean) =>
    lists.set(listKey, {
      ...{ ...none, key: listKey, kind: "list", name: name || "List", isArchived: isClosed, memberKeys: [] },
      ...{ parentKey: key, status: isClosed ? ("archived" as const) : statusOfName(name) },
    });
  for (const [id, { name, isClosed }] of board.lists) addList(`list:${id}`, name, isClosed);
  let [missing, hasUnknown] = [0, false];
  for (const [id, card] of board.cards) {
    const at = placeOf(board, id);
    if (at === otherKey(board) && !lists.has(at)) {
      addList(at, "Other cards", false);
      found.lines.push({ kind: "list_missing", placeKey: at });
    }
    (lists.get(at) ?? place).recordCount += card.records;
    if (card.listId === undefined) continue;
    missing += Math.max(0, card.comments);
    hasUnknown ||= card.creator === undefined;
  }
  if (board.actions >= exportedActions || missing > 0)
    found.lines.push({
      ...{ kind: "history_cut", placeKey: key },
      detail: `${board.actions.toLocaleString("en")} actions, ${missing.toLocaleString("en")} comments are missing`,
    });
  found.places.push(place, ...lists.values());
  const placeKeys = [...lists.keys(), key];
  found.units.push(...parts.map((part) => ({ placeKeys, paths: [`${part}:${board.path}`] })), {
    placeKeys,
    paths: [],
  });
  for (const [id, { name, records }] of board.people) {
    const known = people.get(id);
    if (known) known.recordCount += records;
    else
      people.set(id, {
        ...{ key: id, name: name || `Unknown person (${id})`, email: "", isBot: false, recordCount: records },
      });
  }
  if (hasUnknown)
    people.set(unknownPerson, {
      key: unknownPerson,
      name: "Unknown person",
      email: "",
      isBot: false,
      recordCount: 0,
    });
}

/** Reads the items of one list of the file. Each that cannot be read is a skipped record of the board. */
async function* itemsOf<T>(
  archive: Archive,
  board: Board,
  part: (typeof parts)[number],
  schema: z.ZodType<T>,
): AsyncGenerator<{ item: T; value: unknown } | { skipped: SourceRecord }> {
  for await (const member of membersOf(archive, board.path, (key) => key === part)) {
    // The plan says so of the file as a whole.
    if (member.key !== part) continue;
    const parsed = "problem" in member ? undefined : schema.safeParse(member.value).data;
    if (parsed && "value" in member) yield { item: parsed, value: member.value };
    else if ("problem" in member)
      yield {
        skipped: { placeKey: boardKey(board), skipped: member.problem, detail: `${part}, ${member.detail}` },
      };
    else if (part !== "actions" || isComment(member.value))
      yield { skipped: { placeKey: boardKey(board), skipped: "record_unreadable", detail: part } };
  }
}

async function* cardsOf(archive: Archive, board: Board): AsyncGenerator<SourceRecord | (() => SourceRecord)> {
  for await (const read of itemsOf(archive, board, "cards", cardSchema))
    yield "skipped" in read
      ? read.skipped
      : () => ({ placeKey: placeOf(board, read.item.id), task: wholeTask(board, read.item, read.value) });
}

/** A card as a task, with a note for each part of it that cannot be read. */
function wholeTask(board: Board, card: TrelloCard, value: unknown): ImportedTask {
  const task = toTask(board, card);
  const lost =
    lostOf(value, "attachments", card.attachments) + lostOf(value, "customFieldItems", card.customFieldItems);
  return { ...task, notes: [...task.notes, ...Array.from({ length: lost }, () => "part_unreadable")] };
}

async function* checklistsOf(archive: Archive, board: Board): AsyncGenerator<SourceRecord> {
  const used = new Map<string, number>();
  for await (const read of itemsOf(archive, board, "checklists", checklistSchema)) {
    if ("skipped" in read) {
      yield read.skipped;
      continue;
    }
    const list = read.item;
    const placeKey = placeOf(board, list.idCard);
    const card = board.cards.get(list.idCard);
    const author = card?.creator ?? unknownPerson;
    const over: string[] = [];
    for (let lost = lostOf(read.value, "checkItems", list.checkItems); lost > 0; lost -= 1)
      yield { placeKey, skipped: "record_unreadable", detail: `checkItems of ${list.name}` };
    for (const item of list.checkItems.toSorted((one, other) => one.pos - other.pos)) {
      if (card?.listId === undefined) {
        yield { placeKey, skipped: "record_without_task", detail: item.name };
        continue;
      }
      const number = used.get(list.idCard) ?? 0;
      used.set(list.idCard, number + 1);
      const isDone = item.state === "complete";
      if (number >= maxSubtasks) {
        over.push(`- [${isDone ? "x" : " "}] ${item.name}`);
        yield { placeKey, skipped: "part_in_comment", detail: item.name };
        continue;
      }
      const at = createdAt(item.id) ?? createdAt(list.id) ?? createdAt(list.idCard) ?? timeNear(board);
      const task: ImportedTask = {
        ...{ key: `item/${item.id}`, parentKey: `card/${list.idCard}`, at, updatedAt: at, author },
        ...{ completedAt: isDone ? at : null, title: item.name, status: isDone ? "done" : "todo" },
        description: list.name === "" || list.name === "Checklist" ? [] : [`Checklist: ${list.name}`],
        ...{
          priority: "medium",
          startsOn: null,
          due: dueAt(item.due) ?? null,
          tags: [],
          watchers: [],
          links: [],
          fields: [],
        },
        ...{ assignees: item.idMember === "" ? [] : [item.idMember], estimateMinutes: null, spentMinutes: 0 },
        notes: item.due !== "" && !dueAt(item.due) ? ["due_unread"] : [],
      };
      yield { placeKey, task };
    }
    if (over.length === 0) continue;
    const comment: ImportedComment = {
      ...{ key: `checklist/${list.id}`, taskKey: `card/${list.idCard}`, author, editedAt: null, notes: [] },
      at: createdAt(list.id) ?? timeNear(board),
      ...{ text: [[`Checklist: ${list.name}`, "", ...over].join("\n")], isExtra: true },
    };
    yield { placeKey, comment };
  }
}

async function* commentsOf(archive: Archive, board: Board): AsyncGenerator<SourceRecord> {
  for await (const read of itemsOf(archive, board, "actions", actionSchema)) {
    if ("skipped" in read) yield read.skipped;
    if ("skipped" in read || !commenting.has(read.item.type)) continue;
    const action = read.item;
    const { id, data, memberCreator, idMemberCreator, date } = action;
    const placeKey = placeOf(board, data.card.id);
    if (board.cards.get(data.card.id)?.listId === undefined) {
      yield { placeKey, skipped: "record_without_task", detail: id };
      continue;
    }
    const comment: ImportedComment = {
      ...{ key: `comment/${id}`, taskKey: `card/${data.card.id}`, notes: [], isExtra: false },
      at: timeOf(date) ?? createdAt(id) ?? timeNear(board),
      editedAt: timeOf(data.dateLastEdited) ?? null,
      author: memberCreator?.id ?? (idMemberCreator || unknownPerson),
      text: textOf(board, data.text),
    };
    yield { placeKey, comment };
  }
}

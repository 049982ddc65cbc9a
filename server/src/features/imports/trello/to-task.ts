import type { TaskStatus } from "@atoll/contract/tasks/limits";
import type { ImportedTask, TaskText } from "../../tasks/public.ts";
import { dueAt, timeOf, unknownPerson } from "../task-words.ts";
import type { Board } from "./board.ts";
import type { TrelloCard } from "./shapes.ts";

/** Pure: a card as a task. */
export function toTask(board: Board, card: TrelloCard): ImportedTask {
  const creator = board.cards.get(card.id)?.creator;
  const at = createdAt(card.id) ?? timeOf(card.dateLastActivity) ?? timeNear(board);
  const updatedAt = timeOf(card.dateLastActivity) ?? at;
  const due = dueAt(card.due);
  const notes = [
    ...(creator === undefined ? ["author_unknown"] : []),
    ...(card.due !== "" && !due ? ["due_unread"] : []),
    ...(card.start !== "" && !dueAt(card.start) ? ["due_unread"] : []),
    ...(card.isTemplate ? ["board_template"] : []),
  ];
  const status: TaskStatus | null = card.closed ? "archived" : card.dueComplete ? "done" : null;
  const labels =
    card.labels.length > 0 ? card.labels : card.idLabels.flatMap((id) => board.labels.get(id) ?? []);
  return {
    ...{
      key: `card/${card.id}`,
      parentKey: null,
      at,
      updatedAt: new Date(Math.max(at.getTime(), updatedAt.getTime())),
    },
    completedAt: timeOf(card.dateCompleted) ?? (card.dueComplete ? updatedAt : null),
    ...{ author: creator ?? unknownPerson, title: card.name, description: textOf(board, card.desc) },
    ...{ status, priority: "medium", startsOn: dueAt(card.start)?.date ?? null, due: due ?? null },
    // A label without a name is its colour, such as "green_dark".
    tags: labels.map(({ name, color }) => name || color.replaceAll("_", " ")).filter((name) => name !== ""),
    ...{ assignees: card.idMembers, watchers: [], estimateMinutes: null, spentMinutes: 0 },
    fields: [...fieldsOf(board, card), ...moreOf(card)],
    links: card.attachments.map(({ url, name, isUpload }) => ({ url, name: name || url, isFile: isUpload })),
    notes,
  };
}

function fieldsOf({ fields }: Board, { customFieldItems }: TrelloCard): ImportedTask["fields"] {
  return customFieldItems.flatMap(({ idCustomField, idValue, value }): ImportedTask["fields"] => {
    const field = fields.get(idCustomField);
    const label = field?.name || "Custom field";
    if (field?.type === "list") {
      const option = field.options.get(idValue);
      return option ? [{ label, kind: "choice", value: option }] : [];
    }
    const { text, number, date, checked } = value;
    if (text !== undefined) return [{ label, kind: "text", value: String(text) }];
    if (number !== undefined) return [{ label, kind: "number", value: Number(number) }];
    if (date !== undefined)
      return [{ label, kind: "date", value: dueAt(String(date))?.date ?? String(date) }];
    return checked === undefined ? [] : [{ label, kind: "checkbox", value: String(checked) === "true" }];
  });
}

/** Values of a card that no task has by itself. */
const moreOf = ({ address }: TrelloCard): ImportedTask["fields"] =>
  address ? [{ label: "Address", kind: "text", value: address }] : [];

const called = /(?<![\w@/])@(\w{2,100})/g;
const usernames = new WeakMap<Board, Map<string, string>>();

/** Markdown of Trello: its dialect, with the names of members after an @. */
export function textOf(board: Board, text: string): TaskText[] {
  let known = usernames.get(board);
  if (!known) {
    known = new Map(
      [...board.people].flatMap(([id, { username }]) => (username ? [[username.toLowerCase(), id]] : [])),
    );
    usernames.set(board, known);
  }
  const clean = text.replace(/ "smartCard-\w+"\)/g, ")");
  const words: TaskText[] = [];
  let last = 0;
  for (const match of clean.matchAll(called)) {
    const person = known.get((match[1] ?? "").toLowerCase());
    if (!person) continue;
    words.push(clean.slice(last, match.index + 1), { person });
    last = match.index + match[0].length;
  }
  return [...words, clean.slice(last)];
}

/** Returns a time for things without one: that of their board. */
export const timeNear = ({ id }: Pick<Board, "id">): Date => createdAt(id) ?? new Date();

/** IDs of Trello begin with the time at which the thing was created. */
export function createdAt(id: string): Date | undefined {
  const seconds = /^[0-9a-f]{24}$/i.test(id) ? Number.parseInt(id.slice(0, 8), 16) : Number.NaN;
  return timeOf(new Date(seconds * 1000));
}

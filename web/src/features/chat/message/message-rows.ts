import type { Message } from "@atoll/contract/chat/schemas";
import { isSameDay } from "../../../lib/time/format-date.ts";
import type { MessageEntry } from "../outbox/message-kind.ts";

/** One line of the list: a message that the server has, or one on its way there. */
export type RowItem = { kind: "message"; message: Message } | { kind: "pending"; entry: MessageEntry };

export interface MessageRow {
  /** The message's ID, the same before and after the server has stored it. */
  id: string;
  item: RowItem;
  createdAt: string;
  /** The first of its day. */
  startsDay: boolean;
  /** The first message of others that was unread when the channel was opened. */
  startsNew: boolean;
  /** By the same person within five minutes: shown without head. */
  isFollowUp: boolean;
}

export interface RowsInput {
  messages: readonly Message[];
  pending: readonly MessageEntry[];
  viewerId: string;
  /** Everything up to this number was read at opening; null when nothing was unread. */
  newAfter: number | null;
  /** Where the loaded part of the history begins. */
  from: number;
}

const followUpMs = 5 * 60_000;

/** Puts what the server has and what waits in the outbox into one list; a message in both is shown once. */
export function buildRows({ messages, pending, viewerId, newAfter, from }: RowsInput): MessageRow[] {
  const known = new Set(messages.map((message) => message.id));
  const items: RowItem[] = [
    ...messages.map((message): RowItem => ({ kind: "message", message })),
    ...pending.filter(({ id }) => !known.has(id)).map((entry): RowItem => ({ kind: "pending", entry })),
  ];
  const firstNew = findFirstNew(messages, viewerId, newAfter, from);
  let before: { authorId: string; at: string } | null = null;
  return items.map((item) => {
    const { id, createdAt, authorId } = describe(item, viewerId);
    // Days only go on: a clock that was wrong, here or on the server, begins none that is over.
    const at: string = before && createdAt < before.at ? before.at : createdAt;
    const startsDay = !before || !isSameDay(before.at, at);
    const startsNew = id === firstNew;
    const isSoon = before !== null && Date.parse(at) - Date.parse(before.at) < followUpMs;
    const isFollowUp = !startsDay && !startsNew && isSoon && before?.authorId === authorId;
    before = { authorId, at };
    return reuse({ id, item, createdAt, startsDay, startsNew, isFollowUp });
  });
}

const made = new WeakMap<Message | MessageEntry, MessageRow>();

/** The same object for the same row, so that what shows it need not do so again. */
function reuse(row: MessageRow): MessageRow {
  const key = row.item.kind === "message" ? row.item.message : row.item.entry;
  const known = made.get(key);
  const isSame =
    known?.startsDay === row.startsDay &&
    known.startsNew === row.startsNew &&
    known.isFollowUp === row.isFollowUp;
  if (known && isSame) return known;
  made.set(key, row);
  return row;
}

/** Unknown while older unread messages may still have to be loaded. */
function findFirstNew(
  messages: readonly Message[],
  viewerId: string,
  newAfter: number | null,
  from: number,
): string | undefined {
  if (newAfter === null || from > newAfter + 1) return undefined;
  return messages.find(({ seq, author }) => seq > newAfter && author.id !== viewerId)?.id;
}

function describe(item: RowItem, viewerId: string): { id: string; createdAt: string; authorId: string } {
  const { id, createdAt } = item.kind === "message" ? item.message : item.entry;
  return { id, createdAt, authorId: item.kind === "message" ? item.message.author.id : viewerId };
}

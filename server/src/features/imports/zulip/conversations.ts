import type { z } from "zod";
import { UnreadableArchive } from "../archive/open-archive.ts";
import type { KeepTexts } from "../messages/message-survey.ts";
import type { messageSchema, recipientSchema, WaitingMessage } from "./shapes.ts";

export interface Conversation {
  id: string;
  stream?: number;
  /** The people of a chat, or the subscribers of a stream. */
  members: number[];
  writers: Set<number>;
  recordCount: number;
  firstAt: number;
  /** The first message of each topic, by the topic in lower case. */
  topics: Map<string, { id: number; at: number }>;
}

/** The tables of an export that are kept in memory until its messages have been passed over. */
export interface Tables {
  recipients: Map<number, z.output<typeof recipientSchema>>;
  subscribers: Map<number, number[]>;
  /** The people and emoji of each message, by turns. There can be millions. */
  reactions: Map<number, (number | string)[]>;
  emoji: Map<string, string>;
  files: Map<number, WaitingMessage["files"]>;
  /** The conversations of streams and groups, by their recipient. */
  conversations: Map<number, Conversation>;
  rows: number;
}

/** The conversations that were found so far. */
interface Found {
  conversations: Map<string, Conversation>;
  keep: KeepTexts;
}

const maxConversations = 200_000;

/** Messages to one person belong to a chat of two, whichever of them wrote it. */
export function conversationOf(
  found: Found,
  tables: Tables,
  row: Pick<z.output<typeof messageSchema>, "recipient" | "sender">,
): Conversation {
  const isShared = tables.recipients.get(row.recipient)?.type !== 1;
  const known = isShared ? tables.conversations.get(row.recipient) : undefined;
  if (known) return known;
  const made = findConversation(found, tables, row);
  if (isShared) tables.conversations.set(row.recipient, made);
  return made;
}

function findConversation(
  { conversations, keep }: Found,
  { recipients, subscribers }: Tables,
  { recipient: id, sender }: Pick<z.output<typeof messageSchema>, "recipient" | "sender">,
): Conversation {
  const recipient = recipients.get(id);
  const people =
    recipient?.type === 1
      ? [sender, recipient.type_id]
      : recipient?.type === 3
        ? (subscribers.get(id) ?? [])
        : [];
  const between = [...new Set(people)].sort((one, other) => one - other);
  const stream = recipient?.type === 2 ? recipient.type_id : undefined;
  const key =
    stream !== undefined
      ? `stream ${stream}`
      : between.length > 0
        ? `chat ${between.join(" ")}`
        : `other ${id}`;
  const known = conversations.get(key);
  if (known) return known;
  if (conversations.size >= maxConversations)
    throw new UnreadableArchive(
      `The export has more than ${maxConversations.toLocaleString("en")} channels and chats.`,
    );
  keep(key);
  const members = stream === undefined ? between : (subscribers.get(id) ?? []);
  const made: Conversation = {
    ...{ id: key, members, ...(stream !== undefined && { stream }) },
    ...{ writers: new Set(), topics: new Map(), recordCount: 0, firstAt: Number.POSITIVE_INFINITY },
  };
  conversations.set(key, made);
  return made;
}

import { canPostIn } from "@atoll/contract/chat/policy";
import type { Channel, Message, Tombstone } from "@atoll/contract/chat/schemas";
import type { Person } from "@atoll/contract/people/schemas";

/** Objects for tests: each takes what the test is about and fills in the rest. */

/** The same small number always gives the same id. */
export function testId(number: number): string {
  return `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;
}

export const marisol: Person = {
  id: testId(901),
  name: "Marisol Vega",
  email: "marisol.vega@pelican.example",
  avatar: null,
  isFormer: false,
};
export const ruth: Person = {
  id: testId(902),
  name: "Ruth Adeyemi",
  email: "ruth.adeyemi@pelican.example",
  avatar: null,
  isFormer: false,
};

const start = Date.UTC(2025, 10, 19, 9, 0, 0);

/** A message whose id and time follow from its number, one a minute. */
export function aMessage(given: Partial<Message> & { seq: number }): Message {
  const createdAt = new Date(start + given.seq * 60_000).toISOString();
  return {
    id: testId(given.seq),
    channelId: testId(1000),
    parentId: null,
    changedSeq: given.seq,
    createdAt,
    updatedAt: createdAt,
    deleted: false,
    removed: false,
    content: `message ${given.seq}`,
    edited: false,
    editedAt: null,
    author: ruth,
    mentions: [],
    mentionsAll: null,
    calledHere: false,
    attachments: [],
    reactions: [],
    thread: null,
    pinnedAt: null,
    ...given,
  };
}

export function aTombstone(given: Partial<Tombstone> & { seq: number; changedSeq: number }): Tombstone {
  return {
    id: testId(given.seq),
    channelId: testId(1000),
    parentId: null,
    createdAt: new Date(start + given.seq * 60_000).toISOString(),
    deleted: true,
    authorId: ruth.id,
    ...given,
  };
}

export function aChannel(given: Partial<Channel> = {}): Channel {
  const channel: Channel = {
    id: testId(1000),
    name: "deploys",
    type: "PUBLIC",
    description: "Releases, rollbacks and maintenance windows",
    departmentId: null,
    memberCount: 18,
    lastActivity: new Date(start).toISOString(),
    head: 0,
    lastReadSeq: 0,
    unread: 0,
    unreadMentions: 0,
    threadMentions: 0,
    addedBy: null,
    peers: [],
    lastMessage: null,
    topic: "",
    followsDepartment: false,
    isOwnersOnly: false,
    archivedAt: null,
    isStarred: false,
    isOwner: false,
    notify: "all",
    isMuted: false,
    canPost: true,
    canManage: false,
    ...given,
  };
  // As the server decides it, unless the test says otherwise.
  return { ...channel, canPost: given.canPost ?? canPostIn(channel) };
}

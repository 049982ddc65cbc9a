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
    changedSeq: given.seq,
    createdAt,
    updatedAt: createdAt,
    deleted: false,
    content: `message ${given.seq}`,
    edited: false,
    editedAt: null,
    author: ruth,
    ...given,
  };
}

export function aTombstone(given: Partial<Tombstone> & { seq: number; changedSeq: number }): Tombstone {
  return {
    id: testId(given.seq),
    channelId: testId(1000),
    createdAt: new Date(start + given.seq * 60_000).toISOString(),
    deleted: true,
    authorId: ruth.id,
    ...given,
  };
}

export function aChannel(given: Partial<Channel> = {}): Channel {
  return {
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
    peer: null,
    lastMessage: null,
    ...given,
  };
}

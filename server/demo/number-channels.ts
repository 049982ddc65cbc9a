import type { DemoCompany, DemoMessage } from "./types.ts";

export interface NumberedMessage {
  message: DemoMessage;
  seq: number;
  changedSeq: number;
  /** The replies that are still there, in order. */
  replies: NumberedMessage[];
}

export interface NumberedChannel {
  head: number;
  lastPostSeq: number;
  lastActivity: Date | undefined;
  messages: NumberedMessage[];
  /** By the key of a person: the number through which they have read. */
  readThrough: Map<string, number>;
}

/** Numbers whatever happened in each channel in order of time, as the server would have. By channel key. */
export function numberChannels(company: DemoCompany): Map<string, NumberedChannel> {
  const byChannel = Map.groupBy(company.messages, (message) => message.channelKey);
  const reads = Map.groupBy(company.reads, (read) => read.channelKey);
  return new Map(
    company.channels.map(({ key }) => {
      const numbered = numberChannel(byChannel.get(key) ?? []);
      const seqOf = new Map(numbered.messages.map(({ message, seq }) => [message.id, seq]));
      const readThrough = new Map(
        (reads.get(key) ?? []).map((read) => [read.personKey, seqOf.get(read.throughMessageId) ?? 0]),
      );
      return [key, { ...numbered, readThrough }];
    }),
  );
}

function numberChannel(messages: DemoMessage[]): Omit<NumberedChannel, "readThrough"> {
  const changes = messages.flatMap(changesOf).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const placed = new Map<string, NumberedMessage>();
  const roots = messages.filter((message) => message.parentId === null);
  let lastPostSeq = 0;
  for (const [index, { id, posted }] of changes.entries()) {
    const number = index + 1;
    const known = placed.get(id);
    if (known) known.changedSeq = number;
    if (!posted) continue;
    const message = { message: posted, seq: number, changedSeq: number, replies: [] };
    placed.set(id, message);
    if (posted.parentId === null) lastPostSeq = number;
    else if (!posted.deletedAt) placed.get(posted.parentId)?.replies.push(message);
  }
  return {
    head: changes.length,
    lastPostSeq,
    lastActivity: roots.at(-1)?.sentAt,
    messages: [...placed.values()],
  };
}

/** Returns the changes of a message, one sequence number each: the changed message, and when. */
function changesOf(message: DemoMessage): { id: string; at: Date; posted?: DemoMessage }[] {
  const { id, parentId, sentAt, editedAt, deletedAt, pinnedAt, reactions } = message;
  const later = [editedAt, deletedAt, pinnedAt, ...reactions.map(({ at }) => at)];
  return [
    { id, at: sentAt, posted: message },
    // A reply changes the message it replies to.
    ...(parentId === null ? [] : [{ id: parentId, at: sentAt }]),
    ...later.flatMap((at) => (at === null ? [] : [{ id, at }])),
  ];
}

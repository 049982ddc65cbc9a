import type { DemoCompany, DemoMessage } from "./types.ts";

export interface NumberedChannel {
  head: number;
  lastPostSeq: number;
  lastActivity: Date | undefined;
  messages: { message: DemoMessage; seq: number; changedSeq: number }[];
  /** By the key of a person: the number through which they have read. */
  readThrough: Map<string, number>;
}

/** Numbers each channel's posts, edits and deletions in order of time, as the server would have. By channel key. */
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
  const changes = messages
    .flatMap((message) => [
      { message, at: message.sentAt },
      ...(message.editedAt ? [{ message, at: message.editedAt }] : []),
      ...(message.deletedAt ? [{ message, at: message.deletedAt }] : []),
    ])
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const placed = new Map<string, { message: DemoMessage; seq: number; changedSeq: number }>();
  let lastPostSeq = 0;
  for (const [index, { message }] of changes.entries()) {
    const number = index + 1;
    const known = placed.get(message.id);
    if (known) known.changedSeq = number;
    else {
      placed.set(message.id, { message, seq: number, changedSeq: number });
      lastPostSeq = number;
    }
  }
  return {
    head: changes.length,
    lastPostSeq,
    lastActivity: messages.at(-1)?.sentAt,
    messages: [...placed.values()],
  };
}

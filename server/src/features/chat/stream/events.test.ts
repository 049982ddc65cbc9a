import type { chatEvents } from "@atoll/contract/chat/events";
import { canPostIn } from "@atoll/contract/chat/policy";
import { chatRoutes } from "@atoll/contract/chat/routes";
import type { Change, Channel, Message } from "@atoll/contract/chat/schemas";
import type { EventName, EventPayload } from "@atoll/contract/events";
import { uuidv7 } from "uuidv7";
import { beforeEach, test } from "vitest";
import { eventEqualsRefetch } from "../../../../test/event-equals-refetch.ts";
import { createChannel } from "../../../../test/factories.ts";
import { chattersForFile, sharedServer } from "../../../../test/for-file.ts";
import type { TestSocket } from "../../../../test/socket.ts";

// For every event with a change: the browser's state before, with the event applied, equals a refetch. Typing and
// presence are momentary and cannot be fetched.

const server = sharedServer();
const [ana, ben, cleo] = chattersForFile(server, ["Ana", "Ben", "Cleo"]);
let channelId: string;
let root: Message;
let toAna: TestSocket;

beforeEach(async () => {
  ({ id: channelId } = await createChannel(server.db, { type: "PUBLIC", members: [ana!, ben!] }));
  root = await ben!.post(channelId, "Root");
  toAna = await server.connect(ana!);
});

interface Case<Name extends EventName, State> {
  fetch: () => Promise<State>;
  change: () => Promise<unknown>;
  apply: (before: State, event: EventPayload<Name>) => State;
}

const messages = {
  fetch: async () => (await ana!.page(channelId)).messages,
  apply: (before: Message[], { message }: { message: Change }) => put(before, message),
};
const channels = { fetch: () => ana!.channels() };
const own = (before: Channel[], next: Channel) =>
  before.map((channel) => (channel.id === next.id ? next : channel));

const cases: {
  [Name in Exclude<keyof typeof chatEvents, "typing.changed">]: Case<Name, never>;
} = {
  "message.posted": as({ ...messages, change: () => ben!.post(channelId, "New, @channel") }),
  "message.edited": as({ ...messages, change: () => ben!.edit(root.id, "Edited, @Ana", [ana!.id]) }),
  "message.deleted": as({ ...messages, change: () => ben!.remove(root.id) }),
  "message.changed": as({ ...messages, change: () => ben!.reply(root, "It gets a thread") }),
  "channel.read": as({
    fetch: async () => (await ana!.heads()).heads,
    change: () => ana!.markRead(channelId, root.seq),
    apply: (before, head: EventPayload<"channel.read">) =>
      before.map((known) => (known.channelId === head.channelId ? head : known)),
  }),
  "channel.added": as({
    ...channels,
    change: () => ben!.create({ name: `New ${uuidv7()}`, memberIds: [ana!.id] }),
    apply: (before, { channel }: EventPayload<"channel.added">) =>
      before.some(({ id }) => id === channel.id) ? before : [channel, ...before],
  }),
  "channel.updated": as({
    ...channels,
    change: () => ana!.client.call(chatRoutes.starChannel, { params: { channelId } }),
    apply: (before, { channel }: EventPayload<"channel.updated">) => own(before, channel),
  }),
  "channel.changed": as({
    ...channels,
    change: () =>
      server.db
        .updateTable("channels")
        .set({ topic: "A topic", is_owners_only: true, archived_at: new Date() })
        .where("id", "=", channelId)
        .execute(),
    apply: (before, { channelId: id, ...shared }: EventPayload<"channel.changed">) =>
      before.map((channel) => {
        if (channel.id !== id) return channel;
        const next = { ...channel, ...shared };
        return { ...next, canPost: canPostIn(next) };
      }),
  }),
  "channel.counted": as({
    ...channels,
    change: () => cleo!.join(channelId),
    apply: (before, { channelId: id, memberCount }: EventPayload<"channel.counted">) =>
      before.map((channel) => (channel.id === id ? { ...channel, memberCount } : channel)),
  }),
  "channel.removed": as({
    ...channels,
    change: () => ana!.leave(channelId),
    apply: (before, { channelId: id }: EventPayload<"channel.removed">) =>
      before.filter((channel) => channel.id !== id),
  }),
  // The event only names the thread: others keep their state.
  "threads.changed": as({
    fetch: async () => {
      const threads = await ana!.threads();
      return { ids: threads.map(({ message }) => message.id).toSorted(), root: find(threads) };
    },
    change: () => ben!.reply(root, "For @Ana", { mentionIds: [ana!.id] }),
    apply: (before, { messageId }: EventPayload<"threads.changed">) => ({
      ids: [...before.ids, messageId].toSorted(),
      root: 1,
    }),
  }),
  "saved.changed": as({
    fetch: async () => (await ana!.saved()).map(({ message }) => message.id),
    change: () => ana!.client.call(chatRoutes.saveMessage, { params: { messageId: root.id } }),
    apply: (before, { messageId, isSaved }: EventPayload<"saved.changed">) =>
      isSaved ? [messageId, ...before] : before.filter((id) => id !== messageId),
  }),
};

test.each(Object.entries(cases))(
  "%s: the state before and the event equal a fresh fetch",
  async (name, one) => {
    const { change, ...proof } = one as unknown as Case<EventName, unknown>;
    await eventEqualsRefetch({ socket: toAna, event: name as EventName, act: change, ...proof });
  },
);

/** Pairs each case with the type of its state. */
function as<Name extends EventName, State>(one: Case<Name, State>): Case<Name, never> {
  return one as unknown as Case<Name, never>;
}

function put(before: Message[], message: Change): Message[] {
  const others = before.filter(({ id }) => id !== message.id);
  if (message.deleted || message.parentId) return others;
  return [...others, message].toSorted((a, b) => a.seq - b.seq);
}

function find(threads: { message: Message; unread: number }[]): number | undefined {
  return threads.find(({ message }) => message.id === root.id)?.unread;
}

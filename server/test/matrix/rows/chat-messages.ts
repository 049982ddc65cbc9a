import { chatEvents } from "@atoll/contract/chat/events";
import { messageRoutes } from "@atoll/contract/chat/message-routes";
import { threadRoutes } from "@atoll/contract/chat/thread-routes";
import { uuidv7 } from "uuidv7";
import { type Expectation, each, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { channelStates, chatters, noMessage, readableStates } from "./chat-states.ts";
import {
  furnishChat,
  type Input,
  inside,
  letInToChat,
  must,
  post,
  secretLine,
  type Things,
  write,
} from "./chat-things.ts";

const own = { "one's own": { request: () => ({ query: {} }), expect: chatters("ok") } };
const ofMessage = (messageId: string) => ({ params: { messageId } });

/** The states of a message for what its channel's members do with it. */
function touchableStates<Call>(
  call: (messageId: string, input: Input) => Call,
  { inNews }: { inNews: Expectation },
) {
  const of = (which: keyof Things["messages"]) => (input: Input) => call(input.things.messages[which], input);
  return {
    ...readableStates(call),
    "a reply": { request: of("reply"), expect: chatters("message_not_found", each(inside, "ok")) },
    archived: {
      request: of("archived"),
      expect: chatters("message_not_found", each(inside, "channel_archived")),
    },
    "where only owners write": {
      request: of("news"),
      expect: chatters("message_not_found", { ...each(inside, inNews), author: "ok" }),
    },
  };
}

/** The states of a message that a thread hangs on. */
function threadStates<Call>(call: (messageId: string, input: Input) => Call) {
  return {
    ...readableStates(call),
    "a reply": {
      request: (input: Input) => call(input.things.messages.reply, input),
      expect: chatters("message_not_found"),
    },
  };
}

/** The states of a message, for editing and deleting it: only the author may. */
function authorStates<Call>(
  call: (messageId: string) => Call,
  ofAuthor: { deleted: "ok" | "message_not_found"; archived: "ok" | "channel_archived" },
) {
  const seenByOthers = each(inside, "forbidden");
  return {
    ...noMessage(call),
    "in a channel of one's own": {
      request: async ({ world, things, spare }: Input) =>
        call(await spare("a message", () => post(world, things.sharedId, world.actors.author))),
      expect: chatters("message_not_found", { ...seenByOthers, author: "ok" }),
    },
    "of another member": {
      request: async ({ world, things, spare }: Input) =>
        call(await spare("another message", () => post(world, things.sharedId, world.actors.member))),
      expect: chatters("message_not_found", { ...seenByOthers, member: "ok" }),
    },
    deleted: {
      request: ({ things }: Input) => call(things.messages.deleted),
      expect: chatters("message_not_found", { ...seenByOthers, author: ofAuthor.deleted }),
    },
    archived: {
      request: async ({ world, things, spare }: Input) =>
        call(
          await spare("an archived message", () =>
            write(world, things.archivedId, world.actors.author.id, "an archived message", inside),
          ),
        ),
      expect: chatters("message_not_found", { ...seenByOthers, author: ofAuthor.archived }),
    },
  };
}

const line = (channelId: string, more: object = {}) => ({
  params: { channelId },
  body: { id: uuidv7(), content: "A line", ...more },
});

export const chatMessageSlice = defineSlice({
  name: "chat (messages)",
  routes: { ...messageRoutes, ...threadRoutes },
  eventNames: {
    "message.posted": chatEvents["message.posted"],
    "message.edited": chatEvents["message.edited"],
    "message.changed": chatEvents["message.changed"],
    "message.deleted": chatEvents["message.deleted"],
    "threads.changed": chatEvents["threads.changed"],
    "saved.changed": chatEvents["saved.changed"],
  },
  furnish: furnishChat,
  letIn: letInToChat,
  rows: {
    listMessages: channelStates((channelId) => ({ params: { channelId }, query: {} })),
    listChanges: channelStates((channelId) => ({ params: { channelId }, query: { since: 0 } })),
    listPins: channelStates((channelId) => ({ params: { channelId } })),
    listSavedIn: channelStates((channelId) => ({ params: { channelId } })),
    postMessage: {
      ...channelStates((channelId) => line(channelId)),
      archived: {
        request: ({ things }) => line(things.archivedId),
        expect: chatters("channel_not_found", each(inside, "channel_archived")),
      },
      "where only owners write": {
        request: ({ things }) => line(things.newsId),
        expect: chatters("channel_not_found", { ...each(inside, "owners_only"), author: "ok" }),
      },
      reply: {
        request: ({ things }) => line(things.sharedId, { parentId: things.messages.root }),
        expect: chatters("channel_not_found", each(inside, "ok")),
      },
      "reply to what is elsewhere": {
        request: ({ things }) => line(things.sharedId, { parentId: things.messages.hidden }),
        expect: chatters("channel_not_found", each(inside, "message_not_found")),
      },
      "taken id": {
        request: ({ things }) => line(things.sharedId, { id: things.messages.hidden }),
        expect: chatters("channel_not_found", each(inside, "message_id_taken")),
      },
      "missing file": {
        request: ({ things }) => line(things.sharedId, { attachmentIds: [uuidv7()] }),
        expect: chatters("channel_not_found", each(inside, "attachment_not_found")),
      },
      empty: {
        request: ({ things }) => line(things.sharedId, { content: " " }),
        expect: signedIn("invalid_request"),
      },
    },
    getMessage: readableStates(ofMessage),
    editMessage: authorStates(
      (messageId) => ({ ...ofMessage(messageId), body: { content: "Other words" } }),
      {
        deleted: "message_not_found",
        archived: "channel_archived",
      },
    ),
    deleteMessage: authorStates(ofMessage, { deleted: "ok", archived: "ok" }),
    addReaction: touchableStates((messageId) => ({ params: { messageId, emoji: "👍" } }), { inNews: "ok" }),
    removeReaction: touchableStates((messageId) => ({ params: { messageId, emoji: "👍" } }), {
      inNews: "ok",
    }),
    listReactors: readableStates(ofMessage),
    pinMessage: touchableStates(ofMessage, { inNews: "owners_only" }),
    unpinMessage: touchableStates(ofMessage, { inNews: "owners_only" }),
    listReplies: threadStates((messageId) => ({ ...ofMessage(messageId), query: {} })),
    followThread: threadStates(ofMessage),
    unfollowThread: threadStates(ofMessage),
    markThreadRead: threadStates((messageId) => ({ ...ofMessage(messageId), body: { seq: 1 } })),
    listThreads: own,
    listMentions: own,
    listSavedMessages: own,
    saveMessage: readableStates(ofMessage),
    unsaveMessage: readableStates(ofMessage),
  },
  events: {
    "message.posted": {
      change: async ({ world, things }) => void (await post(world, things.sharedId, world.actors.author)),
      receivers: inside,
    },
    "message.edited": {
      change: async ({ world, things }) => {
        const id = await post(world, things.sharedId, world.actors.author);
        await must(world, world.actors.author, "PATCH", `/api/messages/${id}`, {
          content: secretLine(world),
        });
      },
      receivers: inside,
    },
    "message.changed": {
      change: async ({ world, things }) => {
        const id = await post(world, things.sharedId, world.actors.author);
        await must(world, world.actors.member, "PUT", `/api/messages/${id}/pin`);
      },
      receivers: inside,
    },
    "message.deleted": {
      change: async ({ world, things }) => {
        const id = await post(world, things.sharedId, world.actors.author);
        await must(world, world.actors.author, "DELETE", `/api/messages/${id}`);
      },
      receivers: inside,
    },
    "threads.changed": {
      change: async ({ world, things }) => {
        const parentId = await post(world, things.sharedId, world.actors.author);
        await must(world, world.actors.member, "POST", `/api/channels/${things.sharedId}/messages`, {
          id: uuidv7(),
          content: secretLine(world),
          parentId,
        });
      },
      receivers: ["author", "member"],
    },
    "saved.changed": {
      change: async ({ world, things }) => {
        const id = await post(world, things.sharedId, world.actors.author);
        await must(world, world.actors.member, "PUT", `/api/saved-messages/${id}`);
      },
      receivers: ["member"],
    },
  },
});

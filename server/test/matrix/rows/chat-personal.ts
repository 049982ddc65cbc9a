import { draftRoutes } from "@atoll/contract/chat/draft-routes";
import { chatEvents } from "@atoll/contract/chat/events";
import { searchRoutes } from "@atoll/contract/chat/search-routes";
import { openSocket } from "../../socket.ts";
import { each } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { commandRows } from "./chat-commands.ts";
import {
  channelStates,
  chatters,
  commonWord,
  furnishChat,
  inside,
  letInToChat,
  must,
  type Things,
} from "./chat-things.ts";

const routes = { ...draftRoutes, ...searchRoutes };
type Events = "draft.changed" | "typing.changed" | "presence.changed";

export const chatPersonalSlice = defineSlice<typeof routes, Events, Things>({
  name: "chat (drafts, search, presence)",
  routes,
  eventNames: {
    "draft.changed": chatEvents["draft.changed"],
    "typing.changed": chatEvents["typing.changed"],
    "presence.changed": chatEvents["presence.changed"],
  },
  furnish: furnishChat,
  letIn: letInToChat,
  rows: {
    listDrafts: { "one's own": { request: () => ({}), expect: chatters("ok") } },
    saveDraft: {
      ...channelStates((channelId) => ({ body: { channelId, content: "Not sent yet" } })),
      "in a thread": {
        request: ({ things }) => ({
          body: { channelId: things.sharedId, parentId: things.messages.root, content: "Not sent yet" },
        }),
        expect: chatters("channel_not_found", each(inside, "ok")),
      },
      "in a thread of elsewhere": {
        request: ({ things }) => ({
          body: { channelId: things.sharedId, parentId: things.messages.hidden, content: "Not sent yet" },
        }),
        expect: chatters("channel_not_found", each(inside, "message_not_found")),
      },
    },
    searchMessages: {
      everywhere: { request: () => ({ query: { query: commonWord } }), expect: chatters("ok") },
      ...channelStates((channelId) => ({ query: { query: commonWord, channelId } })),
    },
  },
  commands: commandRows,
  events: {
    "draft.changed": {
      change: ({ world, things }) =>
        must(world, world.actors.member, "PUT", "/api/drafts", {
          channelId: things.sharedId,
          content: world.secrets.hide("a draft", ["member"]),
        }),
      receivers: ["member"],
    },
    "typing.changed": {
      change: async ({ world, things, listeners }) => {
        const socket = await openSocket(world.server.url, listeners.author.token);
        await socket.command("typing.set", { channelId: things.sharedId, parentId: null, isTyping: true });
        socket.close();
      },
      receivers: ["member", "departmentRole"],
    },
    // Only who asks is told.
    "presence.changed": {
      change: async ({ world, listeners, sockets }) => {
        const userIds = [listeners.author.id];
        for (const name of ["member", "stranger"] as const)
          await sockets[name].command("presence.watch", { userIds });
        await sockets.voiceless.refused("presence.watch", { userIds });
        await sockets.demoted.refused("presence.watch", { userIds });
        const socket = await openSocket(world.server.url, listeners.author.token);
        await socket.command("presence.set", { isIdle: false, status: "deep-dive" });
        await socket.command("presence.set", { isIdle: false, status: null });
        socket.close();
      },
      receivers: ["member", "stranger"],
    },
  },
});

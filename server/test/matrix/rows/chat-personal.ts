import { chatEvents } from "@atoll/contract/chat/events";
import { searchRoutes } from "@atoll/contract/chat/search-routes";
import { openSocket } from "../../socket.ts";

import { defineSlice } from "../slice.ts";
import { commandRows } from "./chat-commands.ts";
import { channelStates, chatters } from "./chat-states.ts";
import { commonWord, furnishChat, letInToChat, type Things } from "./chat-things.ts";

type Events = "typing.changed";

export const chatPersonalSlice = defineSlice<typeof searchRoutes, Events, Things>({
  name: "chat (search, typing)",
  routes: searchRoutes,
  eventNames: {
    "typing.changed": chatEvents["typing.changed"],
  },
  furnish: furnishChat,
  letIn: letInToChat,
  rows: {
    searchMessages: {
      everywhere: { request: () => ({ query: { query: commonWord } }), expect: chatters("ok") },
      ...channelStates((channelId) => ({ query: { query: commonWord, channelId } })),
    },
  },
  commands: commandRows,
  events: {
    "typing.changed": {
      change: async ({ world, things, listeners }) => {
        const socket = await openSocket(world.server.url, listeners.author.token);
        await socket.command("typing.set", { channelId: things.sharedId, parentId: null, isTyping: true });
        socket.close();
      },
      receivers: ["member", "departmentRole"],
    },
  },
});

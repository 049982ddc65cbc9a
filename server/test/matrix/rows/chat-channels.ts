import { channelRoutes } from "@atoll/contract/chat/channel-routes";
import { chatEvents } from "@atoll/contract/chat/events";
import { uuidv7 } from "uuidv7";
import { each, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { channelStates, chatters, managedStates } from "./chat-states.ts";
import { furnishChat, type Input, inside, letInToChat, must, ownedChannel, post } from "./chat-things.ts";

const own = { "one's own": { request: () => ({}), expect: chatters("ok") } };
const ofChannel = (channelId: string) => ({ params: { channelId } });

export const chatChannelSlice = defineSlice({
  name: "chat (channels)",
  routes: channelRoutes,
  eventNames: {
    "channel.read": chatEvents["channel.read"],
    "channel.added": chatEvents["channel.added"],
    "channel.updated": chatEvents["channel.updated"],
    "channel.changed": chatEvents["channel.changed"],
  },
  furnish: furnishChat,
  letIn: letInToChat,
  rows: {
    listChannels: { "one's own": { request: () => ({ query: {} }), expect: chatters("ok") } },
    getFirstChannel: own,
    listHeads: own,
    listDirectory: { all: { request: () => ({ query: {} }), expect: chatters("ok") } },
    createChannel: {
      new: {
        request: ({ things }) => ({ body: { name: uuidv7(), memberIds: [things.colleagueId] } }),
        expect: chatters("ok"),
      },
      "name taken": {
        request: ({ things }) => ({ body: { name: things.publicName.toUpperCase() } }),
        expect: chatters("channel_name_taken"),
      },
      "with somebody disabled": {
        request: ({ things }) => ({ body: { name: uuidv7(), memberIds: [things.disabledId] } }),
        expect: chatters("person_not_found"),
      },
      "of one's department": {
        request: ({ world }) => ({
          body: {
            name: uuidv7(),
            departmentId: world.departmentIds.Backend ?? uuidv7(),
            followsDepartment: true,
          },
        }),
        expect: chatters("department_not_found", each(inside, "ok")),
      },
      "of a missing department": {
        request: () => ({ body: { name: uuidv7(), departmentId: uuidv7() } }),
        expect: chatters("department_not_found"),
      },
      malformed: { request: () => ({ body: { name: " " } }), expect: signedIn("invalid_request") },
    },
    openDirectChannel: {
      colleague: {
        request: ({ things }) => ({ params: { personId: things.colleagueId } }),
        expect: chatters("ok"),
      },
      oneself: {
        request: ({ actor }) => ({ params: { personId: actor.id } }),
        expect: chatters("person_not_found"),
      },
      disabled: {
        request: ({ things }) => ({ params: { personId: things.disabledId } }),
        expect: chatters("person_not_found"),
      },
      former: {
        request: ({ world }) => ({ params: { personId: world.actors.removed.id } }),
        expect: chatters("person_not_found"),
      },
      missing: { request: () => ({ params: { personId: uuidv7() } }), expect: chatters("person_not_found") },
      malformed: { request: () => ({ params: { personId: "me" } }), expect: signedIn("invalid_request") },
    },
    openGroupChannel: {
      colleagues: {
        request: ({ things }) => ({ body: { personIds: [things.colleagueId, things.otherId] } }),
        expect: chatters("ok"),
      },
      "with somebody disabled": {
        request: ({ things }) => ({ body: { personIds: [things.colleagueId, things.disabledId] } }),
        expect: chatters("person_not_found"),
      },
      "with a former colleague": {
        request: ({ world, things }) => ({
          body: { personIds: [things.colleagueId, world.actors.removed.id] },
        }),
        expect: chatters("person_not_found"),
      },
      oneself: {
        request: ({ actor }) => ({ body: { personIds: [actor.id, actor.id] } }),
        expect: chatters("person_not_found"),
      },
      malformed: { request: () => ({ body: { personIds: [] } }), expect: signedIn("invalid_request") },
    },
    getChannel: channelStates(ofChannel),
    updateChannel: {
      ...managedStates((channelId) => ({ ...ofChannel(channelId), body: { topic: "Another topic" } })),
      "name taken": {
        request: async ({ world, things, spare }) => {
          const id = await spare("an owned public channel", () => ownedPublicChannel(world));
          return { ...ofChannel(id), body: { name: things.publicName } };
        },
        expect: chatters("channel_not_found", {
          ...each(inside, "forbidden"),
          author: "channel_name_taken",
        }),
      },
    },
    archiveChannel: managedStates(ofChannel),
    unarchiveChannel: managedStates(ofChannel),
    starChannel: channelStates(ofChannel),
    unstarChannel: channelStates(ofChannel),
    setPreferences: channelStates((channelId) => ({
      ...ofChannel(channelId),
      body: { notify: "mentions" as const },
    })),
    markRead: channelStates((channelId) => ({ ...ofChannel(channelId), body: { seq: 1 } })),
    markUnread: channelStates((channelId) => ({ ...ofChannel(channelId), body: { seq: 1 } })),
  },
  events: {
    "channel.read": {
      change: async ({ world, things }) => {
        await post(world, things.sharedId, world.actors.author);
        const path = `/api/channels/${things.sharedId}/read`;
        await must(world, world.actors.member, "PUT", path, { seq: 1_000_000 });
      },
      receivers: ["member"],
    },
    "channel.added": {
      change: async ({ world }) => {
        const colleague = await world.newPerson();
        await must(world, world.actors.author, "PUT", `/api/direct-channels/${colleague.id}`);
      },
      receivers: ["author"],
    },
    "channel.updated": {
      change: async ({ world, things }) => {
        const path = `/api/channels/${things.sharedId}/preferences`;
        await must(world, world.actors.member, "PATCH", path, { notify: "none" });
      },
      receivers: ["member"],
    },
    "channel.changed": {
      change: async ({ world, things }) => {
        const topic = world.secrets.hide("the topic of the private channel", inside);
        await world.db.updateTable("channels").set({ topic }).where("id", "=", things.sharedId).execute();
      },
      receivers: inside,
    },
  },
});

async function ownedPublicChannel(world: Input["world"]): Promise<string> {
  const id = await ownedChannel(world, [...inside]);
  await world.db
    .updateTable("channels")
    .set({ type: "PUBLIC", name: uuidv7() })
    .where("id", "=", id)
    .execute();
  return id;
}

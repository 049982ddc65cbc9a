import { channelRoutes } from "@atoll/contract/chat/channel-routes";
import { chatEvents } from "@atoll/contract/chat/events";
import { memberRoutes } from "@atoll/contract/chat/member-routes";
import { uuidv7 } from "uuidv7";
import { createChannel } from "../../factories.ts";
import { each, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import {
  admins,
  channelStates,
  chatters,
  direct,
  furnishChat,
  type Input,
  inside,
  letInToChat,
  managedStates,
  must,
  noChannel,
  ownedChannel,
  post,
  type Things,
} from "./chat-things.ts";

const own = { "one's own": { request: () => ({}), expect: chatters("ok") } };
const ofChannel = (channelId: string) => ({ params: { channelId } });

/** Channels whose members are not changed by hand. */
function fixedMembers<Call>(call: (channelId: string, input: Input) => Call) {
  return {
    direct: {
      request: (input: Input) => call(input.things.directId, input),
      expect: chatters("channel_not_found", each(direct, "direct_channel")),
    },
    "of a department": {
      request: (input: Input) => call(input.things.teamId, input),
      expect: chatters("channel_not_found", each(inside, "department_channel")),
    },
  };
}

export const chatChannelSlice = defineSlice({
  name: "chat (channels)",
  routes: { ...channelRoutes, ...memberRoutes },
  eventNames: {
    "channel.read": chatEvents["channel.read"],
    "channel.added": chatEvents["channel.added"],
    "channel.updated": chatEvents["channel.updated"],
    "channel.changed": chatEvents["channel.changed"],
    "channel.counted": chatEvents["channel.counted"],
    "channel.removed": chatEvents["channel.removed"],
  },
  furnish: furnishChat,
  letIn: letInToChat,
  rows: {
    listChannels: own,
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
    listMembers: channelStates((channelId) => ({ ...ofChannel(channelId), query: {} })),
    joinChannel: {
      public: {
        request: async ({ world, things, spare }) =>
          ofChannel(await spare("a public channel", () => publicChannel(world, things))),
        expect: chatters("ok"),
      },
      "public and archived": {
        request: ({ things }) => ofChannel(things.oldId),
        expect: chatters("channel_archived"),
      },
      "of a department": {
        request: ({ things }) => ofChannel(things.teamId),
        expect: chatters("department_channel", each(inside, "ok")),
      },
      "private, perhaps one's own": {
        request: ({ things }) => ofChannel(things.sharedId),
        expect: chatters("channel_not_found", each(inside, "ok")),
      },
      ...noChannel(ofChannel),
    },
    leaveChannel: {
      member: {
        request: async ({ world, spare }) =>
          ofChannel(
            await spare("a channel to leave", async () => {
              const members = inside.map((name) => world.actors[name]);
              return (await createChannel(world.db, { members })).id;
            }),
          ),
        expect: chatters("channel_not_found", each(inside, "ok")),
      },
      "last owner": {
        request: async ({ world, spare }) =>
          ofChannel(await spare("an owned channel", () => ownedChannel(world, [...inside]))),
        expect: chatters("channel_not_found", { ...each(inside, "ok"), author: "last_owner" }),
      },
      ...fixedMembers(ofChannel),
      ...noChannel(ofChannel),
    },
    addMember: {
      member: {
        request: ({ things }) => memberOf(things.sharedId, things.otherId),
        expect: chatters("channel_not_found", each(inside, "ok")),
      },
      "somebody disabled": {
        request: ({ things }) => memberOf(things.sharedId, things.disabledId),
        expect: chatters("channel_not_found", each(inside, "person_not_found")),
      },
      archived: {
        request: ({ things }) => memberOf(things.archivedId, things.otherId),
        expect: chatters("channel_not_found", each(inside, "channel_archived")),
      },
      ...fixedMembers((channelId, { things }) => memberOf(channelId, things.otherId)),
      ...noChannel((channelId, { things }) => memberOf(channelId, things.otherId)),
    },
    removeMember: {
      ...managedStates((channelId, { world }) => memberOf(channelId, world.actors.member.id)),
      "the last owner": {
        request: async ({ world, spare }) => {
          const id = await spare("a channel with administrators", () =>
            ownedChannel(world, ["author", "member", ...admins]),
          );
          return memberOf(id, world.actors.author.id);
        },
        expect: chatters("channel_not_found", {
          ...each(admins, "last_owner"),
          author: "last_owner",
          member: "forbidden",
        }),
      },
      "of a department": {
        request: ({ things }) => memberOf(things.teamId, things.otherId),
        expect: chatters("channel_not_found", each(inside, "forbidden")),
      },
    },
    addOwner: {
      ...managedStates((channelId, { world }) => memberOf(channelId, world.actors.member.id)),
      "no member": {
        request: async ({ world, things, spare }) => {
          const id = await spare("an owned channel", () => ownedChannel(world, [...inside]));
          return memberOf(id, things.otherId);
        },
        expect: chatters("channel_not_found", { ...each(inside, "forbidden"), author: "person_not_found" }),
      },
    },
    removeOwner: {
      ...managedStates((channelId, { world }) => memberOf(channelId, world.actors.member.id)),
      "the last one": {
        request: async ({ world, spare }) => {
          const id = await spare("an owned channel", () => ownedChannel(world, [...inside]));
          return memberOf(id, world.actors.author.id);
        },
        expect: chatters("channel_not_found", { ...each(inside, "forbidden"), author: "last_owner" }),
      },
    },
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
    "channel.counted": {
      change: async ({ world, things }) => {
        const { id } = await world.newPerson();
        await must(world, world.actors.member, "PUT", `/api/channels/${things.sharedId}/members/${id}`);
      },
      receivers: inside,
    },
    "channel.removed": {
      change: async ({ world }) => {
        const id = await ownedChannel(world, ["author", "member"]);
        const path = `/api/channels/${id}/members/${world.actors.member.id}`;
        await must(world, world.actors.author, "DELETE", path);
      },
      receivers: ["member"],
    },
  },
});

function memberOf(channelId: string, personId: string) {
  return { params: { channelId, personId } };
}

async function publicChannel({ db }: Input["world"], { colleagueId }: Things): Promise<string> {
  return (await createChannel(db, { name: uuidv7(), type: "PUBLIC", members: [{ id: colleagueId }] })).id;
}

async function ownedPublicChannel(world: Input["world"]): Promise<string> {
  const id = await ownedChannel(world, [...inside]);
  await world.db
    .updateTable("channels")
    .set({ type: "PUBLIC", name: uuidv7() })
    .where("id", "=", id)
    .execute();
  return id;
}

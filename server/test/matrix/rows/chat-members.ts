import { chatEvents } from "@atoll/contract/chat/events";
import { memberRoutes } from "@atoll/contract/chat/member-routes";
import { uuidv7 } from "uuidv7";
import { createChannel } from "../../factories.ts";
import { each } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { channelStates, chatters, managedStates, noChannel } from "./chat-states.ts";
import {
  admins,
  direct,
  furnishChat,
  type Input,
  inside,
  letInToChat,
  must,
  ownedChannel,
  type Things,
} from "./chat-things.ts";

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

export const chatMemberSlice = defineSlice({
  name: "chat (members)",
  routes: memberRoutes,
  eventNames: {
    "channel.counted": chatEvents["channel.counted"],
    "channel.removed": chatEvents["channel.removed"],
  },
  furnish: furnishChat,
  letIn: letInToChat,
  rows: {
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
  },
  events: {
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

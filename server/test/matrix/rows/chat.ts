import { chatEvents } from "@atoll/contract/chat/events";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { createChannel } from "../../factories.ts";
import type { Actor, ActorName } from "../actors.ts";
import { each, signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import type { World } from "../world.ts";

/** In the private channel, and allowed to chat. Being an administrator makes nobody a member. */
const inside = ["member", "author", "departmentRole"] as const;
/** Members of the private channel who are stopped at the door, or without team chat. */
const membersInVain: ActorName[] = [
  "voiceless",
  "mustSetUp",
  "ended",
  "expired",
  "disabled",
  "unconfirmed",
  "pending",
];
const direct = ["author", "member"] as const;

interface Things {
  /** Private: `inside` and `membersInVain` are in it. */
  sharedId: string;
  /** Private: none of the actors is in it. */
  hiddenId: string;
  /** Between author and member. */
  directId: string;
  hiddenMessageId: string;
  deletedMessageId: string;
  colleagueId: string;
  disabledId: string;
}

type Input = CaseInput<Things>;

const chatters = (rest: Parameters<typeof signedIn>[0], exceptions = {}) =>
  signedIn(rest, { voiceless: "forbidden", ...exceptions });

const insideOnly = chatters("channel_not_found", each(inside, "ok"));
const nobody = chatters("channel_not_found");

/** The states of a channel, for every route that names one. */
function channelStates<Call>(call: (channelId: string, input: Input) => Call | Promise<Call>) {
  return {
    member: { request: (input: Input) => call(input.things.sharedId, input), expect: insideOnly },
    hidden: { request: (input: Input) => call(input.things.hiddenId, input), expect: nobody },
    direct: {
      request: (input: Input) => call(input.things.directId, input),
      expect: chatters("channel_not_found", each(direct, "ok")),
    },
    missing: { request: (input: Input) => call(uuidv7(), input), expect: nobody },
    malformed: { request: (input: Input) => call("general", input), expect: signedIn("invalid_request") },
  };
}

export const chatSlice = defineSlice({
  name: "chat",
  routes: chatRoutes,
  eventNames: chatEvents,
  furnish,
  async letIn({ db }, { sharedId, directId }, { id }) {
    for (const channelId of [sharedId, directId])
      await db.insertInto("channel_members").values({ channel_id: channelId, user_id: id }).execute();
  },
  rows: {
    listChannels: { "one's own": { request: () => ({}), expect: chatters("ok") } },
    listHeads: { "one's own": { request: () => ({}), expect: chatters("ok") } },
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
    getChannel: channelStates((channelId) => ({ params: { channelId } })),
    listMembers: channelStates((channelId) => ({ params: { channelId }, query: {} })),
    listMessages: channelStates((channelId) => ({ params: { channelId }, query: {} })),
    listChanges: channelStates((channelId) => ({ params: { channelId }, query: { since: 0 } })),
    postMessage: {
      ...channelStates((channelId) => ({ params: { channelId }, body: { id: uuidv7(), content: "A line" } })),
      "taken id": {
        request: ({ things }) => ({
          params: { channelId: things.sharedId },
          body: { id: things.hiddenMessageId, content: "A line under the id of another message" },
        }),
        expect: chatters("channel_not_found", each(inside, "message_id_taken")),
      },
      empty: {
        request: ({ things }) => ({
          params: { channelId: things.sharedId },
          body: { id: uuidv7(), content: " " },
        }),
        expect: signedIn("invalid_request"),
      },
    },
    editMessage: messageStates((messageId) => ({ params: { messageId }, body: { content: "Other words" } }), {
      deletedByAuthor: "message_not_found",
    }),
    deleteMessage: messageStates((messageId) => ({ params: { messageId } }), { deletedByAuthor: "ok" }),
    markRead: channelStates((channelId) => ({ params: { channelId }, body: { seq: 1 } })),
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
    "message.deleted": {
      change: async ({ world, things }) => {
        const id = await post(world, things.sharedId, world.actors.author);
        await must(world, world.actors.author, "DELETE", `/api/messages/${id}`);
      },
      receivers: inside,
    },
    "channel.read": {
      change: async ({ world, things }) => {
        await post(world, things.sharedId, world.actors.author);
        const path = `/api/channels/${things.sharedId}/read`;
        await must(world, world.actors.member, "PUT", path, { seq: 1_000_000 });
      },
      receivers: ["member"],
    },
    // Nothing takes a person out of a channel yet; whatever will, is the change to make here.
    "channel.removed": { change: async () => {}, receivers: [] },
    "channel.added": {
      change: async ({ world }) => {
        const colleague = await world.newPerson();
        await must(world, world.actors.author, "PUT", `/api/direct-channels/${colleague.id}`);
      },
      receivers: ["author"],
    },
  },
});

/** The states of a message, for editing and deleting it: only the author may. */
function messageStates<Call>(
  call: (messageId: string) => Call,
  outcome: { deletedByAuthor: "ok" | "message_not_found" },
) {
  const seenByOthers = each(inside, "forbidden");
  return {
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
      request: ({ things }: Input) => call(things.deletedMessageId),
      expect: chatters("message_not_found", { ...seenByOthers, author: outcome.deletedByAuthor }),
    },
    hidden: {
      request: ({ things }: Input) => call(things.hiddenMessageId),
      expect: chatters("message_not_found"),
    },
    missing: { request: () => call(uuidv7()), expect: chatters("message_not_found") },
    malformed: { request: () => call("last"), expect: signedIn("invalid_request") },
  };
}

async function furnish(world: World): Promise<Things> {
  const { db, actors, secrets } = world;
  const colleague = await world.newPerson({ name: "Correspondent" });
  const disabled = await world.newPerson({ name: "Away for good" });
  await db.updateTable("accounts").set({ disabled_at: new Date() }).where("id", "=", disabled.id).execute();

  const channel = async (what: string, readers: readonly ActorName[], members: { id: string }[]) => {
    const { id } = await createChannel(db, { name: secrets.hide(`the name of ${what}`, readers), members });
    const description = secrets.hide(`the description of ${what}`, readers);
    await db.updateTable("channels").set({ description }).where("id", "=", id).execute();
    return id;
  };
  const sharedId = await channel(
    "the private channel",
    inside,
    [...inside, ...membersInVain].map((name) => actors[name]),
  );
  const hiddenId = await channel("the hidden channel", [], [colleague]);
  const directId = await channel(
    "the direct chat",
    direct,
    direct.map((name) => actors[name]),
  );
  // Somebody outside has a channel of their own, which those inside do not see.
  const strangersId = await channel("the stranger's channel", ["stranger"], [actors.stranger]);
  await write(db, directId, actors.author.id, secrets.hide("a direct message", direct));
  await write(db, strangersId, actors.stranger.id, secrets.hide("the stranger's message", ["stranger"]));
  const hiddenMessageId = await write(db, hiddenId, colleague.id, secrets.hide("a hidden message", []));
  await write(db, sharedId, actors.member.id, secrets.hide("a message of the private channel", inside));

  const deletedMessageId = await write(db, sharedId, actors.author.id, secrets.hide("a deleted message", []));
  await must(world, actors.author, "DELETE", `/api/messages/${deletedMessageId}`);
  return {
    sharedId,
    hiddenId,
    directId,
    hiddenMessageId,
    deletedMessageId,
    colleagueId: colleague.id,
    disabledId: disabled.id,
  };
}

/** A message as `postMessage` leaves it, by someone who has no session. */
async function write(db: World["db"], channelId: string, authorId: string, content: string): Promise<string> {
  const id = uuidv7();
  await sql`WITH numbered AS (
      UPDATE channels SET head = head + 1, last_post_seq = head + 1 WHERE id = ${channelId} RETURNING id, head)
    INSERT INTO messages (id, channel_id, seq, changed_seq, author_id, content, sent_hash)
    SELECT ${id}, id, head, head, ${authorId}, ${content}, sha256(convert_to(${content}, 'UTF8')) FROM numbered`.execute(
    db,
  );
  return id;
}

function secretLine(world: World): string {
  return world.secrets.hide("a message of the private channel", inside);
}

async function post(world: World, channelId: string, author: Actor): Promise<string> {
  const id = uuidv7();
  await must(world, author, "POST", `/api/channels/${channelId}/messages`, {
    id,
    content: secretLine(world),
  });
  return id;
}

async function must(world: World, actor: Actor, method: string, path: string, body?: unknown): Promise<void> {
  const answer = await world.send(actor, method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
}

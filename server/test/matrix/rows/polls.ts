import { pollRoutes } from "@atoll/contract/chat/poll-routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { each, signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { chatters } from "./chat-states.ts";
import { inside, must, ownedChannel } from "./chat-things.ts";

interface Things {
  channelId: string;
  messageId: string;
}
type Input = CaseInput<Things>;

/** Writes a poll of the author into a private channel. */
async function newPoll(world: World): Promise<Things> {
  const channelId = await ownedChannel(world, inside);
  const messageId = uuidv7();
  const question = world.secrets.hide("the question of a poll", inside);
  const body = { id: messageId, question, options: ["Yes", "No"] };
  await must(world, world.actors.author, "POST", `/api/channels/${channelId}/polls`, body);
  return { channelId, messageId };
}

const ofSpare = async ({ world, spare }: Input) => ({
  params: { messageId: (await spare("a poll", () => newPoll(world))).messageId },
});
const readers = chatters("message_not_found", each(inside, "ok"));
const missing = {
  request: () => ({ params: { messageId: uuidv7() } }),
  expect: chatters("message_not_found"),
};

export const pollSlice = defineSlice<typeof pollRoutes, never, Things>({
  name: "polls",
  routes: pollRoutes,
  eventNames: {},
  furnish: newPoll,
  async letIn({ db }, { channelId }, { id }) {
    await sql`INSERT INTO channel_members (channel_id, user_id) VALUES (${channelId}, ${id})
      ON CONFLICT DO NOTHING`.execute(db);
  },
  rows: {
    createPoll: {
      "in a private channel": {
        request: async ({ world, spare }: Input) => ({
          params: { channelId: (await spare("a channel of polls", () => newPoll(world))).channelId },
          body: { id: uuidv7(), question: "Lunch?", options: ["Pizza", "Salad"] },
        }),
        expect: chatters("channel_not_found", each(inside, "ok")),
      },
      "with one answer": {
        request: ({ things }: Input) => ({
          params: { channelId: things.channelId },
          body: { id: uuidv7(), question: "Lunch?", options: ["Pizza"] },
        }),
        expect: signedIn("invalid_request"),
      },
    },
    getPollVote: {
      "of the author": {
        request: ({ things }: Input) => ({ params: { messageId: things.messageId } }),
        expect: readers,
      },
      missing,
    },
    setPollVote: {
      "of the author": {
        request: async (input: Input) => ({ ...(await ofSpare(input)), body: { choices: [1] } }),
        expect: readers,
      },
      missing: {
        request: () => ({ params: { messageId: uuidv7() }, body: { choices: [] } }),
        expect: chatters("message_not_found"),
      },
    },
    closePoll: {
      "of the author": {
        request: ofSpare,
        expect: chatters("message_not_found", { ...each(inside, "forbidden"), author: "ok" }),
      },
      missing,
    },
  },
  events: {},
});

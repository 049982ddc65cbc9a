import { askAiEvents } from "@atoll/contract/ask-ai/events";
import { askAiRoutes } from "@atoll/contract/ask-ai/routes";
import { uuidv7 } from "uuidv7";
import type { Actor } from "../actors.ts";
import { signedIn } from "../expectations.ts";
import { defineSlice, type Spare } from "../slice.ts";
import type { World } from "../world.ts";
import { must } from "./chat-things.ts";

/** What every secret of the matrix begins with: an answer quotes those that the asker may read, and no others. */
const everySecret = "hush";
const turn = (question = everySecret) => ({ id: uuidv7(), question });

interface Things {
  /** The author's. */
  conversationId: string;
  turnId: string;
  /** Another one, of the super admin. */
  spareId: string;
}

/** A conversation is its asker's, and everybody else's is not there. */
export const askAiSlice = defineSlice<typeof askAiRoutes, keyof typeof askAiEvents, Things>({
  name: "ask-ai",
  routes: askAiRoutes,
  eventNames: askAiEvents,
  furnish: async (world) => {
    const question = `Where is ${world.secrets.hide("a question to Ask AI", ["author"])}?`;
    const { conversationId: spareId } = await ask(world, world.actors.superAdmin, everySecret);
    return { ...(await ask(world, world.actors.author, question)), spareId };
  },
  rows: {
    askQuestion: {
      "a new conversation": {
        request: () => ({ params: { conversationId: uuidv7() }, body: turn() }),
        expect: signedIn("ok"),
        isOneAtATime: true,
      },
      "within a department": {
        request: ({ world }) => ({
          params: { conversationId: uuidv7() },
          body: { ...turn(), scope: { kind: "department", id: world.departmentIds.Backend ?? "" } },
        }),
        expect: signedIn("ok"),
        isOneAtATime: true,
      },
      "in another person's conversation": {
        request: ({ things }) => ({ params: { conversationId: things.conversationId }, body: turn() }),
        expect: signedIn("conversation_not_found", { author: "ok" }),
        isOneAtATime: true,
      },
      "under the id of another's question": {
        request: ({ things }) => ({
          params: { conversationId: uuidv7() },
          body: { ...turn(), id: things.turnId },
        }),
        expect: signedIn("turn_id_taken"),
        isOneAtATime: true,
      },
      empty: {
        request: () => ({ params: { conversationId: uuidv7() }, body: turn(" ") }),
        expect: signedIn("invalid_request"),
      },
    },
    listConversations: {
      "the viewer's own": { request: () => ({ query: {} }), expect: signedIn("ok") },
      malformed: { request: () => ({ query: { cursor: "x" } }), expect: signedIn("invalid_request") },
    },
    getConversation: {
      "the author's": {
        request: ({ things }) => ({ params: { conversationId: things.conversationId } }),
        expect: signedIn("conversation_not_found", { author: "ok" }),
      },
      missing: {
        request: () => ({ params: { conversationId: uuidv7() } }),
        expect: signedIn("conversation_not_found"),
      },
    },
    rateTurn: {
      "the author's": {
        request: ({ things: { conversationId, turnId } }) => ({
          params: { conversationId, turnId },
          body: { isHelpful: true },
        }),
        expect: signedIn("conversation_not_found", { author: "ok" }),
      },
    },
    deleteConversation: {
      "the viewer's own": {
        request: async ({ world, actor, spare }) => ({
          params: { conversationId: await spareConversation(world, actor, spare) },
        }),
        expect: signedIn("ok"),
        isOneAtATime: true,
      },
      "another person's": {
        request: ({ things }) => ({ params: { conversationId: things.spareId } }),
        expect: signedIn("conversation_not_found", { superAdmin: "ok" }),
      },
    },
    deleteConversations: {
      // The author keeps theirs for the other rows.
      all: { request: () => ({}), expect: signedIn("ok"), spendsActor: true },
    },
  },
  events: {
    "conversation.changed": {
      change: async ({ world }) => {
        await ask(world, world.actors.member, everySecret);
      },
      receivers: ["member"],
    },
  },
});

async function ask(world: World, actor: Actor, question: string): Promise<Omit<Things, "spareId">> {
  const conversationId = uuidv7();
  const body = turn(question);
  await must(world, actor, "POST", `/api/ask-ai/conversations/${conversationId}/turns`, body);
  return { conversationId, turnId: body.id };
}

/** Who may not ask deletes a conversation that there is not. */
function spareConversation(world: World, actor: Actor, spare: Spare): Promise<string> {
  return spare("a conversation", async () => {
    const conversationId = uuidv7();
    await world.send(actor, "POST", `/api/ask-ai/conversations/${conversationId}/turns`, turn());
    return conversationId;
  });
}

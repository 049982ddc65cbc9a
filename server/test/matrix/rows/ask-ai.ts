import { askAiEvents } from "@atoll/contract/ask-ai/events";
import { askAiRoutes } from "@atoll/contract/ask-ai/routes";
import { uuidv7 } from "uuidv7";
import { presentModel } from "../../../src/features/ask-ai/model/settings.ts";
import { startModelServer } from "../../model-server.ts";
import { type Actor, admittedNames } from "../actors.ts";
import { each, signedIn } from "../expectations.ts";
import { defineSlice, type Spare } from "../slice.ts";
import type { World } from "../world.ts";
import { admins, only } from "./administration-targets.ts";
import { chatters } from "./chat-states.ts";
import { furnishChat, inside, must } from "./chat-things.ts";

/** The prefix of every secret in the matrix: an answer quotes those that the asker may read, and no others. */
const everySecret = "hush";
const turn = (question = everySecret) => ({ id: uuidv7(), question });
const summaryOf = (kind: "channel" | "thread", id: string) => ({
  params: { conversationId: uuidv7() },
  body: { ...turn(), summary: { kind, id } },
});

interface Things {
  /** The author's. */
  conversationId: string;
  turnId: string;
  /** Another one, of the super admin. */
  spareId: string;
  /** A question that the author shared. */
  shared: { conversationId: string; turnId: string };
}

/** The model says again what it was given: an answer holds nothing that its asker may not read. */
async function setUpModel({ db, secrets }: World): Promise<void> {
  const model = await startModelServer();
  model.answer = ({ user }) => `${user} [1].`;
  await db
    .updateTable("ask_model")
    .set({
      is_on: true,
      address: model.address,
      is_host_allowed: true,
      chat_model: secrets.hide("the name of the model", admins),
    })
    .execute();
}

const settingsNow = async ({ db }: World) => {
  const row = await db.selectFrom("ask_model").selectAll().executeTakeFirstOrThrow();
  const { hasKey: _hasKey, ...settings } = presentModel(row);
  return settings;
};

/** A conversation is its asker's, and everybody else's is not there. */
export const askAiSlice = defineSlice<typeof askAiRoutes, keyof typeof askAiEvents, Things>({
  name: "ask-ai",
  routes: askAiRoutes,
  eventNames: askAiEvents,
  furnish: async (world) => {
    const question = `Where is ${world.secrets.hide("a question to Ask AI", ["author"])}?`;
    await setUpModel(world);
    const { conversationId: spareId } = await ask(world, world.actors.superAdmin, everySecret);
    const author = await ask(world, world.actors.author, question);
    await world.db
      .updateTable("ask_turns")
      .set({ answer_state: "complete", answer: question })
      .where("id", "=", author.turnId)
      .execute();
    const shared = await ask(world, world.actors.author, everySecret);
    await must(world, world.actors.author, "PUT", `${addressOfTurn(shared)}/sharing`, { isShared: true });
    return { ...author, spareId, shared };
  },
  rows: {
    getModelState: { "as it is": { request: () => ({}), expect: signedIn("ok") } },
    getModelSettings: { "as they are": { request: () => ({}), expect: only(admins) } },
    setModelSettings: {
      "as they are": {
        request: async ({ world }) => ({ body: await settingsNow(world) }),
        expect: only(admins),
        isOneAtATime: true,
      },
      "seen before somebody else's change": {
        request: async ({ world }) => ({ body: { ...(await settingsNow(world)), version: 0 } }),
        expect: only(admins, "changed_meanwhile"),
      },
      "with an address that is none": {
        request: async ({ world }) => ({ body: { ...(await settingsNow(world)), address: "over there" } }),
        expect: signedIn("invalid_request"),
      },
    },
    testModel: { "that is set up": { request: () => ({}), expect: only(admins) } },
    getModelUsage: { "of all": { request: () => ({}), expect: only(admins) } },
    writeAnswer: {
      "to the viewer's own question": {
        request: async ({ world, actor, spare }) => ({
          params: await spare("a question", () => askUnchecked(world, actor)),
        }),
        expect: signedIn("ok"),
        isOncePerPerson: true,
      },
      "to the author's question": {
        request: ({ things: { conversationId, turnId } }) => ({ params: { conversationId, turnId } }),
        expect: signedIn("conversation_not_found", { author: "answer_complete" }),
      },
      "to no question": {
        request: ({ things: { conversationId } }) => ({ params: { conversationId, turnId: uuidv7() } }),
        expect: signedIn("conversation_not_found"),
      },
    },
    shareTurn: {
      "the author's": {
        request: ({ things: { shared } }) => ({ params: shared, body: { isShared: true } }),
        expect: signedIn("conversation_not_found", { author: "ok" }),
      },
    },
    getSharedTurn: {
      "that the author shared": {
        request: ({ things: { shared } }) => ({ params: { turnId: shared.turnId } }),
        expect: signedIn("ok"),
      },
      "that is not shared": {
        request: ({ things: { turnId } }) => ({ params: { turnId } }),
        expect: signedIn("turn_not_found"),
      },
      missing: { request: () => ({ params: { turnId: uuidv7() } }), expect: signedIn("turn_not_found") },
    },
    askQuestion: {
      "a new conversation": {
        request: () => ({ params: { conversationId: uuidv7() }, body: turn() }),
        expect: signedIn("ok"),
        isOncePerPerson: true,
      },
      "within a department": {
        request: ({ world }) => ({
          params: { conversationId: uuidv7() },
          body: { ...turn(), scope: { kind: "department", id: world.departmentIds.Backend ?? "" } },
        }),
        expect: signedIn("ok"),
        isOncePerPerson: true,
      },
      "for a draft of tasks": {
        request: () => ({ params: { conversationId: uuidv7() }, body: { ...turn(), draft: "tasks" } }),
        expect: signedIn("ok"),
        isOncePerPerson: true,
      },
      "a summary of a private channel": {
        request: async ({ world }) => summaryOf("channel", (await furnishChat(world)).sharedId),
        expect: chatters("channel_not_found", each(inside, "ok")),
        isOncePerPerson: true,
      },
      "a summary of a thread": {
        request: async ({ world }) => summaryOf("thread", (await furnishChat(world)).messages.root),
        expect: chatters("message_not_found", each(inside, "ok")),
        isOncePerPerson: true,
      },
      "a summary of a thread in a channel of others": {
        request: async ({ world }) => summaryOf("thread", (await furnishChat(world)).messages.hidden),
        expect: chatters("message_not_found"),
        isOncePerPerson: true,
      },
      "in another person's conversation": {
        request: ({ things }) => ({ params: { conversationId: things.conversationId }, body: turn() }),
        expect: signedIn("conversation_not_found", { author: "ok" }),
        isOncePerPerson: true,
      },
      "under the id of another's question": {
        request: ({ things }) => ({
          params: { conversationId: uuidv7() },
          body: { ...turn(), id: things.turnId },
        }),
        expect: signedIn("turn_id_taken"),
        isOncePerPerson: true,
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
        isOncePerPerson: true,
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
    "ask-model.changed": {
      change: async ({ world }) => {
        await world.db.updateTable("ask_model").set({ updated_at: new Date() }).execute();
      },
      receivers: [...admittedNames, "demoted" as const].filter(
        (name) => name !== "mustSetUp" && name !== "mustChoose",
      ),
    },
    "conversation.changed": {
      change: async ({ world }) => {
        await ask(world, world.actors.member, everySecret);
      },
      receivers: ["member"],
    },
  },
});

type OneTurn = Pick<Things, "conversationId" | "turnId">;

const addressOfTurn = ({ conversationId, turnId }: OneTurn) =>
  `/api/ask-ai/conversations/${conversationId}/turns/${turnId}`;

/** Also for an actor who may not ask: then there is no such question. */
async function askUnchecked(world: World, actor: Actor): Promise<OneTurn> {
  // People are called so, and everybody may know them: there is something to write about.
  const [conversationId, body] = [uuidv7(), turn("Who is the colleague of the matrix, and whose double?")];
  await world.send(actor, "POST", `/api/ask-ai/conversations/${conversationId}/turns`, body);
  return { conversationId, turnId: body.id };
}

async function ask(world: World, actor: Actor, question: string): Promise<OneTurn> {
  const conversationId = uuidv7();
  const body = turn(question);
  await must(world, actor, "POST", `/api/ask-ai/conversations/${conversationId}/turns`, body);
  return { conversationId, turnId: body.id };
}

/** Returns a nonexistent conversation for people who may not ask. */
function spareConversation(world: World, actor: Actor, spare: Spare): Promise<string> {
  return spare("a conversation", async () => {
    const conversationId = uuidv7();
    await world.send(actor, "POST", `/api/ask-ai/conversations/${conversationId}/turns`, turn());
    return conversationId;
  });
}

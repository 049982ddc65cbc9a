import { chatRoutes } from "@atoll/contract/chat/routes";
import type { NewMessage } from "@atoll/contract/chat/schemas";
import type { RouteCall } from "@atoll/contract/route";
import { uuidv7 } from "uuidv7";
import { createPerson, type TestPerson } from "./factories.ts";
import type { SignedIn, TestServer } from "./harness.ts";

/** A signed-in person with everything that tests of chat do all the time. */
export type Chatter = ReturnType<typeof createChatter>;

/** Makes people and signs them in. */
export async function createChatters(server: TestServer, names: readonly string[]): Promise<Chatter[]> {
  return Promise.all(
    names.map(async (name) => signInChatter(server, await createPerson(server.db, { name }))),
  );
}

export async function signInChatter(server: TestServer, person: TestPerson): Promise<Chatter> {
  return createChatter(await server.signIn(person));
}

function createChatter(signedIn: SignedIn) {
  const { client, user } = signedIn;
  const inChannel = (channelId: string) => ({ params: { channelId } });
  const ofMessage = (messageId: string) => ({ params: { messageId } });
  const ofMember = (channelId: string, personId: string) => ({ params: { channelId, personId } });

  async function post(channelId: string, content: string, more: Partial<NewMessage> = {}) {
    const body = { id: uuidv7(), content, ...more };
    return (await client.call(chatRoutes.postMessage, { params: { channelId }, body })).message;
  }

  return {
    ...signedIn,
    id: user.id,
    name: user.name,
    post,
    reply: (parent: { id: string; channelId: string }, content: string, more: Partial<NewMessage> = {}) =>
      post(parent.channelId, content, { parentId: parent.id, ...more }),
    /** The code that a post is refused with. */
    refusedPost: async (channelId: string, content: string, more: Partial<NewMessage> = {}) => {
      const body = { id: uuidv7(), content, ...more };
      return (await client.refused(chatRoutes.postMessage, { params: { channelId }, body })).body.error.code;
    },
    edit: async (messageId: string, content: string, mentionIds: string[] = []) =>
      (await client.call(chatRoutes.editMessage, { ...ofMessage(messageId), body: { content, mentionIds } }))
        .message,
    remove: async (messageId: string) =>
      (await client.call(chatRoutes.deleteMessage, ofMessage(messageId))).message,
    react: async (messageId: string, emoji: string) =>
      (await client.call(chatRoutes.addReaction, { params: { messageId, emoji } })).message,
    unreact: async (messageId: string, emoji: string) =>
      (await client.call(chatRoutes.removeReaction, { params: { messageId, emoji } })).message,
    pin: async (messageId: string) =>
      (await client.call(chatRoutes.pinMessage, ofMessage(messageId))).message,
    unpin: async (messageId: string) =>
      (await client.call(chatRoutes.unpinMessage, ofMessage(messageId))).message,
    pins: async (channelId: string) =>
      (await client.call(chatRoutes.listPins, inChannel(channelId))).messages,
    page: (channelId: string, query: RouteCall<typeof chatRoutes.listMessages>["query"] = {}) =>
      client.call(chatRoutes.listMessages, { ...inChannel(channelId), query }),
    changes: (channelId: string, since: number, limit = 200) =>
      client.call(chatRoutes.listChanges, { ...inChannel(channelId), query: { since, limit } }),
    replies: (messageId: string, query: RouteCall<typeof chatRoutes.listReplies>["query"] = {}) =>
      client.call(chatRoutes.listReplies, { ...ofMessage(messageId), query }),
    threads: async () => (await client.call(chatRoutes.listThreads, { query: {} })).items,
    channels: async () => (await client.call(chatRoutes.listChannels, { query: {} })).channels,
    channel: async (channelId: string) =>
      (await client.call(chatRoutes.getChannel, inChannel(channelId))).channel,
    heads: () => client.call(chatRoutes.listHeads, {}),
    /** Where they stand in one channel. */
    head: async (channelId: string) =>
      (await client.call(chatRoutes.listHeads, {})).heads.find((head) => head.channelId === channelId),
    markRead: (channelId: string, seq: number) =>
      client.call(chatRoutes.markRead, { ...inChannel(channelId), body: { seq } }),
    markUnread: (channelId: string, seq: number) =>
      client.call(chatRoutes.markUnread, { ...inChannel(channelId), body: { seq } }),
    join: async (channelId: string) =>
      (await client.call(chatRoutes.joinChannel, inChannel(channelId))).channel,
    leave: (channelId: string) => client.call(chatRoutes.leaveChannel, inChannel(channelId)),
    invite: (channelId: string, personId: string) =>
      client.call(chatRoutes.addMember, ofMember(channelId, personId)),
    takeOut: (channelId: string, personId: string) =>
      client.call(chatRoutes.removeMember, ofMember(channelId, personId)),
    openDirect: async (personId: string) =>
      (await client.call(chatRoutes.openDirectChannel, { params: { personId } })).channel,
    openGroup: async (personIds: string[]) =>
      (await client.call(chatRoutes.openGroupChannel, { body: { personIds } })).channel,
    create: async (body: RouteCall<typeof chatRoutes.createChannel>["body"]) =>
      (await client.call(chatRoutes.createChannel, { body })).channel,
    mentions: async () => (await client.call(chatRoutes.listMentions, { query: {} })).items,
    saved: async () => (await client.call(chatRoutes.listSavedMessages, { query: {} })).items,
  };
}

/** The code of a refusal that was waited for. */
export async function codeOf(refused: Promise<{ body: { error: { code: string } } }>): Promise<string> {
  return (await refused).body.error.code;
}

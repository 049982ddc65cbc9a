import { chatRoutes } from "@atoll/contract/chat/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { type KyselyPlugin, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createChannel, createPerson } from "../../../test/factories.ts";
import { type SignedIn, startTestNodes, type TestNodes } from "../../../test/harness.ts";
import { cachePeople } from "./people-cache.ts";

let nodes: TestNodes;
let channelId: string;
/** Signed in on each node. */
let ana: [SignedIn, SignedIn];
let ben: [SignedIn, SignedIn];
let anasMessage: string;

beforeAll(async () => {
  nodes = await startTestNodes();
});
afterAll(() => nodes.close());

beforeEach(async () => {
  const people = [await createPerson(nodes[0].db), await createPerson(nodes[0].db)] as const;
  channelId = (await createChannel(nodes[0].db, { members: people.map(({ id }) => ({ id })) })).id;
  ana = [await nodes[0].signIn(people[0]), await nodes[1].signIn(people[0])];
  ben = [await nodes[0].signIn(people[1]), await nodes[1].signIn(people[1])];
  anasMessage = await post(ana[0]);
  // Both nodes know her now.
  await Promise.all(ben.map(readAuthors));
});

describe("a new name", () => {
  test("is shown with everything its owner wrote, from the response to the change on", async () => {
    await post(ana[0], anasMessage);
    await readAuthors(ben[0]);
    await rename(ana[0], "Ana Renamed");
    expect(await readAuthors(ben[0])).toEqual(["Ana Renamed"]);
    const { message } = await ben[0].client.call(chatRoutes.addReaction, {
      params: { messageId: anasMessage, emoji: "👍" },
    });
    expect(message).toMatchObject({
      author: { name: "Ana Renamed" },
      thread: { repliers: [{ name: "Ana Renamed" }] },
    });
    const params = { messageId: anasMessage };
    const { messages } = await ben[0].client.call(chatRoutes.listReplies, { params, query: {} });
    expect(messages.map(({ author }) => author.name)).toEqual(["Ana Renamed"]);
  });

  test("a change reaches every node's cache before its owner's browsers are told", async () => {
    const elsewhere = await nodes[1].connect(ana[1]);
    await rename(ana[0], "Ana Abroad");
    await elsewhere.next("viewer.changed");
    expect(await readAuthors(ben[1])).toEqual(["Ana Abroad"]);
  });

  test("is never followed by the old one, even with concurrent reads", async () => {
    for (let round = 0; round < 8; round += 1) {
      const name = `Ana the ${round}th`;
      const reads = Array.from({ length: 12 }, () => readAuthors(ben[0]));
      await Promise.all([rename(ana[0], name), ...reads]);
      expect(await readAuthors(ben[0])).toEqual([name]);
    }
  });

  test("is not missed while a node's listening connection is broken", async () => {
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'atoll notifications' AND datname = current_database()`.execute(nodes[0].db);
    await sql`UPDATE profiles SET name = 'Ana Unheard' WHERE id = ${ana[0].user.id}`.execute(nodes[0].db);
    for (const reader of ben) await expect.poll(() => readAuthors(reader)).toEqual(["Ana Unheard"]);
  });
});

test("a read during an invalidation is returned, but not cached", async () => {
  const [id, { db }] = [ana[0].user.id, nodes[0]];
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holdingAnswers: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      arrived.resolve();
      await released.promise;
      return result;
    },
  };
  const cache = cachePeople(db.withPlugin(holdingAnswers));
  const early = cache.of([id]);
  await arrived.promise;
  await sql`UPDATE profiles SET name = 'Ana Later' WHERE id = ${id}`.execute(db);
  cache.forget(id);
  released.resolve();
  expect((await early).get(id)?.name).toBe(ana[0].user.name);
  expect((await cache.of([id])).get(id)?.name).toBe("Ana Later");
});

async function post({ client }: SignedIn, parentId?: string): Promise<string> {
  const body = { id: uuidv7(), content: "Low water at six", ...(parentId && { parentId }) };
  const { message } = await client.call(chatRoutes.postMessage, { params: { channelId }, body });
  return message.id;
}

/** Returns the authors of the messages in the channel. */
async function readAuthors({ client }: SignedIn): Promise<string[]> {
  const { messages } = await client.call(chatRoutes.listMessages, { params: { channelId }, query: {} });
  return messages.map(({ author }) => author.name);
}

async function rename({ client }: SignedIn, name: string): Promise<void> {
  await client.call(identityRoutes.updateCurrentUser, { body: { name } });
}
